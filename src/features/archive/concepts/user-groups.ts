// The user groups of a project with their members. The names of built-in groups and roles mean these.
import type { Writer } from '../../../platform/database/index.ts';
import { says } from '../../../platform/texts/said.ts';
import { groupIds, userGroupNames, userGroupRecords } from '../../projects/index.ts';
import type { ProjectRow, ProjectRows } from '../../projects/index.ts';
import type { ArchiveProject, ArchiveUserGroup } from '../model/archive-model.ts';
import type { UserReference } from '../model/artifact-model.ts';
import type { ExportPeople } from '../model/export-people.ts';
import { nobodyId } from '../model/import-context.ts';
import type { ImportedUser } from '../model/import-context.ts';
import { readUserReference, writeUserReference } from '../model/user-reference.ts';
import type { Warn } from '../model/warnings.ts';
import { list, person, shapeOf, stored } from '../xml/outcome.ts';
import { element } from '../xml/xml-element.ts';
import { findChild, findChildren, matchShape, readFilledAttribute, readList, readWord } from '../xml/xml-shape.ts';
import { tolerate } from '../xml/xml-tree.ts';
import type { XmlElement } from '../xml/xml-tree.ts';

const group = stored('user group', {
  '@name': stored('its name; the names of built-in groups and roles mean these'),
  '@description?': stored("its description; built-in groups have Tepal's own"),
  'members?': list('member', person('member; suspended people are left out')),
});

/** `<ugroups>`. */
export const userGroupsOutcome = stored('list', {
  '@mode?': stored('whether members of groups become members of the project'),
  'ugroup*': group,
});

const shapes = { groups: shapeOf(userGroupsOutcome), group: shapeOf(group) };

type UserGroups = Pick<ArchiveProject, 'userGroups' | 'areUserGroupsSynchronized'>;

/** Those of `<project>`. Throws invalid with the place; a name may stand only once. */
export function readUserGroups(project: XmlElement): UserGroups {
  const found = findChild(project, 'ugroups');
  if (found === undefined) return { userGroups: [], areUserGroupsSynchronized: false };
  matchShape(found, shapes.groups);
  if (found.attributes['mode'] !== undefined) readWord(found, 'mode', ['synchronized']);
  const names = new Set<string>();
  const userGroups = findChildren(found, 'ugroup').flatMap((one) => {
    matchShape(one, shapes.group);
    const name = readFilledAttribute(one, 'name');
    if (names.has(name)) {
      tolerate(one, says('archive-xml.group-twice')`the user group \`${name}\` is already defined`);
      return [];
    }
    names.add(name);
    const { description = '' } = one.attributes;
    return [{ name, description, members: readList(one, 'members', 'member').map(readUserReference), line: one.line }];
  });
  return { userGroups, areUserGroupsSynchronized: found.attributes['mode'] === 'synchronized' };
}

/** Whom an import finds. */
export interface FindPeople {
  readonly importer: { readonly id: number };
  readonly find: (reference: UserReference) => ImportedUser | undefined;
}

/** Living accounts of a group; suspended ones are not added. */
function listMembers(one: ArchiveUserGroup, people: FindPeople, warn: Warn): ImportedUser[] {
  return one.members.flatMap((reference) => {
    const user = people.find(reference);
    if (user === undefined || user.id === 0 || user.id === nobodyId)
      warn(
        reference.line,
        'member',
        says('left.no-account')`\`${reference.value}\` has no account and is not added to \`${one.name}\``,
      );
    return user?.isAlive === true ? [user] : [];
  });
}

