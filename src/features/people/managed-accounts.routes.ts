// The route of all accounts, whatever their status, for those who manage them.
import { Type } from 'typebox';
import { paginationHeaders, paginationQuery, routesFor } from '../../platform/http/index.ts';
import type { Route } from '../../platform/http/index.ts';
import { publicUrl } from '../../settings/index.ts';
import { formatIso } from '../../platform/texts/dates.ts';
import { ManagedAccount } from './accounts/people.schema.ts';
import type { People } from './people.service.ts';
import { viewUser } from './accounts/people.view.ts';
import type { Caller } from './credentials/sign-in.ts';

const listMax = 1000;
const states = ['A', 'R', 'S', 'P', 'D'] as const;

export const managedAccountRoute = (people: People): Route<Caller> =>
  routesFor<Caller>()({
    method: 'GET',
    url: '/accounts',
    access: 'signed-in',
    kind: 'list',
    tag: 'Users',
    summary: 'All accounts, whatever their status, by user name; for those who manage accounts',
    query: Type.Object({
      words: Type.Optional(Type.String({ maxLength: 200, description: 'Part of a name or of an e-mail address.' })),
      status: Type.Optional(
        Type.Enum(states, { description: 'A active, R restricted, S suspended, P pending, D deleted.' }),
      ),
      ...paginationQuery(50, listMax),
    }),
    responses: { 200: Type.Array(ManagedAccount) },
    async handler({ viewer, query }) {
      const statuses = query.status === undefined ? states : [query.status];
      const { rows, size } = await people.listAccounts(viewer, { text: (query.words ?? '').trim(), statuses }, query);
      const baseUrl = publicUrl(viewer.site.settings);
      return {
        body: rows.map((user) => ({
          ...viewUser(user, baseUrl),
          is_site_admin: user.is_site_admin === 1,
          created: formatIso(user.created_at_ms),
        })),
        headers: paginationHeaders({ ...query, size, limitMax: listMax }),
      };
    },
  });
