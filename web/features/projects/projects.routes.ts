import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../platform/root-route.ts';
import type { ListWish } from './projects.queries.ts';

const isFilter = (value: unknown): value is NonNullable<ListWish['filter']> =>
  value === 'mine' || value === 'public' || value === 'private';

const projectListRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/projects',
  // Every key is there, because the router keeps what an address says of keys that are left out.
  validateSearch: ({ q, filter, category, order }: Record<string, unknown>): ListWish => ({
    q: (typeof q === 'string' && q !== '') || typeof q === 'number' ? String(q) : undefined,
    filter: isFilter(filter) ? filter : undefined,
    category: typeof category === 'number' && Number.isSafeInteger(category) && category > 0 ? category : undefined,
    order: order === 'newest' ? order : undefined,
  }),
  component: lazyRouteComponent(() => import('./project-list.page.tsx'), 'ProjectListPage'),
});

const newProjectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/projects/new',
  validateSearch: ({ from }: Record<string, unknown>): { from?: 'archive' } => (from === 'archive' ? { from } : {}),
  component: lazyRouteComponent(() => import('./new-project.page.tsx'), 'NewProjectPage'),
});

const projectOverviewRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/projects/$project/overview',
  component: lazyRouteComponent(() => import('./project-overview.page.tsx'), 'ProjectOverviewPage'),
});

export const projectsRoutes = [projectListRoute, newProjectRoute, projectOverviewRoute] as const;
