// Routes of accounts.
import { Type } from 'typebox';
import { invalid } from '../../platform/errors.ts';
import { paginationHeaders, paginationQuery, routesFor } from '../../platform/http/index.ts';
import { readQueryObject } from '../../platform/wire/query-json.ts';
import type { Route } from '../../platform/http/index.ts';
import { says } from '../../platform/texts/said.ts';
import { publicUrl } from '../../settings/index.ts';
import { accountRoutes } from './accounts.routes.ts';
import { delegationRoutes } from './delegations.routes.ts';
import { Account, MinimalUser, User, UserId } from './accounts/people.schema.ts';
import type { People, UserQuery } from './people.service.ts';
import { managesAccounts } from './credentials/managed-accounts.ts';
import { viewMinimalUser, viewOwnAccount, viewUser } from './accounts/people.view.ts';
import { managedAccountRoutes } from './managed-accounts.routes.ts';
import { preferenceRoutes } from './preferences.routes.ts';
import type { Caller } from './credentials/sign-in.ts';

const route = routesFor<Caller>();
/** Accounts of one page. */
const userListMax = 1000;

/** Routes about accounts and what belongs to them. */
export const peopleRoutes = (people: People): Route<Caller>[] => [
  ...userRoutes(people),
  ...accountRoutes(people),
  ...delegationRoutes(people),
  ...preferenceRoutes(people),
  ...managedAccountRoutes(people),
];

/** `query` of GET /users: JSON that names one account exactly, or part of a name. */
function readUserQuery(text: string): UserQuery {
  if (text.length < 3) throw invalid(says('people.query-short')`is too short; use at least 3 characters`, 'query');
  if (!text.startsWith('{') || !text.endsWith('}')) return { text };
  const fields = readQueryObject(text);
  const read = (name: string): string | undefined => {
    const value: unknown = fields.get(name);
    if (value !== undefined && typeof value !== 'string')
      throw invalid(says('people.query-text')`must be text`, `query.${name}`);
    return value;
  };
  const username = read('username');
  const loginName = read('loginname');
  const email = read('email');
  if (username !== undefined && loginName !== undefined)
    throw invalid(says('people.query-both')`contains both username and loginname; use one`, 'query');
  const name = username ?? loginName;
  if (name === undefined && email === undefined)
    throw invalid(says('people.query-none')`needs one of username, loginname or email`, 'query');
  return { ...(name === undefined ? {} : { username: name }), ...(email === undefined ? {} : { email }) };
}

const userRoutes = (people: People): Route<Caller>[] => [
  route({
    method: 'GET',
    url: '/users',
    access: 'optional',
    kind: 'list',
    tag: 'Users',
    summary: 'Find accounts by part of a name, or exactly by {"username"}, {"loginname"} or {"email"}',
    query: Type.Object({
      query: Type.String({ maxLength: 500, description: 'At least 3 characters, or JSON.' }),
      ...paginationQuery(10, userListMax),
    }),
    responses: { 200: Type.Array(Type.Union([User, MinimalUser])) },
    async handler({ viewer, query }) {
      const { rows, size } = await people.search(viewer, readUserQuery(query.query), query);
      const view = viewer.user === undefined ? viewMinimalUser : viewUser;
      const baseUrl = publicUrl(viewer.site.settings);
      return {
        body: rows.map((user) => view(user, baseUrl)),
        headers: paginationHeaders({ ...query, size, limitMax: userListMax }),
      };
    },
  }),
  route({
    method: 'GET',
    url: '/users/:id',
    access: 'optional',
    kind: 'single',
    tag: 'Users',
    summary: 'One account; `self` is the caller',
    params: UserId,
    responses: { 200: Account },
    async handler({ viewer, params }) {
      const user = await people.resolve(viewer, params.id);
      const baseUrl = publicUrl(viewer.site.settings);
      if (viewer.user === undefined) return { body: viewMinimalUser(user, baseUrl) };
      const isOwn = user?.id === viewer.user.id;
      if (!isOwn) return { body: viewUser(user, baseUrl) };
      const delegated = !viewer.isSuperUser && managesAccounts(viewer) ? { manages_accounts: true } : {};
      return { body: { ...viewOwnAccount(viewer.user, baseUrl, viewer.site.settings), ...delegated } };
    },
  }),
];
