// What lists are bound to: static values, people of some groups, user groups. Shared by all list types.
import { userGroupNames } from '../../projects/index.ts';
import { avatarUrl, displayName, viewUser } from '../../people/index.ts';
import type { UserRow } from '../../people/index.ts';
import type { BindKind, Definition, Field, ListValue } from '../definition/definition.ts';
import { findValue } from '../definition/definition.ts';
import type { DescribeContext, ShowContext } from './field-type.ts';

/** The id that stands for 'None' on the wire. */
export const noneId = 100;

export const bindKind = (field: Field): BindKind => field.settings.bind?.kind ?? 'static';

function viewColor(color: string): { color: { r: number; g: number; b: number } | null; tlp_color: string | null } {
  const [, r, g, b] = /^#(..)(..)(..)$/.exec(color) ?? [];
  if (r === undefined || g === undefined || b === undefined)
    return { color: null, tlp_color: color === '' ? null : color };
  return { color: { r: parseInt(r, 16), g: parseInt(g, 16), b: parseInt(b, 16) }, tlp_color: null };
}

export const viewStaticValue = (value: ListValue): Record<string, unknown> => ({
  id: value.id,
  label: value.label,
  ...viewColor(value.color),
  is_hidden: value.isHidden,
});

const viewGroupOf = (value: ListValue, definition: Definition) =>
  userGroupNames.viewMinimalGroup(
    value.groupId ?? noneId,
    definition.project.id,
    definition.groupNames.get(value.groupId ?? 0),
  );

/** Labels of chosen values, as flat lists and `status` show them. */
export function labelsOf(field: Field, ids: readonly number[], user: (id: number) => UserRow | undefined): string[] {
  if (bindKind(field) === 'users') return ids.flatMap((id) => user(id) ?? []).map(displayName);
  return ids.flatMap((id) => findValue(field, id) ?? []).map((value) => value.label);
}

/** `values` and `bind_value_ids` of a list; none chosen is shown as the anonymous user where people are listed. */
export function showChosen(
  ids: readonly number[],
  context: ShowContext,
): { values: unknown[]; bind_value_ids: unknown[] } {
  const { field, definition, baseUrl } = context;
  if (bindKind(field) === 'users') {
    if (ids.length === 0) return { values: [viewUser(undefined, baseUrl)], bind_value_ids: [noneId] };
    return { values: ids.map((id) => viewUser(context.user(id), baseUrl)), bind_value_ids: [...ids] };
  }
  const values = ids.flatMap((id) => findValue(field, id) ?? []);
  if (bindKind(field) === 'static')
    return { values: values.map(viewStaticValue), bind_value_ids: values.map((value) => value.id) };
  const groups = values.map((value) => viewGroupOf(value, definition));
  return { values: groups, bind_value_ids: groups.map((group) => group.id) };
}

const boundGroupIds: Readonly<Record<string, { id: number | string; label: string }>> = {
  group_members: { id: 3, label: 'project_members' },
  group_admins: { id: 4, label: 'project_admins' },
  artifact_submitters: { id: 0, label: 'artifact_submitters' },
  registered_users: { id: '2', label: 'registered_users' },
};

const aliases: Readonly<Record<string, string>> = {
  ugroup_2: 'registered_users',
  ugroup_3: 'group_members',
  ugroup_4: 'group_admins',
};

/** What the groups of a users bind are called, where archives use another name for them. */
export const boundGroupsOf = (field: Field): string[] =>
  (field.settings.bind?.groups ?? []).map((name) => aliases[name] ?? name);

/** The static group that a users bind calls `ugroup_<id>`, `ugroup_<name>` or by its name. */
export function findBoundGroup(definition: Definition, name: string): { id: number; name: string } | undefined {
  const plain = name.replace(/^ugroup_/, '');
  const found = [...definition.groupNames].find(([id, groupName]) => String(id) === plain || groupName === plain);
  return found === undefined ? undefined : { id: found[0], name: found[1] };
}

/** The `bindings.list` of a users bind. */
export function viewBoundGroups(field: Field, definition: Definition): { id: number | string; label: string }[] {
  return boundGroupsOf(field).map((name) => {
    const known = boundGroupIds[name];
    if (known !== undefined) return known;
    const group = findBoundGroup(definition, name);
    const plain = name.replace(/^ugroup_/, '');
    return group === undefined ? { id: plain, label: plain } : { id: String(group.id), label: group.name };
  });
}

export const viewOfferedUser = (user: UserRow, baseUrl: string): Record<string, unknown> => ({
  id: user.id,
  label: user.username,
  user_reference: {
    id: user.id,
    uri: `users/${user.id}`,
    real_name: displayName(user),
    username: user.username,
    avatar_url: avatarUrl(user, baseUrl),
  },
});

/** The values that a list offers, hidden ones included. */
export function viewOffered(context: DescribeContext): unknown[] {
  const { field, definition, baseUrl } = context;
  switch (bindKind(field)) {
    case 'users':
      return context.boundUsers.map((user) => viewOfferedUser(user, baseUrl));
    case 'ugroups':
      return field.values.map((value) => {
        const reference = viewGroupOf(value, definition);
        return { id: value.id, label: reference.key, ugroup_reference: reference };
      });
    case 'static':
      return field.values.map((value) => ({
        id: value.id,
        label: value.label,
        is_hidden: value.isHidden,
        value_color: value.color,
      }));
  }
}

export function viewDefaults(context: DescribeContext): unknown[] {
  const { field, definition, baseUrl } = context;
  const defaults = field.values.filter((value) => value.isDefault);
  switch (bindKind(field)) {
    case 'users':
      return (field.settings.bind?.defaultUserIds ?? [])
        .flatMap((id) => context.user(id) ?? [])
        .map((user) => viewUser(user, baseUrl));
    case 'ugroups':
      return defaults.map((value) => viewGroupOf(value, definition));
    case 'static':
      return defaults.map(({ id, label }) => ({ id, label }));
  }
}

/** Ids that a new artifact gets when nothing was submitted. */
export const defaultIds = (field: Field): number[] =>
  bindKind(field) === 'users'
    ? [...(field.settings.bind?.defaultUserIds ?? [])]
    : field.values.filter((value) => value.isDefault && !value.isHidden).map((value) => value.id);
