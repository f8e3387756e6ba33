// What people looked at lately, as a feature.
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Artifacts } from '../artifacts/index.ts';
import type { People } from '../people/index.ts';
import type { Trackers } from '../trackers/index.ts';
import { visitRoutes } from './recently-viewed.routes.ts';
import { createVisits } from './recently-viewed.service.ts';

interface Known {
  people: People;
  artifacts: Artifacts;
  trackers: Trackers;
}

export const createRecentlyViewedFeature = (
  { database, clock }: { database: Database; clock: Clock },
  { people, artifacts, trackers }: Known,
) => ({ parts: { routes: visitRoutes(people, createVisits({ database, clock, artifacts, trackers })) } });
