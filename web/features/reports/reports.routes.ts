import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../platform/root-route.ts';
import { readBoardFilter } from '../../ui/board/filter/board-filter.ts';
import type { BoardFilter } from '../../ui/board/filter/board-filter.ts';

/** The query that is asked, and the project whose saved queries are beside it. */
export interface QueriesSearch {
  q?: string;
  project?: number;
  /** The list that makes the columns of a board; a table without. */
  by?: string;
}

const isListName = (by: unknown): by is string => typeof by === 'string' && /^@?\w{1,255}$/.test(by);

const queriesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/queries',
  validateSearch: ({ q, project, by }: Record<string, unknown>): QueriesSearch => ({
    ...(typeof q === 'string' && q !== '' ? { q } : {}),
    ...(Number.isSafeInteger(project) && Number(project) > 0 ? { project: Number(project) } : {}),
    ...(isListName(by) ? { by } : {}),
  }),
  component: lazyRouteComponent(() => import('./queries.page.tsx'), 'QueriesPage'),
});

/** What of the board of a project is shown. */
export interface IssuesSearch {
  /** Only cards with these words. */
  q?: string;
  /** By `people` and `tracker`. */
  filter?: BoardFilter;
  /** The list that makes the columns; the status without it. */
  by?: string;
}

const issuesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/projects/$project/issues',
  validateSearch: ({ q, filter, by }: Record<string, unknown>): IssuesSearch => {
    const values = readBoardFilter(filter);
    return {
      ...((typeof q === 'string' && q !== '') || typeof q === 'number' ? { q: String(q) } : {}),
      ...(values === undefined ? {} : { filter: values }),
      ...(isListName(by) ? { by } : {}),
    };
  },
  component: lazyRouteComponent(() => import('./open-issues.page.tsx'), 'OpenIssuesPage'),
});

export const reportsRoutes = [queriesRoute, issuesRoute] as const;
