// Which dashboards there are: one's own, and those of a project.
import { queryOptions } from '@tanstack/react-query';
import { api, take } from '../../platform/api.ts';
import type { Schemas } from '../../platform/api.ts';

/** Whose dashboards: one's own without a project. */
export interface DashboardOwner {
  project?: { id: number; shortname: string } | undefined;
}

const listKey = (projectId: number | undefined) => ['/dashboards', 'of', projectId ?? 'self'] as const;

export const dashboardsQuery = ({ project }: DashboardOwner) =>
  queryOptions({
    queryKey: listKey(project?.id),
    queryFn: (): Promise<Schemas['DashboardEntry'][]> =>
      project === undefined
        ? take(api.GET('/users/{id}/dashboards', { params: { path: { id: 'self' } } }))
        : take(api.GET('/projects/{id}/dashboards', { params: { path: { id: project.id } } })),
  });

/** Adds an empty one; gives its id. */
export const addDashboard = async ({ project }: DashboardOwner, name: string): Promise<number> =>
  project === undefined
    ? (await take(api.POST('/user_dashboards', { body: { name } }))).id
    : (await take(api.POST('/projects/{id}/dashboards', { params: { path: { id: project.id } }, body: { name } }))).id;
