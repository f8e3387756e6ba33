// What the pages of dashboards read and write.
import { queryOptions } from '@tanstack/react-query';
import { api, settle, takeTagged } from '../../platform/api.ts';
import type { Tagged } from '../../platform/api.ts';
import { writeLines } from './dashboard-layout.ts';
import type { Dashboard, Line } from './dashboard-layout.ts';

const readDashboard = (id: number): Promise<Tagged<Dashboard>> =>
  takeTagged(api.GET('/dashboards/{id}', { params: { path: { id } } }));

export const dashboardQuery = (id: number) =>
  queryOptions({ queryKey: ['/dashboards', id], queryFn: () => readDashboard(id) });

/** Replaces name and lines of the version that `etag` names; gives the dashboard as it is then, with its tag. */
export async function saveDashboard(
  id: number,
  etag: string | undefined,
  { name, lines }: { name: string; lines: readonly Line[] },
): Promise<Tagged<Dashboard>> {
  await settle(
    api.PUT('/dashboards/{id}', {
      params: { path: { id }, header: etag === undefined ? {} : { 'If-Match': etag } },
      body: { name, lines: writeLines(lines) },
    }),
  );
  return readDashboard(id);
}

export const removeDashboard = (id: number): Promise<void> =>
  settle(api.DELETE('/dashboards/{id}', { params: { path: { id } } }));

/** All dashboards of one owner in another order. */
export const orderDashboards = (ids: readonly number[]): Promise<void> =>
  settle(api.PUT('/dashboard_order', { body: { ids: [...ids] } }));
