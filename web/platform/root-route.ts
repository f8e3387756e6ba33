// The root of the route tree. Features add their routes below it; the application gives it its frame.
import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext } from '@tanstack/react-router';

export const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()();
