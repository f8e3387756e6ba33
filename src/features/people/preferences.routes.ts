// Routes of preferences.
import { Type } from 'typebox';
import { routesFor } from '../../platform/http/index.ts';
import type { Route } from '../../platform/http/index.ts';
import { Preference, PreferenceChange, UserId } from './accounts/people.schema.ts';
import type { People } from './people.service.ts';
import type { Caller } from './credentials/sign-in.ts';

const route = routesFor<Caller>();
const facts = { url: '/users/:id/preferences', access: 'optional', tag: 'Users', params: UserId } as const;
const PreferenceKey = Type.Object({
  key: Type.String({ minLength: 1, maxLength: 255, description: 'Name of the preference.' }),
});

/** Routes of one's own preferences. */
export const preferenceRoutes = (people: People): Route<Caller>[] => [
  route({
    ...facts,
    method: 'GET',
    kind: 'single',
    summary: 'One of your preferences; false when it is not set',
    query: PreferenceKey,
    responses: { 200: Preference },
    async handler({ viewer, params, query }) {
      const value = await people.readPreference(viewer, await people.resolve(viewer, params.id), query.key);
      return { body: { key: query.key, value } };
    },
  }),
  route({
    ...facts,
    method: 'GET',
    url: '/users/:id/all_preferences',
    kind: 'single',
    summary: 'All your preferences, including defaults',
    responses: { 200: Type.Array(Type.Object({ key: Type.String(), value: Type.String() })) },
    handler: async ({ viewer, params }) => ({
      body: await people.listPreferences(viewer, await people.resolve(viewer, params.id)),
    }),
  }),
  route({
    ...facts,
    method: 'PATCH',
    kind: 'action',
    summary: 'Set one of your preferences',
    body: PreferenceChange,
    guard: ({ key }) => ({ key }),
    responses: { 200: null },
    async handler({ viewer, params, body }) {
      await people.savePreference(viewer, await people.resolve(viewer, params.id), body.key, body.value);
      return {};
    },
  }),
  route({
    ...facts,
    method: 'DELETE',
    kind: 'action',
    summary: 'Delete one of your preferences',
    query: PreferenceKey,
    responses: { 200: null },
    async handler({ viewer, params, query }) {
      await people.savePreference(viewer, await people.resolve(viewer, params.id), query.key, false);
      return {};
    },
  }),
];
