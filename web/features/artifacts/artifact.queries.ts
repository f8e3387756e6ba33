// What the page of an artifact reads and writes.
import { queryOptions } from '@tanstack/react-query';
import { api, settle, takeTagged } from '../../platform/api.ts';
import type { Schemas } from '../../platform/api.ts';

/** The artifact with its tracker, what one may do with it, and its entity tag. */
export const artifactQuery = (id: number) =>
  queryOptions({
    queryKey: ['/artifacts', id],
    queryFn: () =>
      takeTagged(
        api.GET('/artifacts/{id}', {
          params: {
            path: { id },
            query: { tracker_structure_format: 'complete', with_allowed_actions: true },
          },
        }),
      ),
  });

type Change = Schemas['ArtifactUpdate'];

/** Sends what the person changed and nothing else; refused with 412 where somebody was quicker. */
export const saveArtifact = (id: number, etag: string | undefined, body: Change): Promise<void> =>
  settle(
    api.PUT('/artifacts/{id}', {
      params: { path: { id }, header: etag === undefined ? {} : { 'If-Match': etag } },
      body,
    }),
  );

/** Notes the visit, for the list of what was seen last. */
export const noteVisit = (id: number): Promise<void> =>
  settle(api.POST('/users/{id}/history', { params: { path: { id: 'self' } }, body: { artifact: { id } } }));
