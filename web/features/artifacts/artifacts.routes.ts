import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../platform/root-route.ts';
import { ArtifactSkeleton } from './artifact-skeleton.tsx';
import { readPrefill } from './form/creating/new-search.ts';
import { readTalkSearch } from './comments/comment-search.ts';

const artifactRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/artifacts/$id',
  loader: async ({ context: { queryClient }, params: { id }, location: { search } }) =>
    (await import('./read-artifact.ts')).readArtifact(queryClient, Number(id), readTalkSearch(search)),
  validateSearch: readTalkSearch,
  pendingComponent: ArtifactSkeleton,
  component: lazyRouteComponent(() => import('./artifact.page.tsx'), 'ArtifactPage'),
});

const newArtifactRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/trackers/$tracker/new',
  loader: async ({ context: { queryClient }, params: { tracker } }) =>
    (await import('./form/creating/read-form.ts')).readForm(queryClient, tracker),
  validateSearch: readPrefill,
  component: lazyRouteComponent(() => import('./new-artifact.page.tsx'), 'NewArtifactPage'),
});

export const artifactsRoutes = [artifactRoute, newArtifactRoute] as const;
