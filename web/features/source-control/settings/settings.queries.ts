// What the settings of a repository read and write.
import { queryOptions } from '@tanstack/react-query';
import { api, settle, take } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';

export type Permissions = Schemas['GitPermissions'];
export type MergeRules = Schemas['MergeRules'];

export const permissionsQuery = (id: number) =>
  queryOptions({
    queryKey: ['code', id, 'permissions'],
    queryFn: () => take(api.GET('/git/{id}/permissions', { params: { path: { id } } })),
    retry: false,
  });

/** Whose rules of merging they are: those of a project are for its repositories that have none of their own. */
export interface RulesPlace {
  kind: 'repository' | 'project';
  id: number;
}

const rulesOfRepository = '/git/{id}/merge_rules';
const rulesOfProject = '/projects/{id}/merge_rules';

export const mergeRulesQuery = ({ kind, id }: RulesPlace) =>
  queryOptions({
    queryKey: ['code', 'merge-rules', kind, id],
    queryFn: () => take(api.GET(kind === 'project' ? rulesOfProject : rulesOfRepository, { params: { path: { id } } })),
  });

export const saveMergeRules = ({ kind, id }: RulesPlace, body: Schemas['MergeRulesChange']): Promise<MergeRules> =>
  take(api.PUT(kind === 'project' ? rulesOfProject : rulesOfRepository, { params: { path: { id } }, body }));

export const dropMergeRules = ({ kind, id }: RulesPlace): Promise<void> =>
  settle(api.DELETE(kind === 'project' ? rulesOfProject : rulesOfRepository, { params: { path: { id } } }));

export const deletedQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['code', 'deleted', projectId],
    queryFn: () => take(api.GET('/projects/{id}/deleted_git', { params: { path: { id: projectId } } })),
    retry: false,
  });
