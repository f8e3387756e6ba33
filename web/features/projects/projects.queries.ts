// What pages read of projects.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, isRefusedWith, take, takeTagged } from '../../platform/api.ts';
import type { Schemas } from '../../platform/api.ts';
import { nameGroup } from '../../platform/names/group-names.ts';
import { readAll } from '../../platform/query.ts';

const pageMax = 50;
/** What surrounds pages changes seldom; ms. */
const seldomMs = 5 * 60_000;

/** Projects that the person is a member or a guest of, or the first of those that they see. */
export const projectsQuery = (isMine: boolean) =>
  queryOptions({
    queryKey: ['/projects', { isMine }],
    queryFn: (): Promise<Schemas['Project'][]> =>
      isMine
        ? readAll((offset) =>
            takeTagged(api.GET('/projects', { params: { query: { limit: pageMax, offset, mine: true } } })),
          )
        : take(api.GET('/projects', { params: { query: { limit: pageMax } } })),
  });

/** The project with a short name, or with an id; null where the person sees none. */
export const projectQuery = (name: string) =>
  queryOptions({
    queryKey: ['/projects', name],
    queryFn: async (): Promise<Schemas['Project'] | null> => {
      const query = JSON.stringify({ shortname: name });
      const found = await take(api.GET('/projects', { params: { query: { query, limit: 1 } } }));
      if (found[0] !== undefined) return found[0];
      try {
        return await take(api.GET('/project_names/{name}', { params: { path: { name } } }));
      } catch (error) {
        if (isRefusedWith(error, 404)) return null;
        throw error;
      }
    },
    staleTime: seldomMs,
  });

export const projectByIdQuery = (id: number) =>
  queryOptions({
    queryKey: ['/projects', id, 'itself'],
    queryFn: () => take(api.GET('/projects/{id}', { params: { path: { id } } })),
    staleTime: seldomMs,
  });

export const servicesQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['/projects', projectId, 'services'],
    queryFn: () =>
      take(
        api.GET('/projects/{id}/project_services', { params: { path: { id: projectId }, query: { limit: pageMax } } }),
      ),
    staleTime: seldomMs,
  });

/** Groups of a project, those that every project has among them. */
export const groupsQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['/projects', projectId, 'user_groups'],
    queryFn: async () => {
      const groups = await take(
        api.GET('/projects/{id}/user_groups', {
          params: { path: { id: projectId }, query: { query: '{"with_system_user_groups":true}' } },
        }),
      );
      return groups.map((group) => ({ ...group, label: nameGroup(group) }));
    },
  });

export interface TrackerEntry {
  id: number;
  label: string;
  colour: string;
  mayCreate: boolean;
  isPromoted: boolean;
  /** One emoji, or nothing. */
  icon: string;
  /** What one artifact is called. */
  singularLabel: string;
}

/** All trackers of a project that the person sees, promoted ones first. */
export const trackersQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['/projects', projectId, 'trackers'],
    queryFn: async (): Promise<TrackerEntry[]> => {
      const trackers = await readAll((offset) =>
        takeTagged(
          api.GET('/projects/{id}/trackers', {
            params: { path: { id: projectId }, query: { representation: 'minimal', limit: pageMax, offset } },
          }),
        ),
      );
      const entries = trackers.map((tracker) => ({
        id: tracker.id,
        label: tracker.label,
        colour: tracker.color_name,
        icon: 'icon' in tracker ? tracker.icon : '',
        singularLabel: tracker.singular_label,
        // Of whole trackers nothing is said; this list has the short ones.
        mayCreate: 'cannot_create_reasons' in tracker && tracker.cannot_create_reasons?.length === 0,
        isPromoted: 'is_promoted' in tracker && tracker.is_promoted,
      }));
      return entries.toSorted((a, b) => Number(b.isPromoted) - Number(a.isPromoted));
    },
    staleTime: seldomMs,
  });

