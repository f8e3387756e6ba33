// A signed text that tells other programs who somebody is and which groups they belong to (reference page 10).
import { createHmac } from 'node:crypto';
import { Type } from 'typebox';
import type { Clock } from '../../../platform/clock.ts';
import { notFound } from '../../../platform/errors.ts';
import { routesFor, ShownSecret } from '../../../platform/http/index.ts';
import type { Route } from '../../../platform/http/index.ts';
import type { Viewer } from '../projects/viewer.ts';
import type { Membership } from './membership.service.ts';

const route = routesFor<Viewer>();
/** How long a program may believe it. */
const lifetimeS = 30 * 60;

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** RFC 7519 with HS512. */
function sign(claims: object, key: string): string {
  const text = `${encode({ typ: 'JWT', alg: 'HS512' })}.${encode(claims)}`;
  return `${text}.${createHmac('sha512', key).update(text).digest('base64url')}`;
}

export const identityRoutes = (membership: Membership, clock: Clock): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/jwt',
    access: 'optional',
    kind: 'action',
    tag: 'Users',
    summary: 'A signed token (JWT, HS512) with your ID and groups, for programs with the key; 404 without a key',
    responses: { 200: Type.Object({ token: ShownSecret() }) },
    async handler({ viewer }) {
      const { jwt_signing_key: key } = viewer.site.settings;
      if (key === '') throw notFound('this server issues no tokens; a site administrator can set jwt_signing_key');
      const literals = viewer.user === undefined ? [] : await membership.listLiterals(viewer, 'self', true);
      const data = { user_id: viewer.user?.id ?? 0, user_rights: literals.map((literal) => `@${literal}`) };
      return { body: { token: sign({ exp: Math.floor(clock.nowMs() / 1000) + lifetimeS, data }, key) } };
    },
  }),
];
