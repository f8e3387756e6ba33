import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../platform/root-route.ts';
import { readTalkSearch } from './talk/talk-search.ts';

const artifactRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/artifacts/$id',
  validateSearch: readTalkSearch,
  component: lazyRouteComponent(() => import('./artifact.page.tsx'), 'ArtifactPage'),
});

export const artifactsRoutes = [artifactRoute] as const;
