import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../platform/root-route.ts';

const projectListRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/projects',
  component: lazyRouteComponent(() => import('./project-list.page.tsx'), 'ProjectListPage'),
});

const projectHomeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/projects/$project',
  component: lazyRouteComponent(() => import('./project-home.page.tsx'), 'ProjectHomePage'),
});

export const projectsRoutes = [projectListRoute, projectHomeRoute] as const;
