// What the actions of an artifact read and do.
import { queryOptions } from '@tanstack/react-query';
import { api, settle, take } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';

export type MoveReport = NonNullable<Schemas['MoveReport']['dry_run']>['fields'];

/** Whether the person is mailed about the artifact: their choice, or null for what they chose for its tracker. */
export const subscriptionQuery = (id: number) =>
  queryOptions({
    queryKey: ['/artifacts', id, 'subscription'],
    queryFn: () => take(api.GET('/artifacts/{id}/subscription', { params: { path: { id } } })),
  });

export const saveSubscription = (id: number, isSubscribed: boolean | null): Promise<void> =>
  settle(api.PUT('/artifacts/{id}/subscription', { params: { path: { id } }, body: { is_subscribed: isSubscribed } }));

const listMax = 50;
const administered = '{"is_tracker_admin":true}';

/** Projects with trackers that the person administers. */
export const targetProjectsQuery = queryOptions({
  queryKey: ['/projects', 'is_tracker_admin'],
  queryFn: () => take(api.GET('/projects', { params: { query: { query: administered, limit: listMax } } })),
});

/** Trackers of a project that the person administers. */
export const targetTrackersQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['/projects', projectId, 'trackers', 'is_tracker_admin'],
    queryFn: () =>
      take(
        api.GET('/projects/{id}/trackers', {
          params: {
            path: { id: projectId },
            query: { query: administered, representation: 'minimal', limit: listMax },
          },
        }),
      ),
  });

const move = (id: number, trackerId: number, isDryRun: boolean) =>
  take(
    api.PATCH('/artifacts/{id}', {
      params: { path: { id } },
      body: { move: { tracker_id: trackerId, dry_run: isDryRun } },
    }),
  );

/** What would become of the fields. Not below the key of the artifact: once it has moved, there is nothing to ask. */
export const moveReportQuery = (id: number, trackerId: number) =>
  queryOptions({
    queryKey: ['move of an artifact', id, trackerId],
    queryFn: async (): Promise<MoveReport> => {
      const { dry_run: report } = await move(id, trackerId, true);
      return report?.fields ?? { fields_migrated: [], fields_not_migrated: [], fields_partially_migrated: [] };
    },
    staleTime: 0,
  });

export const moveArtifact = async (id: number, trackerId: number): Promise<void> => {
  await move(id, trackerId, false);
};

/** Puts an artifact into the backlog of its project, where that is filled by hand, or takes it out. */
export const changeTopBacklog = (projectId: number, id: number, act: 'add' | 'remove'): Promise<void> =>
  settle(api.PATCH('/projects/{id}/backlog', { params: { path: { id: projectId } }, body: { [act]: [{ id }] } }));

/** Gives how many more the person may delete today. */
export async function deleteArtifact(id: number): Promise<number> {
  const { response } = await api.DELETE('/artifacts/{id}', { params: { path: { id } } });
  return Number(response.headers.get('x-ratelimit-remaining') ?? 0);
}
