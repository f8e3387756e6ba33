import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { localPath } from '../../platform/addresses.ts';
import { rootRoute } from '../../platform/root-route.ts';

/** `next`: where to go afterwards, on this site. */
const readNext = ({ next }: Record<string, unknown>): { next?: string } =>
  typeof next === 'string' ? { next: localPath(next, location.origin) } : {};

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: readNext,
  component: lazyRouteComponent(() => import('./sign-in/sign-in.page.tsx'), 'SignInPage'),
});

const registerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/register',
  component: lazyRouteComponent(() => import('./sign-in/register.page.tsx'), 'RegisterPage'),
});

const legalRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/legal/$text',
  component: lazyRouteComponent(() => import('./sign-in/legal.page.tsx'), 'LegalPage'),
});

const lostPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/lost-password',
  component: lazyRouteComponent(() => import('./sign-in/lost-password.page.tsx'), 'LostPasswordPage'),
});

const newPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/new-password',
  component: lazyRouteComponent(() => import('./sign-in/new-password.page.tsx'), 'NewPasswordPage'),
});

const confirmEmailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/confirm-email',
  component: lazyRouteComponent(() => import('./sign-in/confirm-email.page.tsx'), 'ConfirmEmailPage'),
});

const welcomeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/welcome',
  validateSearch: readNext,
  component: lazyRouteComponent(() => import('./sign-in/welcome.page.tsx'), 'WelcomePage'),
});

const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account',
  component: lazyRouteComponent(() => import('./account/account.layout.tsx'), 'AccountLayout'),
});

const profileRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./account/profile.page.tsx'), 'ProfilePage'),
});

const appearanceRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/appearance',
  component: lazyRouteComponent(() => import('./account/appearance.page.tsx'), 'AppearancePage'),
});

const editingRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/editing',
  component: lazyRouteComponent(() => import('./account/editing.page.tsx'), 'EditingPage'),
});

const notificationsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/notifications',
  component: lazyRouteComponent(() => import('./account/notifications.page.tsx'), 'NotificationsPage'),
});

const keysRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/keys',
  component: lazyRouteComponent(() => import('./account/keys.page.tsx'), 'KeysPage'),
});

const securityRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/security',
  component: lazyRouteComponent(() => import('./account/security.page.tsx'), 'SecurityPage'),
});

const shortcutsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/shortcuts',
  component: lazyRouteComponent(() => import('./account/shortcuts.page.tsx'), 'ShortcutsPage'),
});

const personRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/users/$name',
  component: lazyRouteComponent(() => import('./person.page.tsx'), 'PersonPage'),
});

export const peopleRoutes = [
  signInRoute,
  registerRoute,
  legalRoute,
  lostPasswordRoute,
  newPasswordRoute,
  confirmEmailRoute,
  welcomeRoute,
  accountRoute.addChildren([
    profileRoute,
    appearanceRoute,
    editingRoute,
    notificationsRoute,
    keysRoute,
    securityRoute,
    shortcutsRoute,
  ]),
  personRoute,
] as const;
