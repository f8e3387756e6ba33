// Invitations as a feature.
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import type { PeopleFeature } from '../people/index.ts';
import type { ProjectsFeature } from '../projects/index.ts';
import { invitationRoutes, pendingInvitationRoutes } from './invitations.routes.ts';
import { createInvitations } from './invitations.service.ts';
import { createPendingInvitations } from './pending-invitations.service.ts';

interface Dependencies
  extends Pick<ProjectsFeature, 'projects' | 'members'>, Pick<PeopleFeature, 'registrationSteps'> {}

export function createInvitationsFeature(
  { database, clock }: { database: Database; clock: Clock },
  { projects, members, registrationSteps }: Dependencies,
) {
  const invitations = createInvitations({ database, clock, projects, members });
  registrationSteps.add({
    admits: async (db, { invitation, email }) =>
      invitation !== undefined && (await invitations.admits(db, invitation, email)),
    async follow(tx, user, { invitation }) {
      if (invitation !== undefined) await invitations.follow(tx, user, invitation);
    },
  });
  const pending = createPendingInvitations({ database, clock, projects });
  return { parts: { routes: [...pendingInvitationRoutes(pending), ...invitationRoutes(invitations)] } };
}
