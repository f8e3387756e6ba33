// Routes that say which person of the directory an account belongs to.
import { Type } from 'typebox';
import { invalid } from '../../platform/errors.ts';
import { Closed, IdParams, Nullable, routesFor } from '../../platform/http/index.ts';
import type { Route } from '../../platform/http/index.ts';
import { says } from '../../platform/texts/said.ts';
import type { Caller } from '../people/index.ts';
import type { AccountLinks, FoundPerson } from './account-links.service.ts';

const route = routesFor<Caller>();
const ldapId = Type.String({ minLength: 1, maxLength: 255, description: 'Identity in the directory.' });

const NewDirectoryLink = Closed({ ldap_id: ldapId }, ['is_directory_used'], { title: 'NewDirectoryLink' });

const DirectoryLink = Type.Object(
  {
    ldap_id: Type.String({ description: 'Identity in the directory; empty: of nobody there.' }),
    is_directory_used: Type.Boolean({ description: 'Whether the site asks a directory for its people.' }),
  },
  { title: 'DirectoryLink' },
);

const FoundInDirectory = Type.Object(
  {
    ldap_id: Type.String(),
    username: Type.String(),
    real_name: Type.String(),
    email: Type.String(),
    is_disabled: Type.Boolean({ description: 'Whether the directory keeps them from signing in.' }),
    account: Nullable(Type.String({ description: 'User name of the account that is theirs.' })),
  },
  { title: 'PersonOfDirectory' },
);

const viewFound = (person: FoundPerson) => ({
  ldap_id: person.ldapId,
  username: person.username,
  real_name: person.realName,
  email: person.email,
  is_disabled: person.isDisabled,
  account: person.account ?? null,
});

const place = { url: '/accounts/:id/directory_link', access: 'signed-in', tag: 'Users', params: IdParams } as const;

const searchRoute = (links: AccountLinks): Route<Caller> =>
  route({
    method: 'GET',
    url: '/directory_people',
    access: 'signed-in',
    kind: 'single',
    tag: 'Users',
    summary: 'Directory users, at most 20, by text or ID; for account managers',
    query: Type.Object({
      query: Type.Optional(
        Type.String({ minLength: 2, maxLength: 200, description: 'A text in their names or addresses.' }),
      ),
      ldap_id: Type.Optional(ldapId),
    }),
    responses: { 200: Type.Array(FoundInDirectory) },
    async handler({ viewer, query: { query: contains, ldap_id: wantedId } }) {
      const wanted = wantedId === undefined ? { contains: contains ?? '' } : { ldapId: wantedId };
      if ('contains' in wanted && wanted.contains === '')
        throw invalid(says('directory.what')`or ldap_id is required`, 'query');
      return { body: (await links.find(viewer, wanted)).map(viewFound) };
    },
  });

export const accountLinkRoutes = (links: AccountLinks): Route<Caller>[] => [
  searchRoute(links),
  route({
    ...place,
    method: 'GET',
    kind: 'single',
    summary: 'The directory user of an account, for account managers',
    responses: { 200: DirectoryLink },
    handler: async ({ viewer, params }) => ({
      body: {
        ldap_id: await links.read(viewer, params.id),
        is_directory_used: viewer.site.settings.sys_auth_type === 'ldap',
      },
    }),
  }),
  route({
    ...place,
    method: 'PUT',
    kind: 'action',
    summary: 'Link an account to a directory user, for account managers',
    body: NewDirectoryLink,
    responses: { 204: null },
    async handler({ viewer, params, body }) {
      await links.save(viewer, params.id, body.ldap_id);
      return { status: 204 };
    },
  }),
  route({
    ...place,
    method: 'DELETE',
    kind: 'action',
    summary: 'Unlink an account from the directory, for account managers',
    responses: { 204: null },
    async handler({ viewer, params }) {
      await links.remove(viewer, params.id);
      return { status: 204 };
    },
  }),
];
