import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../platform/root-route.ts';

export const newArtifactRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/trackers/$tracker/new',
  component: lazyRouteComponent(() => import('./new-artifact.page.tsx'), 'NewArtifactPage'),
});

export const artifactRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/artifacts/$id',
  component: lazyRouteComponent(() => import('./artifact.page.tsx'), 'ArtifactPage'),
});

export const copyArtifactRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/artifacts/$id/copy',
  component: lazyRouteComponent(() => import('./copy-artifact.page.tsx'), 'CopyArtifactPage'),
});

export const artifactsRoutes = [newArtifactRoute, artifactRoute, copyArtifactRoute] as const;
