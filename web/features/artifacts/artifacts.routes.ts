import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readAhead } from '../../platform/query.ts';
import { rootRoute } from '../../platform/root-route.ts';
import { artifactQuery } from './artifact.queries.ts';
import { readTalkSearch } from './talk/talk-search.ts';

const artifactRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/artifacts/$id',
  loader: ({ context: { queryClient }, params: { id } }) => readAhead(queryClient, artifactQuery(Number(id))),
  validateSearch: readTalkSearch,
  component: lazyRouteComponent(() => import('./artifact.page.tsx'), 'ArtifactPage'),
});

export const artifactsRoutes = [artifactRoute] as const;
