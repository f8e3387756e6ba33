import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../platform/root-route.ts';

export const reportRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/trackers/$tracker',
  component: lazyRouteComponent(() => import('./report.page.tsx'), 'ReportPage'),
});

export const queriesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/queries',
  component: lazyRouteComponent(() => import('./queries.page.tsx'), 'QueriesPage'),
});

export const trackersRoutes = [reportRoute, queriesRoute] as const;
