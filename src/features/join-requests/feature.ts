// Asking to join projects, as a feature.
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import { createExtensionPoint } from '../../platform/extension-point.ts';
import type { ProjectsFeature } from '../projects/index.ts';
import type { ThingFinder } from './asked-thing.ts';
import { joinRequestRoutes } from './join-requests.routes.ts';
import { createJoinRequests, dropOldRequests } from './join-requests.service.ts';

export function createJoinRequestsFeature(
  needs: { database: Database; clock: Clock },
  { projects, members }: Pick<ProjectsFeature, 'projects' | 'members'>,
) {
  const thingFinders = createExtensionPoint<ThingFinder>();
  return {
    /** Kinds of things in projects, beside artifacts and trackers, that somebody may ask for. */
    thingFinders,
    parts: {
      routes: joinRequestRoutes(createJoinRequests({ ...needs, projects, members, thingFinders })),
      cleaners: [dropOldRequests],
    },
  };
}
