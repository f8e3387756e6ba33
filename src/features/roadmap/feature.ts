// Roadmaps as a feature.
import { roadmapRoutes } from './roadmap.routes.ts';
import type { RoadmapDeps } from './roadmap-deps.ts';

export const createRoadmapFeature = (
  { database, clock }: Pick<RoadmapDeps, 'database' | 'clock'>,
  { trackers, artifacts, reports, dashboards }: Omit<RoadmapDeps, 'database' | 'clock'>,
) => ({
  parts: { routes: roadmapRoutes({ database, clock, trackers, artifacts, reports, dashboards }) },
});
