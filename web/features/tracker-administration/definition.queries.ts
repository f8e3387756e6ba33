// What the administration of a tracker reads and sends.
import { queryOptions } from '@tanstack/react-query';
import { api, take, takeTagged } from '../../platform/api.ts';
import type { Schemas } from '../../platform/api.ts';
import { readDefinition } from './definition-draft.ts';
import type { DefinitionDraft } from './definition-draft.ts';

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

/** Of a project, those that every project has among them. */
export const groupsQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['/projects', projectId, 'user_groups'],
    queryFn: () =>
      take(
        api.GET('/projects/{id}/user_groups', {
          params: { path: { id: projectId }, query: { query: '{"with_system_user_groups":true}' } },
        }),
      ),
  });

export const usesQuery = (fieldId: number) =>
  queryOptions({
    queryKey: ['/tracker_fields', fieldId, 'uses'],
    queryFn: () => take(api.GET('/tracker_fields/{id}/uses', { params: { path: { id: fieldId } } })),
    staleTime: 0,
  });

const trackersMax = 50;

export interface SharedList {
  id: number;
  label: string;
}

/** Lists of other trackers of the project whose values can be shared. */
export const shareableQuery = (projectId: number, trackerId: number) =>
  queryOptions({
    queryKey: ['/projects', projectId, 'shareable', trackerId],
    queryFn: async (): Promise<SharedList[]> => {
      const trackers = await take(
        api.GET('/projects/{id}/trackers', { params: { path: { id: projectId }, query: { limit: trackersMax } } }),
      );
      return trackers.flatMap((tracker) =>
        'fields' in tracker && tracker.id !== trackerId
          ? tracker.fields
              .filter(({ type, bindings }) => ['sb', 'rb', 'msb', 'cb'].includes(type) && bindings.type === 'static')
              .map(({ field_id: id, label }) => ({ id, label: `${tracker.label}: ${label}` }))
          : [],
      );
    },
  });
