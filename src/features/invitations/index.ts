// Invitations by mail, into the site or a project.
import './invitations.tables.ts';

export { createInvitationsFeature } from './feature.ts';
