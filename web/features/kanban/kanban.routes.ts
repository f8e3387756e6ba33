import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../platform/root-route.ts';

/** What of the board is shown, kept in the address. */
export interface KanbanSearch {
  /** Only cards with these words in their title or number. */
  q?: string;
  /** A public report that filters. */
  report?: number;
  /** The column of what is closed as well. */
  archive?: true;
}

const kanbanRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/kanban/$id',
  validateSearch: ({ q, report, archive }: Record<string, unknown>): KanbanSearch => ({
    ...(typeof q === 'string' && q !== '' ? { q } : {}),
    ...(Number.isSafeInteger(report) && Number(report) > 0 ? { report: Number(report) } : {}),
    ...(archive === true ? { archive } : {}),
  }),
  component: lazyRouteComponent(() => import('./kanban.page.tsx'), 'KanbanPage'),
});

export const kanbanRoutes = [kanbanRoute] as const;
