// Routes of access keys.
import { Type } from 'typebox';
import { IdParams, paginationHeaders, paginationQuery, routesFor } from '../../../platform/http/index.ts';
import type { Route } from '../../../platform/http/index.ts';
import { AccessKey, CreatedAccessKey, NewAccessKey } from './access-keys.schema.ts';
import type { AccessKeys } from './access-keys.service.ts';
import type { FreshProof } from '../credentials/fresh-proof.ts';
import type { Caller } from '../credentials/sign-in.ts';

const route = routesFor<Caller>();
/** Access keys of one page. */
const listMax = 50;

/** Keys that programs send in place of a password. */
export const accessKeyRoutes = (accessKeys: AccessKeys, fresh: FreshProof): Route<Caller>[] => [
  route({
    method: 'POST',
    url: '/access_keys',
    access: 'signed-in',
    kind: 'action',
    tag: 'Access keys',
    summary: 'Create an access key, with your password or shortly after signing in; the key is shown only once',
    body: NewAccessKey,
    responses: { 201: CreatedAccessKey },
    async handler({ viewer, body, request }) {
      await fresh.require(viewer, body.password, request);
      const { description, expiration_date: expirationDate = null, scopes } = body;
      const identifier = await accessKeys.create(viewer, { description, expirationDate, scopes });
      return { status: 201, body: { identifier } };
    },
  }),
  route({
    method: 'GET',
    url: '/access_keys/:id',
    access: 'signed-in',
    kind: 'single',
    tag: 'Access keys',
    summary: 'One of your access keys; `self` is the one that this request sends',
    params: Type.Object({ id: Type.String({ description: 'A number, or `self`.' }) }),
    responses: { 200: AccessKey },
    handler: async ({ viewer, params }) => ({ body: await accessKeys.read(viewer, params.id) }),
  }),
  route({
    method: 'DELETE',
    url: '/access_keys/:id',
    access: 'signed-in',
    kind: 'action',
    tag: 'Access keys',
    summary: 'Revoke one of your access keys',
    params: IdParams,
    responses: { 200: null },
    async handler({ viewer, params }) {
      await accessKeys.revoke(viewer, params.id);
      return {};
    },
  }),
  route({
    method: 'GET',
    url: '/users/:id/access_keys',
    access: 'signed-in',
    kind: 'list',
    tag: 'Access keys',
    summary: 'Your access keys that are not expired',
    params: IdParams,
    query: Type.Object(paginationQuery(listMax, listMax, 1)),
    responses: { 200: Type.Array(AccessKey) },
    async handler({ viewer, params, query }) {
      const { keys, size } = await accessKeys.list(viewer, params.id, query);
      return { body: keys, headers: paginationHeaders({ ...query, size, limitMax: listMax }) };
    },
  }),
];
