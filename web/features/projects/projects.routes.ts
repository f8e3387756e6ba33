import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../platform/root-route.ts';

export const projectListRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/projects',
  component: lazyRouteComponent(() => import('./project-list.page.tsx'), 'ProjectListPage'),
});

export const newProjectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/projects/new',
  component: lazyRouteComponent(() => import('./new-project.page.tsx'), 'NewProjectPage'),
});

export const projectHomeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/projects/$project',
  component: lazyRouteComponent(() => import('./project-home.page.tsx'), 'ProjectHomePage'),
});

export const trackerListRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/projects/$project/trackers',
  component: lazyRouteComponent(() => import('./tracker-list.page.tsx'), 'TrackerListPage'),
});

export const projectsRoutes = [projectListRoute, newProjectRoute, projectHomeRoute, trackerListRoute] as const;
