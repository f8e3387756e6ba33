import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../platform/root-route.ts';
import { readReference, readSearch } from './search-address.ts';

const searchRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/search',
  validateSearch: readSearch,
  component: lazyRouteComponent(() => import('./search.page.tsx'), 'SearchPage'),
});

/** Where addresses of references lead whose keyword a project may have for itself. */
const referenceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/goto',
  validateSearch: readReference,
  component: lazyRouteComponent(() => import('./reference.page.tsx'), 'ReferencePage'),
});

export const searchRoutes = [searchRoute, referenceRoute] as const;
