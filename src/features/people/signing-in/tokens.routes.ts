// Routes of tokens.
import { Type } from 'typebox';
import { invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { routesFor } from '../../../platform/http/index.ts';
import type { Route } from '../../../platform/http/index.ts';
import { CreatedToken, TokenRequest } from '../accounts/people.schema.ts';
import type { Caller, SignIn } from '../credentials/sign-in.ts';

const route = routesFor<Caller>();

/** Routes of tokens: `POST /tokens` exchanges a password for one. */
export const tokenRoutes = (signIn: SignIn): Route<Caller>[] => [
  route({
    method: 'POST',
    url: '/tokens',
    access: 'public',
    kind: 'action',
    tag: 'Tokens',
    summary: 'Exchange a user name and password for a token that is valid for 24 hours',
    body: TokenRequest,
    responses: { 200: CreatedToken },
    async handler({ body, viewer, request }) {
      const { userId, token } = await signIn.createToken(viewer.site, body.username, body.password, request);
      return { body: { user_id: String(userId), token, uri: `/api/tokens/${token}` } };
    },
  }),
  route({
    method: 'DELETE',
    url: '/tokens',
    access: 'signed-in',
    kind: 'action',
    tag: 'Tokens',
    summary: 'Revoke all of your tokens',
    responses: { 200: null },
    async handler({ viewer }) {
      await signIn.revokeTokens(viewer);
      return {};
    },
  }),
  route({
    method: 'DELETE',
    url: '/tokens/:id',
    access: 'signed-in',
    kind: 'action',
    tag: 'Tokens',
    summary: 'Revoke one of your tokens',
    params: Type.Object({ id: Type.String() }),
    responses: { 200: null },
    async handler({ viewer, params }) {
      const count = await signIn.revokeTokens(viewer, params.id);
      if (count === 0) throw invalid(says('token.not-yours')`this token does not exist, or it is not yours`, 'id');
      return {};
    },
  }),
];
