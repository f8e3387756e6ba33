// The root of the route tree. Features add their routes below it; the application gives it its frame.
import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext } from '@tanstack/react-router';
import { loadPageTexts } from './i18n.ts';

export const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  // The home of people says nothing but what the first texts have.
  beforeLoad: async ({ location }) => {
    if (location.pathname !== '/') await loadPageTexts();
  },
});
