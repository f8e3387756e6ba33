// The groups that permissions are given to: system groups, dynamic groups of each project, static groups.
import type { Static } from 'typebox';
import { invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import type { MinimalUserGroup } from './projects.schema.ts';

/** Ids of groups that are not rows. System groups hold for the whole site, dynamic ones for each project. */
export const groupIds = {
  anonymous: 1,
  registered: 2,
  members: 3,
  admins: 4,
  authenticated: 5,
  fileManagers: 11,
  wikiAdmins: 14,
  nobody: 100,
} as const;

interface BuiltInGroup {
  id: number;
  /** In archives. */
  archiveName: string;
  key: string;
  shortName: string;
  label: string;
  isSystem: boolean;
}

const builtIn: readonly BuiltInGroup[] = [
  group(1, 'UGROUP_ANONYMOUS', 'anonymous_users', 'all_users', 'Anonymous', true),
  group(2, 'UGROUP_REGISTERED', 'registered_users', 'registered_users', 'Registered users', true),
  group(3, 'UGROUP_PROJECT_MEMBERS', 'project_members', 'project_members', 'Project members', false),
  group(4, 'UGROUP_PROJECT_ADMIN', 'project_admins', 'project_admins', 'Project administrators', false),
  group(
    5,
    'UGROUP_AUTHENTICATED',
    'authenticated_users',
    'authenticated_users',
    'Registered and restricted users',
    true,
  ),
  group(11, 'UGROUP_FILE_MANAGER_ADMIN', 'file_manager_admin', 'file_manager_admins', 'file_manager_admins', false),
  group(14, 'UGROUP_WIKI_ADMIN', 'wiki_admin', 'wiki_admins', 'Wiki administrators', false),
  group(100, 'UGROUP_NONE', 'nobody', 'nobody', 'Nobody', true),
];

function group(
  id: number,
  archiveName: string,
  key: string,
  shortName: string,
  label: string,
  isSystem: boolean,
): BuiltInGroup {
  return { id, archiveName, key: `ugroup_${key}_name_key`, shortName, label, isSystem };
}

/** What pages call built-in groups in other languages than English; a test compares them with the pages' texts. */
const translatedLabels: ReadonlyMap<number, readonly string[]> = new Map([
  [1, ['Anonymes']],
  [2, ['Utilisateurs inscrits']],
  [3, ['Membres du projet']],
  [4, ['Administrateurs du projet']],
  [5, ['Utilisateurs inscrits et restreints']],
  [11, ['File managers', 'Gestionnaires de fichiers']],
  [14, ['Administrateurs du wiki']],
  [100, ['Personne']],
]);

const builtInById = new Map(builtIn.map((entry) => [entry.id, entry]));

/** The built-in group that an archive calls so: `UGROUP_PROJECT_MEMBERS`, `project_members` or `ugroup_project_members_name_key`. */
const findBuiltInGroup = (name: string): number | undefined =>
  builtIn.find((entry) => entry.archiveName === name || entry.shortName === name || entry.key === name)?.id;

/** Dynamic groups of the format that no permission names: only their members are kept. Ids by name. */
const otherRoles: Readonly<Record<string, number>> = { document_techs: 12, document_admins: 13, svn_admins: 19 };

/** Whether a project's own group can't be called so, because it would be taken for a dynamic group or a number in archives. */
export function isReservedGroupName(name: string): boolean {
  const lower = name.toLowerCase();
  return (
    lower.startsWith('ugroup_') ||
    Object.hasOwn(otherRoles, lower) ||
    builtIn.some((entry) => entry.shortName === lower || entry.key === lower)
  );
}

/** Groups below this id are built in: they are no rows. */
const firstStaticId = 101;

/** How archives name a built-in group in permissions (`UGROUP_PROJECT_MEMBERS`); undefined for other ids. */
const groupArchiveName = (id: number): string | undefined => builtInById.get(id)?.archiveName;

export const isBuiltInGroup = (id: number): boolean => builtInById.has(id);

/** `101_3` for a project's dynamic group, the bare number for others. */
export function groupRestId(id: number, projectId: number): string {
  const entry = builtInById.get(id);
  return entry === undefined || entry.isSystem ? String(id) : `${projectId}_${id}`;
}

/**
 * Reads `105`, `101_3` or `101_105`. Throws invalid, naming `path`, for other text, such as the bare number of a dynamic
 * group.
 */
export function parseGroupRestId(text: string, path?: string): { id: number; projectId: number | undefined } {
  const [, project, id] = /^(?:(\d{1,15})_)?(\d{1,15})$/.exec(text) ?? [];
  if (id === undefined)
    throw invalid(
      says('group.id')`"${text}" is not a valid user group ID; use a number, or <project>_<group> such as 101_3`,
      path,
    );
  const entry = builtInById.get(Number(id));
  const isSystem = entry?.isSystem === true;
  if (Number(id) < firstStaticId && isSystem !== (project === undefined)) {
    throw invalid(`"${text}" is not a valid user group ID; use ${isSystem ? `${id}` : `<project>_${id}`}`, path);
  }
  return { id: Number(id), projectId: project === undefined ? undefined : Number(project) };
}

/** What a group without a row is called, which was deleted: artifacts and comments keep its id. */
const deletedName = (id: number): string => `deleted_group_${id}`;

/** The name that lists and `granted_groups` show. */
const groupShortName = (id: number, name = deletedName(id)): string => builtInById.get(id)?.shortName ?? name;

/** All names by which queries may speak of a group: those that the wire has, and those of pages in every language. */
export const namesOfGroup = (id: number, name = deletedName(id)): readonly string[] => {
  const entry = builtInById.get(id);
  return entry === undefined ? [name] : [entry.label, entry.shortName, ...(translatedLabels.get(id) ?? [])];
};

/** `name` is a static group's own; built-in groups need none, and groups without one are deleted. */
export function viewMinimalGroup(
  id: number,
  projectId: number,
  name = deletedName(id),
): Static<typeof MinimalUserGroup> {
  const entry = builtInById.get(id);
  const restId = groupRestId(id, projectId);
  return {
    id: restId,
    uri: `user_groups/${restId}`,
    label: entry?.label ?? name,
    users_uri: `user_groups/${restId}/users`,
    short_name: entry?.shortName ?? name,
    key: entry?.key ?? name,
  };
}

/** What a user group is called: on the wire, in archives, in texts. */
export const userGroupNames = {
  isBuiltInGroup,
  findBuiltInGroup,
  otherRoles,
  parseGroupRestId,
  groupRestId,
  groupShortName,
  groupArchiveName,
  namesOfGroup,
  viewMinimalGroup,
};