export const kanbansQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['/projects', projectId, 'kanban'],
    queryFn: () => take(api.GET('/projects/{id}/kanban', { params: { path: { id: projectId } } })),
    staleTime: seldomMs,
  });

/** How many artifacts each tracker of a project has, by its id. */
export const countsQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['/projects', projectId, 'counts'],
    queryFn: async () => {
      const counts = await take(api.GET('/projects/{id}/tracker_counts', { params: { path: { id: projectId } } }));
      return new Map(counts.map((count) => [count.tracker.id, { open: count.open, size: count.size }]));
    },
  });

/** Changes of a project's artifacts, or of a person, latest first. */
export const activityQuery = (of: { projectId: number } | { userId: number }) =>
  infiniteQueryOptions({
    queryKey: 'userId' in of ? ['/users', of.userId, 'activity'] : ['/projects', of.projectId, 'activity'],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => {
      const query = pageParam === '' ? {} : { before: pageParam };
      return 'userId' in of
        ? take(api.GET('/users/{id}/activity', { params: { path: { id: String(of.userId) }, query }, signal }))
        : take(api.GET('/projects/{id}/activity', { params: { path: { id: of.projectId }, query }, signal }));
    },
    getNextPageParam: ({ next }) => next ?? undefined,
  });

/** What people and pages are told of a project around its contents. */
export const summaryQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['/projects', projectId, 'summary'],
    queryFn: () => take(api.GET('/projects/{id}/summary', { params: { path: { id: projectId } } })),
    staleTime: seldomMs,
  });

export interface ListWish {
  q?: string | undefined;
  filter?: 'mine' | 'public' | 'private' | undefined;
  category?: number | undefined;
  order?: 'name' | 'newest' | undefined;
}

/** The list of projects, by page as it is scrolled. */
export const projectListQuery = ({ q, filter, category, order }: ListWish) =>
  infiniteQueryOptions({
    queryKey: ['/projects', 'list', q, filter, category, order],
    initialPageParam: 0,
    queryFn: ({ pageParam: offset, signal }) =>
      takeTagged(
        api.GET('/projects', {
          params: {
            query: {
              limit: pageMax,
              offset,
              order: order ?? 'name',
              ...(q === undefined ? {} : { words: q }),
              ...(filter === 'mine' ? { mine: true } : {}),
              ...(filter === 'public' || filter === 'private' ? { access: filter } : {}),
              ...(category === undefined ? {} : { category }),
            },
          },
          signal,
        }),
      ),
    getNextPageParam: (last, pages) => {
      const read = pages.reduce((sum, page) => sum + page.data.length, 0);
      return last.data.length > 0 && read < (last.size ?? 0) ? read : undefined;
    },
  });

export const categoriesQuery = queryOptions({
  queryKey: ['/project_categories'],
  queryFn: () => take(api.GET('/project_categories')),
  select: (all) => all.filter(({ values }) => values.length > 0),
  staleTime: seldomMs,
});

/** Projects that are templates for everybody, in order of name. */
export const templateProjectsQuery = queryOptions({
  queryKey: ['/projects', 'templates'],
  queryFn: () =>
    readAll((offset) =>
      takeTagged(
        api.GET('/projects', { params: { query: { is_template: true, order: 'name', limit: pageMax, offset } } }),
      ),
    ),
});

export const templatesQuery = queryOptions({
  queryKey: ['/project_templates'],
  queryFn: () => take(api.GET('/project_templates')),
  staleTime: seldomMs,
});

export const fieldsQuery = queryOptions({
  queryKey: ['/project_fields'],
  queryFn: () => take(api.GET('/project_fields', { params: { query: { limit: 100 } } })),
  staleTime: seldomMs,
});

/** What the person uploads to become projects, and what became of it; asked again while something is being made. */
export const projectUploadsQuery = queryOptions({
  queryKey: ['/project_uploads'],
  queryFn: () => take(api.GET('/project_uploads', { params: { query: { limit: pageMax } } })),
  refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'working') === true ? 1500 : false),
});
