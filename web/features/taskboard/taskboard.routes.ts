import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../platform/root-route.ts';
import { readBoardFilter } from '../../ui/board/filter/board-filter.ts';
import type { BoardFilter } from '../../ui/board/filter/board-filter.ts';

/** What of the board is shown, kept in the address; whether closed cards are shown, each person has for each board. */
export interface TaskboardSearch {
  /** Only cards with these words in their title or number, and rows with them. */
  q?: string;
  mine?: true;
  /** Only cards of one of these people, by `people`; 100 stands for cards of nobody. */
  filter?: BoardFilter;
}

const taskboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/milestones/$id/taskboard',
  validateSearch: ({ q, mine, filter }: Record<string, unknown>): TaskboardSearch => {
    const values = readBoardFilter(filter);
    return {
      ...((typeof q === 'string' && q !== '') || typeof q === 'number' ? { q: String(q) } : {}),
      ...(mine === true ? { mine } : {}),
      ...(values === undefined ? {} : { filter: values }),
    };
  },
  component: lazyRouteComponent(() => import('./taskboard.page.tsx'), 'TaskboardPage'),
});

export const taskboardRoutes = [taskboardRoute] as const;
