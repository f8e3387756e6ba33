import { createRoute, lazyRouteComponent, notFound, redirect } from '@tanstack/react-router';
import { isNumber } from '../../platform/addresses.ts';
import { isRefusedWith } from '../../platform/api.ts';
import { isRecord } from '../../platform/parse-unknown.ts';
import { rootRoute } from '../../platform/root-route.ts';
import { ReportSkeleton } from './report-skeleton.tsx';
import type { ReportSearch } from './report-state.ts';

const textKeys = ['q', 'where', 'sort', 'columns', 'group', 'view'] as const;
const numberKeys = ['report', 'peek'] as const;

/** Nonsense in an address counts as nothing said. An older form had conditions in `q`, marked by `isQuery`. */
export function readReportSearch(search: Record<string, unknown>): ReportSearch {
  const parts: Record<string, unknown> =
    search['isQuery'] === true ? { ...search, q: undefined, where: search['q'] } : search;
  const found: ReportSearch = {};
  for (const key of textKeys) {
    const value = parts[key];
    if (typeof value === 'string' || typeof value === 'number') found[key] = String(value);
  }
  for (const key of numberKeys) {
    const value = Number(parts[key] ?? Number.NaN);
    if (Number.isSafeInteger(value) && value > 0) found[key] = value;
  }
  if (isRecord(parts['also'])) found.also = parts['also'];
  if (isRecord(parts['criteria'])) found.criteria = parts['criteria'];
  if (parts['asQuery'] === true) found.asQuery = true;
  return found;
}

const reportRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/trackers/$tracker',
  validateSearch: readReportSearch,
  // Once, when the page is opened; what the person then asks for is read by the page.
  shouldReload: false,
  loader: async ({ context: { queryClient }, params: { tracker }, location: { search } }) =>
    (await import('./read-report.ts')).readReport(queryClient, Number(tracker), readReportSearch(search)),
  pendingComponent: ReportSkeleton,
  component: lazyRouteComponent(() => import('./report.page.tsx'), 'ReportPage'),
});

/** Where addresses lead that name a report and no tracker, with what they ask for. */
const reportAloneRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reports/$report',
  validateSearch: readReportSearch,
  loader: async ({ context: { queryClient }, params: { report }, location: { search } }): Promise<void> => {
    if (!isNumber(report)) notFound({ throw: true });
    const { reportQuery } = await import('./read-report.ts');
    const { id, tracker } = await queryClient.ensureQueryData(reportQuery(Number(report))).catch((error: unknown) => {
      if (isRefusedWith(error, 403, 404)) notFound({ throw: true });
      throw error;
    });
    redirect({
      to: '/trackers/$tracker',
      params: { tracker: String(tracker.id) },
      search: { ...readReportSearch(search), report: id },
      replace: true,
      throw: true,
    });
  },
});

const trackerListRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/projects/$project/trackers',
  validateSearch: ({ q }: Record<string, unknown>): { q?: string } => (typeof q === 'string' && q !== '' ? { q } : {}),
  component: lazyRouteComponent(() => import('./tracker-list.page.tsx'), 'TrackerListPage'),
});

export const trackersRoutes = [reportRoute, reportAloneRoute, trackerListRoute] as const;
