import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../platform/root-route.ts';
import { readInbox } from './inbox-address.ts';

const inboxRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/inbox',
  validateSearch: readInbox,
  component: lazyRouteComponent(() => import('./inbox.page.tsx'), 'InboxPage'),
});

export const inboxRoutes = [inboxRoute] as const;
