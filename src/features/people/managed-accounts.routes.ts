// Routes of all accounts, whatever their status, for those who manage them.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { IdParams, paginationHeaders, paginationQuery, routesFor } from '../../platform/http/index.ts';
import type { Route } from '../../platform/http/index.ts';
import { publicUrl } from '../../settings/index.ts';
import type { Settings } from '../../settings/index.ts';
import { formatIso } from '../../platform/texts/dates.ts';
import { i18nOf, textOf } from '../../platform/texts/said.ts';
import { isJudgedByDirectory } from './accounts/account-state.ts';
import { AccountImport, ImportedAccount, ManagedAccount } from './accounts/people.schema.ts';
import type { People, UserRow } from './people.service.ts';
import { viewUser } from './accounts/people.view.ts';
import type { Caller } from './credentials/sign-in.ts';

const route = routesFor<Caller>();
const tag = 'Users';
/** Accounts of one page. */
const listMax = 1000;
const states = ['A', 'R', 'S', 'P', 'D'] as const;

const viewAccount = (user: UserRow, settings: Settings): Static<typeof ManagedAccount> => ({
  ...viewUser(user, publicUrl(settings)),
  is_site_admin: user.is_site_admin === 1,
  is_in_directory: isJudgedByDirectory(user, settings),
  created: formatIso(user.created_at_ms),
});

const listRoute = (people: People): Route<Caller> =>
  route({
    method: 'GET',
    url: '/accounts',
    access: 'signed-in',
    kind: 'list',
    tag,
    summary: 'All accounts of any status, by user name; for account managers',
    query: Type.Object({
      words: Type.Optional(Type.String({ maxLength: 200, description: 'Part of a name or of an e-mail address.' })),
      status: Type.Optional(
        Type.Enum(states, { description: 'A active, R restricted, S suspended, P pending, D deleted.' }),
      ),
      ...paginationQuery(50, listMax),
    }),
    responses: { 200: Type.Array(ManagedAccount) },
    async handler({ viewer, query }) {
      const { rows, size } = await people.listAccounts(
        viewer,
        { text: (query.words ?? '').trim(), status: query.status },
        query,
      );
      return {
        body: rows.map((user) => viewAccount(user, viewer.site.settings)),
        headers: paginationHeaders({ ...query, size, limitMax: listMax }),
      };
    },
  });

/** `/accounts` and `/account_imports`: beyond the wire format that clients of other servers know. */
export const managedAccountRoutes = (people: People): Route<Caller>[] => [
  listRoute(people),
  route({
    method: 'GET',
    url: '/accounts/:id',
    access: 'signed-in',
    kind: 'single',
    tag,
    summary: 'An account of any status, for account managers',
    params: IdParams,
    responses: { 200: ManagedAccount },
    handler: async ({ viewer, params }) => ({
      body: viewAccount(await people.readAccount(viewer, params.id), viewer.site.settings),
    }),
  }),
  route({
    method: 'POST',
    url: '/accounts/:id/invitations',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Send the owner of an account a link to set a password, for account managers',
    params: IdParams,
    responses: { 200: null },
    async handler({ viewer, params }) {
      await people.invite(viewer, await people.readAccount(viewer, params.id));
      return {};
    },
  }),
  route({
    method: 'POST',
    url: '/account_imports',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Import accounts from a CSV file, all or none, or dry run; for account managers',
    body: AccountImport,
    responses: { 200: Type.Array(ImportedAccount) },
    async handler({ viewer, body }) {
      const lines = await people.importAccounts(viewer, body);
      return {
        body: lines.map(({ line, username, email, realName, status, problem }) => ({
          line,
          username,
          email,
          status,
          real_name: realName,
          problem: problem === undefined ? null : textOf(problem),
          ...(typeof problem === 'object' ? { i18n: i18nOf(problem) } : {}),
        })),
      };
    },
  }),
];
