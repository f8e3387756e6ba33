// What the pages of dashboards read and write.
import { queryOptions } from '@tanstack/react-query';
import { api, settle, take, takeTagged } from '../../platform/api.ts';
import type { Tagged } from '../../platform/api.ts';
import { writeLines } from './dashboard-layout.ts';
import type { Dashboard } from './dashboard-layout.ts';
import { noteIds } from './widget-ids.ts';

export const readDashboard = (id: number): Promise<Tagged<Dashboard>> =>
  takeTagged(api.GET('/dashboards/{id}', { params: { path: { id } } }));

export const dashboardQuery = (id: number) =>
  queryOptions({ queryKey: ['/dashboards', id], queryFn: () => readDashboard(id) });

/** Replaces name and lines of the version that `etag` names; gives the dashboard as it is then, with its tag. */
export async function saveDashboard({ etag }: Tagged<Dashboard>, next: Dashboard): Promise<Tagged<Dashboard>> {
  const { id, name, lines } = next;
  const saved = await take(
    api.PUT('/dashboards/{id}', {
      params: { path: { id }, header: etag === undefined ? {} : { 'If-Match': etag } },
      body: { name, lines: writeLines(lines) },
    }),
  );
  noteIds(lines, saved.lines);
  return readDashboard(id);
}

export const removeDashboard = (id: number): Promise<void> =>
  settle(api.DELETE('/dashboards/{id}', { params: { path: { id } } }));

/** All dashboards of one owner in another order. */
export const orderDashboards = (ids: readonly number[]): Promise<void> =>
  settle(api.PUT('/dashboard_order', { body: { ids: [...ids] } }));
