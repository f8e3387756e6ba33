import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../platform/root-route.ts';

/** Which dashboard; the first one without. */
export interface DashboardSearch {
  id?: number;
}

const readSearch = ({ id }: Record<string, unknown>): DashboardSearch =>
  typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? { id } : {};

const ownDashboardsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/dashboards',
  validateSearch: readSearch,
  component: lazyRouteComponent(() => import('./dashboards.page.tsx'), 'OwnDashboardsPage'),
});

const projectDashboardsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/projects/$project/dashboards',
  validateSearch: readSearch,
  component: lazyRouteComponent(() => import('./dashboards.page.tsx'), 'ProjectDashboardsPage'),
});

const projectHomeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/projects/$project',
  component: lazyRouteComponent(() => import('./dashboards.page.tsx'), 'ProjectHomePage'),
});

export const dashboardsRoutes = [ownDashboardsRoute, projectDashboardsRoute, projectHomeRoute] as const;
