import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { localPath } from '../../platform/addresses.ts';
import { rootRoute } from '../../platform/root-route.ts';

const textIn = (search: Record<string, unknown>, name: string): string | undefined => {
  const value = search[name];
  return typeof value === 'string' ? value : undefined;
};

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  /** `next`: where to go afterwards, on this site. */
  validateSearch: (search: Record<string, unknown>): { next?: string } => {
    const next = textIn(search, 'next');
    return next === undefined ? {} : { next: localPath(next) };
  },
  component: lazyRouteComponent(() => import('./sign-in.page.tsx'), 'SignInPage'),
});

export const registerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/register',
  component: lazyRouteComponent(() => import('./register.page.tsx'), 'RegisterPage'),
});

export const lostPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/lost-password',
  component: lazyRouteComponent(() => import('./lost-password.page.tsx'), 'LostPasswordPage'),
});

export const newPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/lost-password/$token',
  component: lazyRouteComponent(() => import('./new-password.page.tsx'), 'NewPasswordPage'),
});

export const confirmEmailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/confirm-email/$token',
  component: lazyRouteComponent(() => import('./confirm-email.page.tsx'), 'ConfirmEmailPage'),
});

export const welcomeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/welcome',
  component: lazyRouteComponent(() => import('./welcome.page.tsx'), 'WelcomePage'),
});

export const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account',
  component: lazyRouteComponent(() => import('./account.page.tsx'), 'AccountPage'),
});

export const accountTabRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/$tab',
  component: lazyRouteComponent(() => import('./account.page.tsx'), 'AccountPage'),
});

export const personRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/users/$name',
  component: lazyRouteComponent(() => import('./person.page.tsx'), 'PersonPage'),
});

export const peopleRoutes = [
  signInRoute,
  registerRoute,
  lostPasswordRoute,
  newPasswordRoute,
  confirmEmailRoute,
  welcomeRoute,
  accountRoute,
  accountTabRoute,
  personRoute,
] as const;
