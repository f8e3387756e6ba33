// The route tree and the providers around it. Routes come from their own modules, not from the doors of features: what a door
// gives to other pages would be in the first script.
import { QueryClientProvider } from '@tanstack/react-query';
import { createRouter, RouterProvider as Router } from '@tanstack/react-router';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { StrictMode, useState } from 'react';
import type { ReactNode } from 'react';
import { I18nProvider, RouterProvider as AriaRouter } from 'react-aria-components';
import { administrationRoutes } from './features/administration/administration.routes.ts';
import { Frame, NotFound } from './features/frame/index.ts';
import { firstStartRoutes } from './features/first-start/first-start.routes.ts';
import { homeRoutes } from './features/home/home.routes.ts';
import { dashboardsRoutes } from './features/dashboards/dashboards.routes.ts';
import { artifactsRoutes } from './features/artifacts/artifacts.routes.ts';
import { inboxRoutes } from './features/inbox/inbox.routes.ts';
import { kanbanRoutes } from './features/kanban/kanban.routes.ts';
import { peopleRoutes } from './features/people/people.routes.ts';
import { planningRoutes } from './features/planning/planning.routes.ts';
import { programRoutes } from './features/program/program.routes.ts';
import { projectsRoutes } from './features/projects/projects.routes.ts';
import { reportsRoutes } from './features/reports/reports.routes.ts';
import { searchRoutes } from './features/search/search.routes.ts';
import { taskboardRoutes } from './features/taskboard/taskboard.routes.ts';
import { trackerAdministrationRoutes } from './features/tracker-administration/tracker-administration.routes.ts';
import { sourceControlRoutes } from './features/source-control/source-control.routes.ts';
import { trackersRoutes } from './features/trackers/trackers.routes.ts';
import { useEffect } from './platform/effects.ts';
import { currentLocale } from './platform/i18n.ts';
import { mayBeLeaving, whileHere } from './platform/network/connection.ts';
import { queryClient } from './platform/query.ts';
import { rootRoute } from './platform/root-route.ts';
import { ErrorState, Loading } from './ui/feedback/async-states.tsx';

const routeTree = rootRoute
  .update({ component: Frame, notFoundComponent: NotFound })
  .addChildren([
    ...homeRoutes,
    ...firstStartRoutes,
    ...dashboardsRoutes,
    ...inboxRoutes,
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

/** What failed is told once the browser is known to have stayed: Firefox fails the parts of a page that it leaves. */
function PageError({ error, reset }: ErrorComponentProps): ReactNode {
  const [isHere, setHere] = useState(() => !mayBeLeaving());
  useEffect(() => {
    if (!isHere) void whileHere().then(() => setHere(true));
  }, [isHere]);
  return isHere ? <ErrorState error={error} onRetry={reset} /> : <Loading />;
}

const makeRouter = () =>
  createRouter({
    routeTree,
    context: { queryClient },
    scrollRestoration: true,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 150,
    // What is there is shown, however short the waiting was.
    defaultPendingMinMs: 0,
    defaultPendingComponent: Loading,
    defaultErrorComponent: PageError,
  });
type AppRouter = ReturnType<typeof makeRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}

/** The pages with the history of the browser. */
export function createApp(): { router: AppRouter; App: () => ReactNode } {
  const router = makeRouter();
  const App = (): ReactNode => (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <I18nProvider locale={currentLocale()}>
          <AriaRouter navigate={(to) => void router.navigate({ href: to })}>
            <Router router={router} />
          </AriaRouter>
        </I18nProvider>
      </QueryClientProvider>
    </StrictMode>
  );
  return { router, App };
}
