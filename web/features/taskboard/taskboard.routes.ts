import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../platform/root-route.ts';

/** What of the board is shown, kept in the address; whether closed cards are shown, each person has for each board. */
export interface TaskboardSearch {
  /** Only cards with these words in their title or number, and rows with them. */
  q?: string;
  mine?: true;
}

const taskboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/milestones/$id/taskboard',
  validateSearch: ({ q, mine }: Record<string, unknown>): TaskboardSearch => ({
    ...((typeof q === 'string' && q !== '') || typeof q === 'number' ? { q: String(q) } : {}),
    ...(mine === true ? { mine } : {}),
  }),
  component: lazyRouteComponent(() => import('./taskboard.page.tsx'), 'TaskboardPage'),
});

export const taskboardRoutes = [taskboardRoute] as const;
