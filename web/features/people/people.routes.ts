import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { localPath } from '../../platform/addresses.ts';
import { rootRoute } from '../../platform/root-route.ts';

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  /** `next`: where to go afterwards, on this site. */
  validateSearch: ({ next }: Record<string, unknown>): { next?: string } =>
    typeof next === 'string' ? { next: localPath(next) } : {},
  component: lazyRouteComponent(() => import('./sign-in.page.tsx'), 'SignInPage'),
});

const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account',
  component: lazyRouteComponent(() => import('./account.page.tsx'), 'AccountPage'),
});

export const peopleRoutes = [signInRoute, accountRoute] as const;
