import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../platform/root-route.ts';
import { readKanbanSearch } from './kanban-search.ts';

const kanbanRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/kanban/$id',
  validateSearch: readKanbanSearch,
  // Once, when the page is opened; what the person then asks for is read by the page.
  shouldReload: false,
  loader: async ({ context: { queryClient }, params: { id }, location: { search } }) =>
    (await import('./read-board.ts')).readBoard(queryClient, Number(id), readKanbanSearch(search)),
  component: lazyRouteComponent(() => import('./kanban.page.tsx'), 'KanbanPage'),
});

export const kanbanRoutes = [kanbanRoute] as const;
