// Routes of a forgotten password and of another e-mail address: beyond the wire format that clients of other servers know.
import { Type } from 'typebox';
import { Nullable, routesFor, SentSecret } from '../../../platform/http/index.ts';
import type { Route } from '../../../platform/http/index.ts';
import { formatIso } from '../../../platform/texts/dates.ts';
import type { Caller } from '../credentials/sign-in.ts';
import type { EmailChange } from './email-change.service.ts';
import type { PasswordRecovery } from './password-recovery.service.ts';

const route = routesFor<Caller>();

const LinkText = SentSecret({ minLength: 1, maxLength: 200, description: 'What stands behind the # of the link.' });
const Password = SentSecret({ minLength: 1, maxLength: 1024 });

export const passwordRecoveryRoutes = (recovery: PasswordRecovery): Route<Caller>[] => [
  route({
    method: 'POST',
    url: '/password_links',
    access: 'public',
    kind: 'action',
    tag: 'Users',
    summary: 'Send a password reset link to an account; the response is the same if the account does not exist',
    body: Type.Object({
      identifier: Type.String({ minLength: 1, maxLength: 254, description: 'User name or e-mail address.' }),
    }),
    responses: { 200: null },
    async handler({ viewer, body }) {
      await recovery.ask(viewer, body.identifier);
      return {};
    },
  }),
  route({
    method: 'POST',
    url: '/password_links/check',
    access: 'public',
    kind: 'action',
    tag: 'Users',
    summary: 'The account of a password link; 404 when the link was used or has expired',
    body: Type.Object({ link: LinkText }),
    responses: { 200: Type.Object({ username: Type.String() }) },
    handler: async ({ viewer, body }) => ({ body: await recovery.read(viewer.site, body.link) }),
  }),
  route({
    method: 'POST',
    url: '/password_links/redeem',
    access: 'public',
    kind: 'action',
    tag: 'Users',
    summary: 'Set a new password with a link that works once; ends all tokens and sessions of the account',
    body: Type.Object({
      link: LinkText,
      new_password: Password,
      ends_keys: Type.Boolean({ default: false, description: 'Ends access keys and SSH keys of the account, too.' }),
    }),
    responses: { 200: null },
    async handler({ viewer, body }) {
      await recovery.redeem(viewer, body.link, { newPassword: body.new_password, endsKeys: body.ends_keys });
      return {};
    },
  }),
];

const ownEmail = { url: '/users/self/email', access: 'signed-in', tag: 'Users' } as const;

export const emailChangeRoutes = (emails: EmailChange): Route<Caller>[] => [
  route({
    ...ownEmail,
    method: 'GET',
    kind: 'single',
    summary: 'Your e-mail address, and a requested one that is not confirmed yet',
    responses: {
      200: Type.Object(
        {
          email: Type.String(),
          is_confirmed: Type.Boolean({
            description: 'Whether it is proved to be yours; until then nobody finds your account by it.',
          }),
          pending: Nullable(Type.Object({ email: Type.String(), expires_on: Type.String() })),
        },
        { title: 'OwnEmail' },
      ),
    },
    async handler({ viewer }) {
      const { email, isProven, pending } = await emails.read(viewer);
      const shown = pending === undefined ? null : { email: pending.email, expires_on: formatIso(pending.expiresAtMs) };
      return { body: { email, is_confirmed: isProven, pending: shown } };
    },
  }),
  route({
    ...ownEmail,
    method: 'POST',
    kind: 'action',
    summary: 'Request to change your e-mail address, or a new link to confirm the current one',
    body: Type.Object({ email: Type.String({ minLength: 3, maxLength: 254 }), password: Password }),
    responses: { 200: null },
    async handler({ viewer, body, request }) {
      await emails.ask(viewer, body, request);
      return {};
    },
  }),
  route({
    ...ownEmail,
    method: 'DELETE',
    kind: 'action',
    summary: 'Cancel your request to change your e-mail address',
    responses: { 200: null },
    async handler({ viewer }) {
      await emails.withdraw(viewer);
      return {};
    },
  }),
  route({
    method: 'POST',
    url: '/email_confirmations',
    access: 'public',
    kind: 'action',
    tag: 'Users',
    summary: 'Confirm an e-mail address with the link that was mailed to it; 404 when the link was used or has expired',
    body: Type.Object({ link: LinkText }),
    responses: { 200: Type.Object({ username: Type.String(), email: Type.String() }) },
    handler: async ({ viewer, body }) => ({ body: await emails.confirm(viewer, body.link) }),
  }),
];
