// Route of one's own password: beyond the wire format that clients of other servers know.
import { Type } from 'typebox';
import { routesFor } from '../../../platform/http/index.ts';
import type { Route } from '../../../platform/http/index.ts';
import { TokenRequest } from '../accounts/people.schema.ts';
import type { Passwords } from './passwords.service.ts';
import type { Caller } from '../credentials/sign-in.ts';

const { username, password } = TokenRequest.properties;

/** The current password proves the person, so that one that expired can still be changed. */
export const passwordRoutes = (passwords: Passwords): Route<Caller>[] => [
  routesFor<Caller>()({
    method: 'POST',
    url: '/users/self/password',
    access: 'public',
    kind: 'action',
    tag: 'Users',
    summary: 'Set a new password of your own, also when the current one expired; ends your other tokens and sessions',
    body: Type.Object({
      username,
      current_password: password,
      new_password: password,
      ends_keys: Type.Boolean({ default: false, description: 'Ends your access keys and SSH keys, too.' }),
    }),
    responses: { 200: null },
    async handler({ viewer, body, request }) {
      const { current_password: currentPassword, new_password: newPassword, ends_keys: endsKeys } = body;
      const change = { username: body.username, currentPassword, newPassword, endsKeys };
      await passwords.change(viewer.site, change, request);
      return {};
    },
  }),
];
