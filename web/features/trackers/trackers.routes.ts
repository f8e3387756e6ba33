import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../platform/root-route.ts';

/** What the report shows, kept in the address. */
interface ReportSearch {
  /** Words, or a condition of the query language where `isQuery`. */
  q?: string;
  isQuery?: boolean;
  /** As the route of artifacts takes it. */
  sort?: string;
}

const reportRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/trackers/$tracker',
  validateSearch: ({ q, isQuery, sort }: Record<string, unknown>): ReportSearch => ({
    ...(typeof q === 'string' && q !== '' ? { q } : {}),
    ...(isQuery === true ? { isQuery } : {}),
    ...(typeof sort === 'string' && sort !== '' ? { sort } : {}),
  }),
  component: lazyRouteComponent(() => import('./report.page.tsx'), 'ReportPage'),
});

export const trackersRoutes = [reportRoute] as const;
