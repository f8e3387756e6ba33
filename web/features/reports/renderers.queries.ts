// What charts and cardwalls of reports read and write.
import { queryOptions } from '@tanstack/react-query';
import { api, settle, take, takeTagged } from '../../platform/api.ts';
import type { Schemas, Tagged } from '../../platform/api.ts';
import type { Beside } from '../../ui/board/board-rules.ts';
import type { ChartSource, ListFilter, Renderer } from './report-types.ts';

const longest = 399;

/** Without what is null. */
function writeSource({ duration, ...source }: ChartSource): { type: ChartSource['type'] } {
  const { type, ...others } = source;
  return {
    type,
    ...Object.fromEntries(Object.entries(others).filter(([, value]) => value !== null)),
    ...(duration === null || duration < 1 ? {} : { duration: Math.min(duration, longest) }),
  };
}

/** Below the artifacts of its tracker, so that it is read again when one of them changes. */
export const chartQuery = (trackerId: number, source: ChartSource, filter: ListFilter) =>
  queryOptions({
    queryKey: ['/trackers', trackerId, 'artifacts', 'chart', source, filter],
    queryFn: ({ signal }) =>
      take(
        api.GET('/trackers/{id}/chart_content', {
          params: { path: { id: trackerId }, query: { ...writeSource(source), ...filter } },
          signal,
        }),
      ),
  });

/** Cards that a wall shows at most. */
export const cardsMax = 1000;

export const cardsKey = (trackerId: number, fieldId: number, filter: ListFilter) =>
  ['/trackers', trackerId, 'artifacts', 'cards', fieldId, filter] as const;

export const cardsQuery = (trackerId: number, fieldId: number, filter: ListFilter) =>
  queryOptions({
    queryKey: cardsKey(trackerId, fieldId, filter),
    queryFn: ({ signal }) =>
      takeTagged(
        api.GET('/trackers/{id}/artifacts', {
          params: {
            path: { id: trackerId },
            query: { ...filter, values: 'all', fields: String(fieldId), limit: cardsMax },
          },
          signal,
        }),
      ),
  });

/** The artifact as it is now, with what one may do with it. */
export const readArtifact = (id: number): Promise<Tagged<Schemas['Artifact']>> =>
  takeTagged(
    api.GET('/artifacts/{id}', {
      params: { path: { id }, query: { with_allowed_actions: true, tracker_structure_format: 'complete' } },
    }),
  );

export const saveValues = (id: number, etag: string | undefined, fieldId: number, valueIds: number[]): Promise<void> =>
  settle(
    api.PUT('/artifacts/{id}', {
      params: { path: { id }, header: etag === undefined ? {} : { 'If-Match': etag } },
      body: { values: [{ field_id: fieldId, bind_value_ids: valueIds }] },
    }),
  );

/** Puts them, in this order, beside another one in the order of all boards. */
export const orderArtifacts = (ids: number[], { id, direction }: Beside): Promise<void> =>
  settle(api.PATCH('/artifact_order', { body: { ids, direction, compared_to: id } }));

const path = (id: number, renderer: number) => ({ id, renderer_id: renderer });
const guard = (etag: string | undefined) => (etag === undefined ? {} : { 'If-Match': etag });

/** The renderer as it is now, with the tag of its report. */
export const readRenderer = (reportId: number, id: number): Promise<Tagged<Renderer>> =>
  takeTagged(api.GET('/tracker_reports/{id}/renderers/{renderer_id}', { params: { path: path(reportId, id) } }));

export const addRenderer = (reportId: number, body: Schemas['NewRenderer']): Promise<Renderer> =>
  take(api.POST('/tracker_reports/{id}/renderers', { params: { path: { id: reportId } }, body }));

export const changeRenderer = (
  reportId: number,
  id: number,
  etag: string | undefined,
  body: Schemas['RendererChange'],
): Promise<Renderer> =>
  take(
    api.PATCH('/tracker_reports/{id}/renderers/{renderer_id}', {
      params: { path: path(reportId, id), header: guard(etag) },
      body,
    }),
  );

export const removeRenderer = (reportId: number, id: number, etag: string | undefined): Promise<void> =>
  settle(
    api.DELETE('/tracker_reports/{id}/renderers/{renderer_id}', {
      params: { path: path(reportId, id), header: guard(etag) },
    }),
  );
