import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../platform/root-route.ts';
import { readSearch } from './search-address.ts';

const searchRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/search',
  validateSearch: readSearch,
  component: lazyRouteComponent(() => import('./search.page.tsx'), 'SearchPage'),
});

export const searchRoutes = [searchRoute] as const;
