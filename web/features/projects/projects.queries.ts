// What pages read of projects.
import { queryOptions } from '@tanstack/react-query';
import { api, take } from '../../platform/api.ts';

const projectsMax = 50;

/** Projects that the person sees, or those that they are members of. */
export const projectsQuery = (isMine: boolean) =>
  queryOptions({
    queryKey: ['/projects', { isMine }],
    queryFn: () =>
      take(
        api.GET('/projects', {
          params: { query: { limit: projectsMax, ...(isMine ? { query: '{"is_member_of":true}' } : {}) } },
        }),
      ),
  });

/** The project with a short name; undefined where the person sees none. */
export const projectQuery = (shortName: string) =>
  queryOptions({
    queryKey: ['/projects', shortName],
    queryFn: async () => {
      const query = JSON.stringify({ shortname: shortName });
      const found = await take(api.GET('/projects', { params: { query: { query, limit: 1 } } }));
      return found[0] ?? null;
    },
  });

/** Trackers of a project with how many artifacts they have. */
export const trackersQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['/projects', projectId, 'trackers'],
    queryFn: async () => {
      const path = { id: projectId };
      const [trackers, counts] = await Promise.all([
        take(
          api.GET('/projects/{id}/trackers', {
            params: { path, query: { representation: 'minimal', limit: projectsMax } },
          }),
        ),
        take(api.GET('/projects/{id}/tracker_counts', { params: { path } })),
      ]);
      const countOf = new Map(counts.map((count) => [count.tracker.id, count]));
      return trackers.map(({ id, label, color_name: colour }) => ({ id, label, colour, count: countOf.get(id) }));
    },
  });
