// What the settings of a repository read and write.
import { queryOptions } from '@tanstack/react-query';
import { api, take } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';

export type Permissions = Schemas['GitPermissions'];
export type MergeRules = Schemas['MergeRules'];

export const permissionsQuery = (id: number) =>
  queryOptions({
    queryKey: ['code', id, 'permissions'],
    queryFn: () => take(api.GET('/git/{id}/permissions', { params: { path: { id } } })),
    retry: false,
  });

export const mergeRulesQuery = (id: number) =>
  queryOptions({
    queryKey: ['code', id, 'merge-rules'],
    queryFn: () => take(api.GET('/git/{id}/merge_rules', { params: { path: { id } } })),
  });

export const deletedQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['code', 'deleted', projectId],
    queryFn: () => take(api.GET('/projects/{id}/deleted_git', { params: { path: { id: projectId } } })),
    retry: false,
  });
