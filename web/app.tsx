// The route tree and the providers around it.
import { QueryClientProvider } from '@tanstack/react-query';
import { createRouter, RouterProvider as Router } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { I18nProvider, RouterProvider as AriaRouter } from 'react-aria-components';
import { administrationRoutes } from './features/administration/index.ts';
import { Frame, NotFound } from './features/frame/index.ts';
import { firstStartRoutes } from './features/first-start/index.ts';
import { homeRoutes } from './features/home/index.ts';
import { dashboardsRoutes } from './features/dashboards/index.ts';
import { artifactsRoutes } from './features/artifacts/index.ts';
import { kanbanRoutes } from './features/kanban/index.ts';
import { peopleRoutes } from './features/people/index.ts';
import { planningRoutes } from './features/planning/index.ts';
import { programRoutes } from './features/program/index.ts';
import { projectsRoutes } from './features/projects/index.ts';
import { reportsRoutes } from './features/reports/index.ts';
import { searchRoutes } from './features/search/index.ts';
import { taskboardRoutes } from './features/taskboard/index.ts';
import { trackerAdministrationRoutes } from './features/tracker-administration/index.ts';
import { sourceControlRoutes } from './features/source-control/index.ts';
import { trackersRoutes } from './features/trackers/index.ts';
import { currentLanguage } from './platform/i18n.ts';
import { queryClient } from './platform/query.ts';
import { rootRoute } from './platform/root-route.ts';
import { ErrorState, Loading } from './ui/states.tsx';

const routeTree = rootRoute
  .update({ component: Frame, notFoundComponent: NotFound })
  .addChildren([
    ...homeRoutes,
    ...firstStartRoutes,
    ...dashboardsRoutes,
    ...kanbanRoutes,
    ...peopleRoutes,
    ...planningRoutes,
    ...programRoutes,
    ...projectsRoutes,
    ...taskboardRoutes,
    ...trackerAdministrationRoutes,
    ...trackersRoutes,
    ...administrationRoutes,
    ...artifactsRoutes,
    ...reportsRoutes,
    ...searchRoutes,
    ...sourceControlRoutes,
  ]);

export const router = createRouter({
  routeTree,
  context: { queryClient },
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 150,
  // What is there is shown, however short the waiting was.
  defaultPendingMinMs: 0,
  defaultPendingComponent: Loading,
  defaultErrorComponent: ({ error, reset }) => <ErrorState error={error} onRetry={reset} />,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

export const App = (): ReactNode => (
  <QueryClientProvider client={queryClient}>
    <I18nProvider locale={currentLanguage()}>
      <AriaRouter navigate={(to) => void router.navigate({ href: to })}>
        <Router router={router} />
      </AriaRouter>
    </I18nProvider>
  </QueryClientProvider>
);
