// What pages read of trackers and their reports.
import { queryOptions } from '@tanstack/react-query';
import { api, take, takeTagged } from '../../platform/api.ts';
import type { Batch, BatchAnswer, FullReport, ListFilter, ListQuery } from './shapes.ts';

export const trackerQuery = (id: number) =>
  queryOptions({
    queryKey: ['/trackers', id],
    queryFn: () => take(api.GET('/trackers/{id}', { params: { path: { id } } })),
    staleTime: 5 * 60_000,
  });

const reportsMax = 1000;

/** Everybody's reports and one's own. */
export const reportsQuery = (trackerId: number) =>
  queryOptions({
    queryKey: ['/trackers', trackerId, 'reports'],
    queryFn: () =>
      take(
        api.GET('/trackers/{id}/tracker_reports', {
          params: { path: { id: trackerId }, query: { limit: reportsMax } },
        }),
      ),
  });

export const reportQuery = (id: number) =>
  queryOptions({
    queryKey: ['/tracker_reports', id],
    queryFn: async (): Promise<FullReport> => {
      const report = await take(
        api.GET('/tracker_reports/{id}', { params: { path: { id }, query: { representation: 'full' } } }),
      );
      if (!('renderers' in report)) throw new Error('the report came without its content');
      return report;
    },
  });

/** Rows that are read at a time. */
export const pageSize = 50;

export const pageQuery = (trackerId: number, query: ListQuery, page: number) =>
  queryOptions({
    queryKey: ['/trackers', trackerId, 'artifacts', query, page],
    queryFn: ({ signal }) =>
      takeTagged(
        api.GET('/trackers/{id}/artifacts', {
          params: {
            path: { id: trackerId },
            query: { ...query, values: 'all', limit: pageSize, offset: page * pageSize },
          },
          signal,
        }),
      ),
  });

export const summaryQuery = (trackerId: number, filter: ListFilter, groupBy: string, fields: string) =>
  queryOptions({
    queryKey: ['/trackers', trackerId, 'artifacts', 'summary', filter, groupBy, fields],
    queryFn: ({ signal }) =>
      take(
        api.GET('/trackers/{id}/summary', {
          params: {
            path: { id: trackerId },
            query: {
              ...filter,
              ...(groupBy === '' ? {} : { group_by: groupBy }),
              ...(fields === '' ? {} : { fields }),
            },
          },
          signal,
        }),
      ),
  });

/** As many as one batch may change. */
export const batchMax = 1000;

/** The first ids of everything that matches, in the order of the list. */
export const listIds = async (trackerId: number, query: ListQuery): Promise<readonly number[]> => {
  const artifacts = await take(
    api.GET('/trackers/{id}/artifacts', {
      params: { path: { id: trackerId }, query: { ...query, values: 'none', limit: batchMax } },
    }),
  );
  return artifacts.map(({ id }) => id);
};

export const sendBatch = (body: Batch): Promise<BatchAnswer> => take(api.POST('/artifacts/batch', { body }));
