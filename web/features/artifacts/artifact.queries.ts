// What the page of an artifact reads and writes.
import { queryOptions } from '@tanstack/react-query';
import { api, isRefusedWith, settle, take, takeTagged } from '../../platform/api.ts';
import type { Schemas } from '../../platform/api.ts';
import { listIn, numberIn } from '../../platform/parse-unknown.ts';

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

/** What the form of a new artifact is made of; `id` as it stands in the address. */
export const formQuery = (id: string) =>
  queryOptions({
    queryKey: ['/trackers', id],
    queryFn: () => take(api.GET('/trackers/{id}', { params: { path: { id: Number(id) } } })),
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

/** Times that a comment with files is sent anew because somebody was quicker with something else. */
const triesMax = 4;

/** Adds a comment with files, which come to those that the artifact has by then. */
export async function saveWithFiles(
  id: number,
  fieldId: number,
  files: readonly { id: number }[],
  comment: NonNullable<Change['comment']>,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    const { data, etag } = await takeTagged(api.GET('/artifacts/{id}', { params: { path: { id } } }));
    const held = listIn(
      data.values?.find(({ field_id: at }) => at === fieldId),
      'file_descriptions',
    );
    const ids = new Set([...held.map((file) => numberIn(file, 'id') ?? 0), ...files.map((file) => file.id)]);
    try {
      return await saveArtifact(id, etag, { values: [{ field_id: fieldId, value: [...ids] }], comment });
    } catch (error) {
      if (!isRefusedWith(error, 412) || tries >= triesMax) throw error;
    }
  }
}

/** Notes the visit, for the list of what was seen last. */
export const addToRecent = (id: number): Promise<void> =>
  settle(api.POST('/users/{id}/history', { params: { path: { id: 'self' } }, body: { artifact: { id } } }));
