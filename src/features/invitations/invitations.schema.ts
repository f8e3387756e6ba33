// Wire shapes of invitations (reference pages 90 and 96).
import { Type } from 'typebox';
import { Closed, Nullable, SentSecret } from '../../platform/http/index.ts';
import { MinimalUser } from '../people/index.ts';

/** Of one request. */
const addressesMax = 20;

const InvitedRole = Type.Enum(['guest', 'member'], {
  description: 'What whoever accepts is in the project; a member where left out. Without a project it has no effect.',
});

export const NewInvitations = Closed(
  {
    emails: Type.Array(Type.String({ maxLength: 254 }), { minItems: 1, maxItems: addressesMax }),
    custom_message: Type.Optional(Nullable(Type.String({ maxLength: 500, description: 'Plain text in the mail.' }))),
    project_id: Type.Optional(
      Nullable(Type.Integer({ description: 'Whoever accepts joins it; for its administrators.' })),
    ),
    role: Type.Optional(InvitedRole),
  },
  [],
  { title: 'NewInvitations' },
);

const Known = Type.Array(
  Type.Object({ email: Type.String(), display_name: Type.String() }, { title: 'InvitedAccount' }),
);

export const InvitationsAnswer = Type.Object(
  {
    failures: Type.Array(Type.String(), { description: 'Addresses that nothing was sent to.' }),
    already_project_members: Known,
    known_users_added_to_project_members: Known,
    known_users_added_to_project_guests: Known,
    known_users_not_alive: Known,
    known_users_are_restricted: Known,
    links: Type.Array(Type.Object({ email: Type.String(), url: Type.String() }, { title: 'InvitationLink' }), {
      description: 'Send these yourself, because the site sends no mail. Each is valid only for its address.',
    }),
  },
  { title: 'InvitationsAnswer' },
);

export const InvitationLinkText = SentSecret({
  minLength: 1,
  maxLength: 200,
  description: 'What stands behind the # of the link.',
});

/** The project that an invitation brings its holder into; null for one to the site alone. */
export const InvitedInto = Nullable(
  Type.Object({ id: Type.Integer(), label: Type.String(), shortname: Type.String() }, { title: 'InvitedInto' }),
);

export const Invitation = Type.Object(
  {
    id: Type.Integer(),
    email: Type.String(),
    project: InvitedInto,
    role: InvitedRole,
    invited_by: Nullable(MinimalUser),
    sent_date: Type.String({ description: 'When its present link was made.' }),
    expiration_date: Type.String(),
    is_expired: Type.Boolean(),
    is_mailed: Type.Boolean({ description: 'false: its link was given to who invited.' }),
  },
  { title: 'Invitation' },
);

export const RenewedInvitation = Type.Object(
  {
    invitation: Invitation,
    link: Nullable(Type.String({ description: 'null where it was mailed.' })),
  },
  { title: 'RenewedInvitation' },
);

export const InvitationState = Type.Object(
  {
    email: Type.String({ description: 'Address of the invited person.' }),
    invited_by: Nullable(Type.String({ description: 'Name of the person who invites.' })),
    project: InvitedInto,
    may_register: Type.Boolean({ description: 'Whether it lets its holder make an account.' }),
    needs_approval: Type.Boolean({ description: 'Whether an administrator has to activate that account.' }),
  },
  { title: 'InvitationState' },
);
