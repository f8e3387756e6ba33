import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../platform/root-route.ts';
import { readSearch } from './plan-search.ts';

const backlogRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/projects/$project/backlog',
  validateSearch: readSearch,
  component: lazyRouteComponent(() => import('./backlog.page.tsx'), 'BacklogPage'),
});

const milestonePlanRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/milestones/$id/planning',
  validateSearch: readSearch,
  component: lazyRouteComponent(() => import('./backlog.page.tsx'), 'MilestonePlanPage'),
});

const milestoneRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/milestones/$id',
  component: lazyRouteComponent(() => import('./milestone.page.tsx'), 'MilestonePage'),
});

export const planningRoutes = [backlogRoute, milestonePlanRoute, milestoneRoute] as const;
