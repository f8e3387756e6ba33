// Queries across trackers as a feature.
import { crosstrackerRoutes } from './crosstracker.routes.ts';
import { createCrosstracker } from './crosstracker.service.ts';
import type { CrosstrackerDeps } from './crosstracker.service.ts';

export const createCrosstrackerFeature = (
  { database, clock }: Pick<CrosstrackerDeps, 'database' | 'clock'>,
  { projects, trackers, artifacts }: Omit<CrosstrackerDeps, 'database' | 'clock'>,
) => ({
  parts: {
    routes: crosstrackerRoutes(createCrosstracker({ database, clock, projects, trackers, artifacts })),
  },
});
