// The root of the route tree. Features add their routes below it; the application gives it its frame.
import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, redirect } from '@tanstack/react-router';
import { loadTextBundle } from './i18n.ts';
import { selfQuery, siteQuery } from './session.ts';

/** Whether the site shows nothing to visitors, and nobody is signed in; both are read before the first page. */
const isClosedToNobody = (client: QueryClient): boolean =>
  client.getQueryData(siteQuery.queryKey)?.access_mode !== 'anonymous' &&
  client.getQueryData(selfQuery.queryKey)?.is_anonymous !== false;

/** Of people who can't sign in yet. */
const openPages = /^\/(?:sign-in|register|lost-password|new-password|confirm-email|legal|first-start)(?:\/|$)/;

export const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  // The home of people says nothing but what the first texts have.
  beforeLoad: async ({ location, context: { queryClient } }) => {
    if (isClosedToNobody(queryClient) && !openPages.test(location.pathname))
      // The router takes it by throwing it.
      redirect({ href: `/sign-in?next=${encodeURIComponent(location.href)}`, replace: true, throw: true });
    if (location.pathname !== '/') await loadTextBundle('pages');
  },
});
