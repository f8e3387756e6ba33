// Makes the project of an archive with its groups, members and services.
import type { Writer } from '../../../platform/database/index.ts';
import { escapeXmlText } from '../../../platform/texts/xml-text.ts';
import { says } from '../../../platform/texts/said.ts';
import {
  createGroup,
  createProject,
  findBuiltInGroup,
  groupIds,
  insertGroupMembers,
  insertRoleMember,
  insertPlatformService,
  insertService,
  joinsByGroup,
  otherRoles,
  saveMember,
} from '../../projects/index.ts';
import type { ProjectRow } from '../../projects/index.ts';
import { isLinkType, saveUnusedLinkTypes } from '../../trackers/index.ts';
import type { ArchiveProject, ArchiveUserGroup, RawBlock } from '../model/archive-model.ts';
import type { ProjectContent } from '../model/project-content.ts';
import { insertBlock } from '../model/archive.store.ts';
import { nobodyId } from '../model/import-context.ts';
import type { ImportedUser } from '../model/import-context.ts';
import type { Warn } from '../model/warnings.ts';
import type { ImportedPeople } from './import-people.ts';

type FindPeople = Pick<ImportedPeople, 'importer' | 'find'>;

export interface ImportedProject {
  readonly id: number;
  /** Static groups by id. */
  readonly groupNames: ReadonlyMap<number, string>;
  readonly findGroup: (name: string) => number | undefined;
}

/** The services that every project has. */
const constantServices = ['admin', 'summary'];

/**
 * Writes project, static groups (in document order), members and services. `status` is the new project's, `id` one that
 * reserveProjectId gave. Throws conflict for a taken short name.
 */
export async function importProject(
  tx: Writer,
  model: ProjectContent,
  people: FindPeople,
  { id: reservedId, status, nowMs }: { id?: number | undefined; status: ProjectRow['status']; nowMs: number },
  warn: Warn,
): Promise<ImportedProject> {
  const { project } = model;
  const id = await createProject(tx, {
    ...(reservedId === undefined ? {} : { id: reservedId }),
    unix_name: project.unixName,
    // A project that is made of a template has another name.
    written_name: project.writtenName?.toLowerCase() === project.unixName.toLowerCase() ? project.writtenName : '',
    full_name: project.fullName,
    description: project.description,
    long_description: project.longDescription,
    access: project.access ?? 'public',
    status,
    is_template: 0,
    is_synchronized: project.areUserGroupsSynchronized ? 1 : 0,
    icon: project.iconCodepoint ?? '',
    created_at_ms: nowMs,
    banner: project.banner ?? '',
  });
  const groups = await importGroups(tx, id, project, people, warn);
  await importServices(tx, id, project);
  return {
    id,
    groupNames: new Map([...groups].map(([name, groupId]) => [groupId, name])),
    findGroup: (name) => findBuiltInGroup(name) ?? groups.get(name),
  };
}

/** Living accounts of a group; suspended ones are not added. */
function listMembers(group: ArchiveUserGroup, people: FindPeople, warn: Warn): ImportedUser[] {
  return group.members.flatMap((reference) => {
    const user = people.find(reference);
    if (user === undefined || user.id === 0 || user.id === nobodyId)
      warn(
        reference.line,
        'member',
        says('left.no-account')`\`${reference.value}\` has no account and is left out of \`${group.name}\``,
      );
    return user?.isAlive === true ? [user] : [];
  });
}

