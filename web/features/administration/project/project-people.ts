// Members and guests of a project as pages read and change them.
import { api, settle, takeTagged } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { readAll } from '../../../platform/query.ts';
import type { PeopleSource } from './members.tsx';

export type Role = Schemas['ProjectPerson']['role'];

/** In the order in which they are offered. */
export const allRoles = ['member', 'administrator', 'guest'] as const satisfies readonly Role[];

const pageMax = 50;

/** The roles as choices of a select, in their order. */
export const roleChoices = (roles: readonly Role[]) =>
  allRoles.filter((role) => roles.includes(role)).map((id) => ({ id, label: t(`groups.role.${id}`) }));

export const projectPeopleQuery = (id: number) => ({
  queryKey: ['/projects', id, 'members'],
  queryFn: async () => {
    const rows = await readAll((offset) =>
      takeTagged(api.GET('/projects/{id}/members', { params: { path: { id }, query: { limit: pageMax, offset } } })),
    );
    return { people: rows.map(({ user }) => user), roles: new Map(rows.map(({ user, role }) => [user.id, role])) };
  },
});

/** Adds people with a role, or gives those who are there already another one. */
export const giveRole = (id: number, role: Role, userIds: readonly number[]): Promise<void> =>
  settle(
    api.POST('/projects/{id}/members', {
      params: { path: { id } },
      body: { role, user_references: userIds.map((userId) => ({ id: userId })) },
    }),
  );

/** The people of a project for an editor; who is added gets `role`. */
export const projectPeople = (id: number, role: Role): PeopleSource => ({
  query: projectPeopleQuery(id),
  add: (_data, userIds) => giveRole(id, role, userIds),
  remove: (_data, person) =>
    settle(api.DELETE('/projects/{id}/members/{user_id}', { params: { path: { id, user_id: person.id ?? 0 } } })),
});
