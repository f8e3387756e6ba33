import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../platform/root-route.ts';

const searchRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/search',
  /** `q` are the words; `project` narrows to one project by its id. */
  validateSearch: ({ q, project }: Record<string, unknown>): { q?: string; project?: number } => ({
    ...(typeof q === 'string' || typeof q === 'number' ? { q: String(q) } : {}),
    ...(typeof project === 'number' && Number.isInteger(project) && project > 0 ? { project } : {}),
  }),
  component: lazyRouteComponent(() => import('./search.page.tsx'), 'SearchPage'),
});

export const searchRoutes = [searchRoute] as const;
