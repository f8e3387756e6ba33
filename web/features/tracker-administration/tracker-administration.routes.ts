import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadTextBundle } from '../../platform/i18n.ts';
import { rootRoute } from '../../platform/root-route.ts';

const administrationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/trackers/$tracker/administration',
  loader: () =>
    Promise.all([loadTextBundle('administration'), import('../fields/index.ts').then(({ loadParts }) => loadParts())]),
  component: lazyRouteComponent(() => import('./administration.layout.tsx'), 'AdministrationLayout'),
});

const formRoute = createRoute({
  getParentRoute: () => administrationRoute,
  path: '/',
  loader: async () => (await import('./form/mock.tsx')).preloadSketches(),
  component: lazyRouteComponent(() => import('./form/form.page.tsx'), 'FormPage'),
});

const generalRoute = createRoute({
  getParentRoute: () => administrationRoute,
  path: '/general',
  component: lazyRouteComponent(() => import('./general/general.page.tsx'), 'GeneralPage'),
});

const permissionsRoute = createRoute({
  getParentRoute: () => administrationRoute,
  path: '/permissions',
  component: lazyRouteComponent(() => import('./general/permissions.page.tsx'), 'PermissionsPage'),
});

const semanticsRoute = createRoute({
  getParentRoute: () => administrationRoute,
  path: '/semantics',
  component: lazyRouteComponent(() => import('./semantics/semantics.page.tsx'), 'SemanticsPage'),
});

const workflowRoute = createRoute({
  getParentRoute: () => administrationRoute,
  path: '/workflow',
  component: lazyRouteComponent(() => import('./workflow/workflow.page.tsx'), 'WorkflowPage'),
});

const rulesRoute = createRoute({
  getParentRoute: () => administrationRoute,
  path: '/rules',
  component: lazyRouteComponent(() => import('./rules/rules.page.tsx'), 'RulesPage'),
});

const aroundRoute = createRoute({
  getParentRoute: () => administrationRoute,
  path: '/messages',
  component: lazyRouteComponent(() => import('./notifications/notifications.page.tsx'), 'NotificationsPage'),
});

const newTrackerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/projects/$project/trackers/new',
  loader: () => loadTextBundle('administration'),
  component: lazyRouteComponent(() => import('./general/new-tracker.page.tsx'), 'NewTrackerPage'),
});

const importRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/trackers/$tracker/import',
  loader: () => loadTextBundle('administration'),
  component: lazyRouteComponent(() => import('./import/import.page.tsx'), 'ImportPage'),
});

export const trackerAdministrationRoutes = [
  administrationRoute.addChildren([
    formRoute,
    generalRoute,
    permissionsRoute,
    semanticsRoute,
    workflowRoute,
    rulesRoute,
    aroundRoute,
  ]),
  newTrackerRoute,
  importRoute,
] as const;
