// Routes of site-wide rights that are handed to single people.
import { Type } from 'typebox';
import { notFound } from '../../platform/errors.ts';
import { paginationHeaders, paginationQuery, routesFor } from '../../platform/http/index.ts';
import type { Route } from '../../platform/http/index.ts';
import { says } from '../../platform/texts/said.ts';
import { publicUrl } from '../../settings/index.ts';
import { requireSiteAdmin } from '../audit/index.ts';
import { MinimalUser, UserId } from './accounts/people.schema.ts';
import { viewMinimalUser } from './accounts/people.view.ts';
import { delegationNames } from './changing/delegations.service.ts';
import { actorOf } from './credentials/sign-in.ts';
import type { Caller } from './credentials/sign-in.ts';
import type { People } from './people.service.ts';

const route = routesFor<Caller>();
/** Delegations of one page. */
const listMax = 100;
const tag = 'Users';

const Delegation = Type.Object(
  { name: Type.String({ description: `One of ${delegationNames.join(', ')}.` }), user: MinimalUser },
  { title: 'Delegation' },
);

const change = {
  url: '/users/:id/delegations/:name',
  access: 'signed-in',
  kind: 'action',
  tag,
  params: Type.Object({ ...UserId.properties, name: Type.Enum(delegationNames) }),
  responses: { 204: null },
} as const;

const giving = 'see and grant site-wide permissions';

async function requireHolder(people: People, viewer: Caller, id: string): Promise<{ username: string }> {
  requireSiteAdmin(viewer, giving);
  const user = await people.resolve(viewer, id);
  if (user === undefined) throw notFound(says('account.unknown')`this account does not exist`);
  return user;
}

export const delegationRoutes = (people: People): Route<Caller>[] => [
  route({
    method: 'GET',
    url: '/delegations',
    access: 'signed-in',
    kind: 'list',
    tag,
    summary: 'Users with site-wide permissions, for site administrators',
    query: Type.Object(paginationQuery(listMax, listMax)),
    responses: { 200: Type.Array(Delegation) },
    async handler({ viewer, query }) {
      requireSiteAdmin(viewer, giving);
      const all = await people.listDelegations();
      const page = all.slice(query.offset, query.offset + query.limit);
      const users = await people.findMany(
        page.map(({ userId }) => userId),
        viewer.site.version,
      );
      const baseUrl = publicUrl(viewer.site.settings);
      return {
        body: page.map(({ name, userId }) => ({ name, user: viewMinimalUser(users.get(userId), baseUrl) })),
        headers: paginationHeaders({ ...query, size: all.length, limitMax: listMax }),
      };
    },
  }),
  route({
    ...change,
    method: 'PUT',
    summary: 'Grant a site-wide permission, as a site administrator',
    async handler({ viewer, params }) {
      const user = await requireHolder(people, viewer, params.id);
      await people.grantDelegation(params.name, user.username, actorOf(viewer));
      return { status: 204 };
    },
  }),
  route({
    ...change,
    method: 'DELETE',
    summary: 'Revoke a site-wide permission, as a site administrator',
    async handler({ viewer, params }) {
      const user = await requireHolder(people, viewer, params.id);
      await people.revokeDelegation(params.name, user.username, actorOf(viewer));
      return { status: 204 };
    },
  }),
];
