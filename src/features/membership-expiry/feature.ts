// Memberships that end by themselves, as a feature.
import { Type } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import { handleJob } from '../../platform/jobs/index.ts';
import type { JobType } from '../../platform/jobs/index.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import type { ProjectsFeature } from '../projects/index.ts';
import type { SiteService } from '../site/index.ts';
import { membershipExpiryRoutes } from './membership-expiry.routes.ts';
import { createMembershipExpiries } from './membership-expiry.service.ts';

const NoPayload = Type.Object({});
const endMemberships: JobType<typeof NoPayload> = { name: 'end-memberships', payload: NoPayload };

export function createMembershipExpiryFeature(
  needs: { database: Database; clock: Clock; logger: Logger },
  { site, projects, members }: Pick<ProjectsFeature, 'projects' | 'members'> & { site: SiteService },
) {
  const ends = createMembershipExpiries({ ...needs, site, projects, members });
  return {
    parts: {
      routes: membershipExpiryRoutes(ends),
      jobs: [handleJob(endMemberships, (_payload, { signal }) => ends.spendNight(signal))],
      nightlyJobs: [{ type: endMemberships, payload: {} }],
    },
  };
}
