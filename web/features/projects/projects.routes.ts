import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../platform/root-route.ts';
import type { ListWish } from './projects.queries.ts';

const isFilter = (value: unknown): value is NonNullable<ListWish['filter']> =>
  value === 'mine' || value === 'public' || value === 'private';

const projectListRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/projects',
  validateSearch: ({ q, filter, category, order }: Record<string, unknown>): ListWish => ({
    ...((typeof q === 'string' && q !== '') || typeof q === 'number' ? { q: String(q) } : {}),
    ...(isFilter(filter) ? { filter } : {}),
    ...(typeof category === 'number' && Number.isSafeInteger(category) && category > 0 ? { category } : {}),
    ...(order === 'newest' ? { order } : {}),
  }),
  component: lazyRouteComponent(() => import('./project-list.page.tsx'), 'ProjectListPage'),
});

const newProjectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/projects/new',
  component: lazyRouteComponent(() => import('./new-project.page.tsx'), 'NewProjectPage'),
});

const projectHomeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/projects/$project',
  component: lazyRouteComponent(() => import('./project-home.page.tsx'), 'ProjectHomePage'),
});

export const projectsRoutes = [projectListRoute, newProjectRoute, projectHomeRoute] as const;
