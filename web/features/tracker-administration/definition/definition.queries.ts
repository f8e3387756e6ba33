// What the administration of a tracker reads and sends.
import { queryOptions } from '@tanstack/react-query';
import { listIn, numberIn, textIn } from '../../../platform/parse-unknown.ts';
import { api, take, takeTagged } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { readAll } from '../../../platform/query.ts';
import { readDefinition } from './definition-draft.ts';
import type { DefinitionDraft } from './definition-draft.ts';
import { fieldIs } from '../../fields/index.ts';

const fieldsMax = 1000;

export interface ReadDefinition {
  tracker: Schemas['Tracker'];
  etag: string | undefined;
  definition: DefinitionDraft;
  mayAdministrate: boolean;
}

/** Two reads; where the tracker changes between them, saving says so. */
export async function readTracker(id: number): Promise<ReadDefinition> {
  const params = { path: { id } };
  const [{ data: tracker, etag }, fields] = await Promise.all([
    takeTagged(api.GET('/trackers/{id}', { params })),
    take(api.GET('/trackers/{id}/fields', { params: { ...params, query: { limit: fieldsMax } } })),
  ]);
  const mayAdministrate = tracker.permissions_for_groups !== null;
  return { tracker, etag, mayAdministrate, definition: readDefinition(tracker, fields) };
}

export const definitionQuery = (id: number) =>
  queryOptions({
    queryKey: ['/trackers', id, 'administration'],
    queryFn: () => readTracker(id),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

/** Throws ApiError; status 412 where somebody else saved since `etag` was read. */
export const saveDefinition = (
  id: number,
  body: Schemas['TrackerDocument'],
  etag: string | undefined,
): Promise<Schemas['Tracker']> =>
  take(
    api.PUT('/trackers/{id}', {
      params: { path: { id }, ...(etag === undefined ? {} : { header: { 'If-Match': etag } }) },
      body,
    }),
  );

export const usesQuery = (fieldId: number) =>
  queryOptions({
    queryKey: ['/tracker_fields', fieldId, 'uses'],
    queryFn: () => take(api.GET('/tracker_fields/{id}/uses', { params: { path: { id: fieldId } } })),
    staleTime: 0,
  });

const trackersMax = 50;

/** A list with values of its own. */
export interface ListOfTracker {
  id: number;
  label: string;
  values: readonly { id: number; label: string }[];
}

/** Another tracker of the project. */
export interface Sibling {
  id: number;
  label: string;
  /** 0 for none. */
  parent: number;
  /** Whether its artifacts say themselves when they begin and end. */
  hasTimeframe: boolean;
  lists: readonly ListOfTracker[];
}

const readLists = (fields: readonly Schemas['TrackerField'][]): ListOfTracker[] =>
  fields
    .filter((field) => fieldIs.list(field) && field.bindings.type === 'static')
    .map((field) => ({
      id: field.field_id,
      label: field.label,
      values: listIn(field, 'values').flatMap((value) => {
        const id = numberIn(value, 'id');
        return id === undefined ? [] : [{ id, label: textIn(value, 'label') ?? '' }];
      }),
    }));

/** The other trackers of the project that the reader may see. */
export const siblingsQuery = (projectId: number, trackerId: number) =>
  queryOptions({
    queryKey: ['/projects', projectId, 'siblings', trackerId],
    queryFn: async (): Promise<Sibling[]> => {
      const trackers = await readAll((offset) =>
        takeTagged(
          api.GET('/projects/{id}/trackers', {
            params: { path: { id: projectId }, query: { limit: trackersMax, offset } },
          }),
        ),
      );
      return trackers.flatMap((tracker) =>
        'fields' in tracker && tracker.id !== trackerId
          ? [
              {
                id: tracker.id,
                label: tracker.label,
                parent: tracker.parent?.id ?? 0,
                hasTimeframe: numberIn(tracker.semantics.timeframe, 'start_date_field_id') !== undefined,
                lists: readLists(tracker.fields),
              },
            ]
          : [],
      );
    },
  });
