// Routes that create and change accounts.
import { Type } from 'typebox';
import { Nullable, routesFor } from '../../platform/http/index.ts';
import type { Route } from '../../platform/http/index.ts';
import { publicUrl } from '../../settings/index.ts';
import {
  AccountChange,
  Avatar,
  MinimalUser,
  NewAccount,
  Registration,
  User,
  UserId,
} from './accounts/people.schema.ts';
import type { People } from './people.service.ts';
import { viewMinimalUser, viewUser } from './accounts/people.view.ts';
import type { Caller } from './credentials/sign-in.ts';

const route = routesFor<Caller>();

/** Routes that create and change accounts, and set their pictures. */
export const accountRoutes = (people: People): Route<Caller>[] => [
  ...creationRoutes(people),
  route({
    method: 'PATCH',
    url: '/users/:id',
    access: 'signed-in',
    kind: 'action',
    tag: 'Users',
    summary: 'Change an account, for account managers; you can change your own name, language and time zone',
    params: UserId,
    body: AccountChange,
    responses: { 200: Type.Literal(true) },
    async handler({ viewer, params, body }) {
      await people.changeAs(viewer, await people.resolve(viewer, params.id), body.values);
      return { body: true };
    },
  }),
  checkRoute(people),
  ...avatarRoutes(people),
];

const creationRoutes = (people: People): Route<Caller>[] => [
  route({
    method: 'POST',
    url: '/users',
    access: 'signed-in',
    kind: 'action',
    tag: 'Users',
    summary: 'Create an account, for account managers',
    body: NewAccount,
    responses: { 201: User },
    async handler({ viewer, body }) {
      const user = await people.createAs(viewer, body);
      const baseUrl = publicUrl(viewer.site.settings);
      const headers = { location: `${baseUrl}/api/v1/users/${user.id}` };
      return { status: 201, body: viewUser(user, baseUrl), headers };
    },
  }),
  route({
    method: 'POST',
    url: '/user_registrations',
    access: 'public',
    kind: 'action',
    tag: 'Users',
    summary: 'Register an account, if registration is on; it may need approval',
    body: Registration,
    responses: { 201: MinimalUser },
    async handler({ viewer, body }) {
      const user = await people.register(viewer, body);
      return { status: 201, body: viewMinimalUser(user, publicUrl(viewer.site.settings)) };
    },
  }),
];

const checkRoute = (people: People): Route<Caller> =>
  route({
    method: 'POST',
    url: '/user_registrations/check',
    access: 'public',
    kind: 'action',
    tag: 'Users',
    summary: 'Whether a user name is available for registration',
    body: Type.Object({
      username: Registration.properties.username,
      invitation: Registration.properties.invitation,
    }),
    responses: {
      200: Type.Object({
        is_free: Type.Boolean(),
        problem: Nullable(Type.Enum(['malformed', 'reserved', 'taken'] as const)),
      }),
    },
    async handler({ viewer, body }) {
      const problem = await people.checkName(viewer, body);
      return { body: { is_free: problem === undefined, problem: problem ?? null } };
    },
  });

const avatarRoutes = (people: People): Route<Caller>[] => [
  route({
    method: 'PUT',
    url: '/users/:id/avatar',
    access: 'signed-in',
    kind: 'action',
    tag: 'Users',
    summary: 'Set your avatar: PNG, JPEG, GIF or WebP in base64; see avatar_url',
    params: UserId,
    body: Avatar,
    responses: { 200: null },
    async handler({ viewer, params, body }) {
      await people.saveAvatar(viewer, await people.resolve(viewer, params.id), body);
      return {};
    },
  }),
  route({
    method: 'DELETE',
    url: '/users/:id/avatar',
    access: 'signed-in',
    kind: 'action',
    tag: 'Users',
    summary: 'Delete your avatar; account managers can delete any',
    params: UserId,
    responses: { 200: null },
    async handler({ viewer, params }) {
      await people.deleteAvatar(viewer, await people.resolve(viewer, params.id));
      return {};
    },
  }),
];