/** A project keeps an administrator: the importer, where the archive names none. */
async function importMembers(
  tx: Writer,
  projectId: number,
  { userGroups }: UserGroups,
  people: FindPeople,
  warn: Warn,
): Promise<void> {
  const listOf = (id: number): readonly ArchiveUserGroup[] =>
    userGroups.filter(({ name }) => userGroupNames.findBuiltInGroup(name) === id);
  const stays = (groups: readonly ArchiveUserGroup[]): boolean => {
    const references = groups.flatMap(({ members }) => members);
    return references.length === 0 || references.some((member) => people.find(member)?.id === people.importer.id);
  };
  const admins = listOf(groupIds.admins);
  const hasNoAdmin = admins.every(({ members }) => members.length === 0);
  if (hasNoAdmin || stays(listOf(groupIds.members)))
    await userGroupRecords.saveMember(tx, projectId, people.importer.id, stays(admins));
  for (const one of listOf(groupIds.members))
    for (const user of listMembers(one, people, warn)) await userGroupRecords.saveMember(tx, projectId, user.id, false);
}

/** Gives the ids of static groups by name. */
export async function importUserGroups(
  tx: Writer,
  projectId: number,
  project: UserGroups & Pick<ArchiveProject, 'access'>,
  people: FindPeople,
  warn: Warn,
): Promise<Map<string, number>> {
  await importMembers(tx, projectId, project, people, warn);
  const is_synchronized = project.areUserGroupsSynchronized ? 1 : 0;
  const joinsProject = userGroupRecords.joinsByGroup({ access: project.access ?? 'public', is_synchronized });
  const statics = new Map<string, number>();
  for (const one of project.userGroups) {
    const roleId = userGroupNames.findBuiltInGroup(one.name) ?? userGroupNames.otherRoles[one.name];
    if (roleId === groupIds.members) continue;
    const users = listMembers(one, people, warn);
    if (roleId === groupIds.admins)
      for (const user of users) await userGroupRecords.saveMember(tx, projectId, user.id, true);
    else if (roleId !== undefined)
      for (const user of users)
        await userGroupRecords.insertRoleMember(tx, { project_id: projectId, ugroup_id: roleId, user_id: user.id });
    else {
      const { name, description } = one;
      const id =
        statics.get(name) ?? (await userGroupRecords.createGroup(tx, { project_id: projectId, name, description }));
      statics.set(name, id);
      const userIds = users.map((user) => user.id);
      await userGroupRecords.insertGroupMembers(tx, id, userIds);
      if (joinsProject) for (const userId of userIds) await userGroupRecords.saveMember(tx, projectId, userId, false);
    }
  }
  return statics;
}

/** Names of the groups with a role, other than members and administrators, as archives list them with members. */
const roleNames = new Map<number, string>([
  [groupIds.fileManagers, 'file_manager_admins'],
  [groupIds.wikiAdmins, 'wiki_admins'],
  ...Object.entries(userGroupNames.otherRoles).map(([name, id]): [number, string] => [id, name]),
]);

export function exportUserGroups(row: ProjectRow, rows: ProjectRows, people: ExportPeople): UserGroups {
  const groupOf = (name: string, description: string, members: readonly { user_id: number }[]): ArchiveUserGroup => ({
    name,
    description,
    members: members.map(({ user_id }) => people.refer(user_id)),
    line: 0,
  });
  const admins = rows.members.filter(({ is_admin }) => is_admin === 1);
  const roles = Map.groupBy(rows.roleMembers, ({ ugroup_id }) => ugroup_id);
  const userGroups = [
    groupOf('project_members', '', rows.members),
    groupOf('project_admins', '', admins),
    ...[...roles].flatMap(([id, members]) => {
      const name = roleNames.get(id);
      return name === undefined ? [] : [groupOf(name, '', members)];
    }),
    ...rows.groups.map(({ id, name, description }) => {
      const members = rows.groupMembers.filter(({ ugroup_id }) => ugroup_id === id);
      return groupOf(name, description, members);
    }),
  ];
  return { userGroups, areUserGroupsSynchronized: row.is_synchronized === 1 };
}

const writeUserGroup = ({ name, description, members }: ArchiveUserGroup): string => {
  const written = members.map((member) => writeUserReference('member', member));
  return element('ugroup', { name, description }, [element('members', {}, written)]);
};

export const writeUserGroups = ({ userGroups, areUserGroupsSynchronized }: UserGroups): string =>
  element('ugroups', { mode: areUserGroupsSynchronized ? 'synchronized' : undefined }, userGroups.map(writeUserGroup));