async function importGroups(
  tx: Writer,
  projectId: number,
  project: ArchiveProject,
  people: FindPeople,
  warn: Warn,
): Promise<Map<string, number>> {
  const listOf = (id: number): readonly ArchiveUserGroup[] =>
    project.userGroups.filter((group) => findBuiltInGroup(group.name) === id);
  const stays = (groups: readonly ArchiveUserGroup[]): boolean => {
    const references = groups.flatMap((group) => group.members);
    return references.length === 0 || references.some((member) => people.find(member)?.id === people.importer.id);
  };
  const admins = listOf(groupIds.admins);
  // A project keeps an administrator: the importer, where the archive names none.
  const isOnlyAdmin = admins.every((group) => group.members.length === 0);
  if (isOnlyAdmin || stays(listOf(groupIds.members)))
    await saveMember(tx, projectId, people.importer.id, stays(admins));
  for (const group of listOf(groupIds.members))
    for (const user of listMembers(group, people, warn)) await saveMember(tx, projectId, user.id, false);

  const joinsProject = joinsByGroup({
    access: project.access ?? 'public',
    is_synchronized: project.areUserGroupsSynchronized ? 1 : 0,
  });
  const statics = new Map<string, number>();
  for (const group of project.userGroups) {
    const roleId = findBuiltInGroup(group.name) ?? otherRoles[group.name];
    if (roleId === groupIds.members) continue;
    const users = listMembers(group, people, warn);
    if (roleId === groupIds.admins) for (const user of users) await saveMember(tx, projectId, user.id, true);
    else if (roleId !== undefined)
      for (const user of users)
        await insertRoleMember(tx, { project_id: projectId, ugroup_id: roleId, user_id: user.id });
    else await importStaticGroup(tx, projectId, group, users, statics, joinsProject);
  }
  return statics;
}

async function importStaticGroup(
  tx: Writer,
  projectId: number,
  group: ArchiveUserGroup,
  users: readonly ImportedUser[],
  statics: Map<string, number>,
  joinsProject: boolean,
): Promise<void> {
  const { name, description } = group;
  const id = statics.get(name) ?? (await createGroup(tx, { project_id: projectId, name, description }));
  statics.set(name, id);
  await insertGroupMembers(
    tx,
    id,
    users.map((user) => user.id),
  );
  if (joinsProject) for (const user of users) await saveMember(tx, projectId, user.id, false);
}

async function importServices(tx: Writer, projectId: number, project: ArchiveProject): Promise<void> {
  const listed = project.services ?? [];
  const switched = new Map(listed.map((service) => [service.shortname, service.enabled]));
  const ranks = new Map(listed.map((service) => [service.shortname, service.rank]));
  for (const shortname of constantServices) switched.set(shortname, true);
  for (const [shortname, isEnabled] of switched)
    await insertPlatformService(tx, projectId, shortname, isEnabled, ranks.get(shortname));
  for (const service of project.projectDefinedServices)
    await insertService(tx, {
      project_id: projectId,
      shortname: service.shortname,
      label: service.label,
      description: service.description,
      link: service.link,
      is_enabled: service.enabled ? 1 : 0,
      is_custom: 1,
      is_in_new_tab: service.isInNewTab ? 1 : 0,
      rank: service.rank ?? 0,
      icon: service.icon ?? '',
    });
}

/** Keeps what later features read: whole blocks as they stand, single facts written again as elements. */
export async function keepBlocks(
  tx: Writer,
  projectId: number,
  model: ProjectContent,
  blocks: readonly RawBlock[],
): Promise<void> {
  const { inheritFromTemplate } = model.project;
  const unused = model.natures.filter(({ name, isUsed }) => !isUsed && isLinkType(name)).map(({ name }) => name);
  await saveUnusedLinkTypes(tx, { project: projectId }, unused);
  const natures = model.natures.map(
    ({ name, isUsed }) => `<nature is_used="${isUsed ? 1 : 0}">${escapeXmlText(name)}</nature>`,
  );
  const rewritten = [
    ...(inheritFromTemplate === undefined
      ? []
      : [
          {
            name: 'inherit-from-template',
            xml: `<inherit-from-template>${escapeXmlText(inheritFromTemplate)}</inherit-from-template>`,
          },
        ]),
    { name: 'natures', xml: `<natures use-natures="${model.useNatures}">${natures.join('')}</natures>` },
  ];
  for (const { name, xml } of [...rewritten, ...blocks])
    await insertBlock(tx, { project_id: projectId, tracker_id: null, name, xml });
}
