import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readAhead } from '../../platform/query.ts';
import { rootRoute } from '../../platform/root-route.ts';
import { readPrefill } from './form/new-search.ts';
import { artifactQuery } from './artifact.queries.ts';
import { readTalkSearch } from './talk/talk-search.ts';

const artifactRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/artifacts/$id',
  loader: ({ context: { queryClient }, params: { id } }) => readAhead(queryClient, artifactQuery(Number(id))),
  validateSearch: readTalkSearch,
  component: lazyRouteComponent(() => import('./artifact.page.tsx'), 'ArtifactPage'),
});

const newArtifactRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/trackers/$tracker/new',
  validateSearch: readPrefill,
  component: lazyRouteComponent(() => import('./new-artifact.page.tsx'), 'NewArtifactPage'),
});

export const artifactsRoutes = [artifactRoute, newArtifactRoute] as const;
