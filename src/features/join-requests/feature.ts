// Asking to join projects, as a feature.
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import type { ProjectsFeature } from '../projects/index.ts';
import { joinRequestRoutes } from './join-requests.routes.ts';
import { createJoinRequests, dropOldRequests } from './join-requests.service.ts';

export const createJoinRequestsFeature = (
  needs: { database: Database; clock: Clock },
  { projects, members }: Pick<ProjectsFeature, 'projects' | 'members'>,
) => ({
  parts: {
    routes: joinRequestRoutes(createJoinRequests({ ...needs, projects, members })),
    cleaners: [dropOldRequests],
  },
});
