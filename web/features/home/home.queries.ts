// What somebody finds first: theirs, followed, seen.
import { queryOptions } from '@tanstack/react-query';
import { api, take, takeTagged } from '../../platform/api.ts';
import type { Schemas, Tagged } from '../../platform/api.ts';

const self = { path: { id: 'self' } };
const shownMax = 30;

export const historyQuery = queryOptions({
  queryKey: ['/users', 'self', 'history'],
  queryFn: () => take(api.GET('/users/{id}/history', { params: self })),
});

export type OwnRelation = 'assigned_to' | 'submitted_by' | 'followed';

const readOwn = (relation: OwnRelation): Promise<Tagged<Schemas['OwnArtifact'][]>> =>
  relation === 'followed'
    ? takeTagged(api.GET('/users/{id}/followed_artifacts', { params: { ...self, query: { limit: shownMax } } }))
    : takeTagged(
        api.GET('/users/{id}/artifacts', {
          params: { ...self, query: { query: JSON.stringify({ [relation]: true }), limit: shownMax } },
        }),
      );

/** The first of the artifacts that are the person's in this way. */
export const ownArtifactsQuery = (relation: OwnRelation) =>
  queryOptions({ queryKey: ['/users', 'self', 'artifacts', relation], queryFn: () => readOwn(relation) });
