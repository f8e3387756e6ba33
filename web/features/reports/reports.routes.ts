import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../platform/root-route.ts';

/** The query that is asked, and the project whose saved queries are beside it. */
export interface QueriesSearch {
  q?: string;
  project?: number;
  /** The list that makes the columns of a board; a table without. */
  by?: string;
}

const queriesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/queries',
  validateSearch: ({ q, project, by }: Record<string, unknown>): QueriesSearch => ({
    ...(typeof q === 'string' && q !== '' ? { q } : {}),
    ...(Number.isSafeInteger(project) && Number(project) > 0 ? { project: Number(project) } : {}),
    ...(typeof by === 'string' && /^@?\w{1,255}$/.test(by) ? { by } : {}),
  }),
  component: lazyRouteComponent(() => import('./queries.page.tsx'), 'QueriesPage'),
});

export const reportsRoutes = [queriesRoute] as const;
