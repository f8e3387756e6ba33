// What the page of a program reads and writes.
import { queryOptions } from '@tanstack/react-query';
import { api, settle, take, takeTagged } from '../../platform/api.ts';
import type { Schemas } from '../../platform/api.ts';
import { readAll } from '../../platform/query.ts';
import type { Goal } from '../../ui/board/board-rules.ts';
import { makeArtifact } from '../planning/index.ts';

export type Feature = Schemas['Feature'];
export type Increment = Schemas['ProgramIncrement'];

/** As many as all lists of programs give at a time. */
const limit = 50;

/** The column of what no increment holds. */
export const backlogId = 'backlog';

/** The start of all keys of a program: whatever changes, all is read again, also where the project is. */
export const programKey = (projectId: number): readonly unknown[] => ['/projects', projectId, 'program'];

/** How the program plans, and its teams. */
export const settingQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...programKey(projectId), 'setting'],
    queryFn: () => take(api.GET('/projects/{id}/program_setting', { params: { path: { id: projectId } } })),
  });

export const incrementsQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...programKey(projectId), 'increments'],
    queryFn: (): Promise<Increment[]> =>
      readAll((offset) =>
        takeTagged(
          api.GET('/projects/{id}/program_increments', {
            params: { path: { id: projectId }, query: { limit, offset } },
          }),
        ),
      ),
  });

/** Features of the backlog, or of an increment. */
export const featuresQuery = (projectId: number, list: string) =>
  queryOptions({
    queryKey: [...programKey(projectId), 'features', list],
    queryFn: async (): Promise<{ list: string; features: Feature[] }> => {
      const features = await readAll((offset) =>
        takeTagged(
          list === backlogId
            ? api.GET('/projects/{id}/program_backlog', {
                params: { path: { id: projectId }, query: { limit, offset } },
              })
            : api.GET('/program_increment/{id}/content', {
                params: { path: { id: Number(list) }, query: { limit, offset } },
              }),
        ),
      );
      return { list, features };
    },
  });

export const progressQuery = (projectId: number, id: number) =>
  queryOptions({
    queryKey: [...programKey(projectId), 'progress', id],
    queryFn: () => take(api.GET('/program_increment/{id}/progress', { params: { path: { id } } })),
  });

export const iterationsQuery = (projectId: number, id: number) =>
  queryOptions({
    queryKey: [...programKey(projectId), 'iterations', id],
    queryFn: () => take(api.GET('/program_increment/{id}/iterations', { params: { path: { id }, query: { limit } } })),
  });

/** Brings features to a list, and into their place there, one after another: increments take one at a time. */
export async function planFeatures(
  projectId: number,
  features: readonly { id: number; columnId: string }[],
  { columnId: list, beside }: Goal,
): Promise<void> {
  let place = beside;
  for (const { id, columnId } of features) {
    const body = {
      ...(columnId === list ? {} : { add: [{ id }] }),
      ...(place === undefined ? {} : { order: { ids: [id], direction: place.direction, compared_to: place.id } }),
    };
    await settle(
      list === backlogId
        ? api.PATCH('/projects/{id}/program_backlog', {
            params: { path: { id: projectId } },
            body: { ...body, remove_from_program_increment_to_add_to_the_backlog: true },
          })
        : api.PATCH('/program_increment/{id}/content', { params: { path: { id: Number(list) } }, body }),
    );
    // The next one stands behind this one.
    place = { id, direction: 'after' };
  }
}

/** Makes a feature by its title, in a list. */
export async function addFeature(
  projectId: number,
  list: string,
  { trackerId, fieldId, title }: { trackerId: number; fieldId: number; title: string },
): Promise<void> {
  const id = await makeArtifact(trackerId, [{ field_id: fieldId, value: title }], crypto.randomUUID());
  await planFeatures(projectId, [{ id, columnId: '' }], { columnId: list });
}
