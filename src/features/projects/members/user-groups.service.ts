// User groups of projects as callers see them, and new ones.
import type { Static } from 'typebox';
import type { Clock } from '../../../platform/clock.ts';
import { isUniqueViolation } from '../../../platform/database/index.ts';
import type { Database, Reader, Writer } from '../../../platform/database/index.ts';
import { forbidden, invalid, notFound } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { recordAudit } from '../../audit/index.ts';
import { actorOf } from '../../people/index.ts';
import { bumpSiteVersion } from '../../site/index.ts';
import { refuseProject, requireLivingProject, requireStillLiving } from '../projects/projects.access.ts';
import type {
  GroupBinding,
  MinimalUserGroup,
  NewUserGroup,
  ProjectUserGroup,
  UserGroup,
  UserGroupChange,
} from '../groups/projects.schema.ts';
import type { Projects } from '../projects/projects.service.ts';
import { findProject, findProjectByName } from '../projects/projects.store.ts';
import type { ProjectRow } from '../projects/projects.store.ts';
import { viewGroup } from '../projects/projects.view.ts';
import { findGroup, insertGroup, listGroups, updateGroup } from '../groups/user-groups.store.ts';
import {
  groupIds,
  isBuiltInGroup,
  isReservedGroupName,
  parseGroupRestId,
  viewMinimalGroup,
} from '../groups/user-groups.ts';
import { isProjectAdmin } from '../projects/viewer.ts';
import type { Viewer } from '../projects/viewer.ts';

export interface UserGroups {
  /** System groups when asked for, then dynamic ones, then static ones by id. Throws as Projects.read. */
  list(viewer: Viewer, projectId: number, withSystemGroups: boolean): Promise<Static<typeof ProjectUserGroup>[]>;
  /** The same for the command line, without system groups. Throws notFound for an unknown short name. */
  listOf(unixName: string): Promise<Static<typeof MinimalUserGroup>[]>;
  /** A group by its REST id; throws invalid for text that is none, and notFound also when the project is closed to the viewer. */
  show(viewer: Viewer, restId: string): Promise<Static<typeof UserGroup>>;
  /**
   * An empty static group. Throws as Projects.read, forbidden for who does not administer the project and for a
   * suspended or deleted one, and invalid for a name that is malformed, reserved, or taken in any case.
   */
  create(viewer: Viewer, group: Static<typeof NewUserGroup>): Promise<Static<typeof UserGroup>>;
  /** Renames or describes a static group. Throws as create, notFound as show, and invalid for a group that every project has. */
  change(viewer: Viewer, restId: string, change: Static<typeof UserGroupChange>): Promise<Static<typeof UserGroup>>;
}

/** A group that a REST id names; `project` is undefined for system groups. */
export interface LocatedGroup {
  id: number;
  project: ProjectRow | undefined;
  /** A static group's own. */
  name: string | undefined;
  /** For whom may not know that it exists. */
  missing: Error;
}

/** Throws invalid for text that is no id, notFound for a group or project that does not exist. Asks for no right. */
export async function locateGroup(db: Reader, restId: string): Promise<LocatedGroup> {
  const { id, projectId } = parseGroupRestId(restId);
  const missing = notFound(
    says('group.missing')`there is no user group ${restId}, or you don't have access to its project`,
  );
  const group = isBuiltInGroup(id) ? undefined : await findGroup(db, id);
  const owner = projectId ?? group?.project_id;
  if (!isBuiltInGroup(id) && (group === undefined || group.project_id !== owner)) throw missing;
  const project = owner === undefined ? undefined : await findProject(db, owner);
  if (owner !== undefined && project === undefined) throw missing;
  return { id, project, name: group?.name, missing };
}

/** As locateGroup; throws notFound when the project is closed to the viewer, too. */
export async function locateVisibleGroup(db: Reader, viewer: Viewer, restId: string): Promise<LocatedGroup> {
  const located = await locateGroup(db, restId);
  if (located.project !== undefined && refuseProject(viewer, located.project) !== undefined) throw located.missing;
  return located;
}

/** The error to throw instead of `error`: invalid where the name is another group's. */
const mapTakenGroupName = (error: unknown, name: string): unknown =>
  isUniqueViolation(error)
    ? invalid(says('group.taken')`the project already has a user group "${name}"; choose another name`, 'short_name')
    : error;

/** A static group in a transaction of the caller's; throws invalid when the name is taken in any case. */
export async function createGroup(tx: Writer, group: Parameters<typeof insertGroup>[1]): Promise<number> {
  try {
    return await insertGroup(tx, group);
  } catch (error) {
    throw mapTakenGroupName(error, group.name);
  }
}

export interface UserGroupDeps {
  database: Database;
  clock: Clock;
  projects: Projects;
  /** What the viewer may know of sources that groups of a project follow, by group id: a higher feature knows. */
  listBindings(viewer: Viewer, projectId: number): Promise<Map<number, Static<typeof GroupBinding>>>;
}

type AdditionalInformation = Static<typeof ProjectUserGroup>['additional_information'];

async function changeGroup(
  { database, clock }: UserGroupDeps,
  viewer: Viewer,
  restId: string,
  { short_name: name, description }: Static<typeof UserGroupChange>,
): Promise<void> {
  const { id, project } = await locateVisibleGroup(database.read, viewer, restId);
  if (project === undefined || !isProjectAdmin(viewer, project.id))
    throw forbidden(says('group.change-admin-only')`only project administrators can change user groups`);
  requireLivingProject(project);
  if (isBuiltInGroup(id)) throw invalid(says('group.system')`is a system group, which can't be deleted`, 'id');
  if (name !== undefined) checkGroupName(name);
  const columns = { ...(name === undefined ? {} : { name }), ...(description === undefined ? {} : { description }) };
  if (Object.keys(columns).length === 0) throw invalid(says('group.change')`or description is required`, 'short_name');
  await database.transact(async (tx) => {
    await requireStillLiving(tx, project.id);
    try {
      await updateGroup(tx, id, columns);
    } catch (error) {
      throw mapTakenGroupName(error, name ?? '');
    }
    const details = { group: String(id), ...columns };
    await recordAudit(tx, clock, { kind: 'group-changed', by: actorOf(viewer), projectId: project.id, details });
    await bumpSiteVersion(tx);
  });
}

export function createUserGroups(deps: UserGroupDeps): UserGroups {
  const { database, clock, projects } = deps;
  const db = database.read;
  const describeSource = async (
    viewer: Viewer,
    projectId: number,
  ): Promise<(groupId: number) => AdditionalInformation> => {
    if (viewer.site.settings.sys_auth_type !== 'ldap') return () => [];
    const bindings = await deps.listBindings(viewer, projectId);
    const mayFollow = (groupId: number): boolean => groupId === groupIds.members || !isBuiltInGroup(groupId);
    return (groupId) => (mayFollow(groupId) ? { ldap: bindings.get(groupId) ?? null } : []);
  };
  const show = async (viewer: Viewer, restId: string): Promise<Static<typeof UserGroup>> => {
    const { id, project, name } = await locateVisibleGroup(db, viewer, restId);
    if (project === undefined) return { ...viewMinimalGroup(id, 0), project: null, additional_information: [] };
    const sourceOf = await describeSource(viewer, project.id);
    return { ...viewGroup(id, project, name), additional_information: sourceOf(id) };
  };
  return {
    async list(viewer, projectId, withSystemGroups) {
      const project = await projects.read(viewer, projectId);
      const system = withSystemGroups ? systemGroups(viewer, project) : [];
      const sourceOf = await describeSource(viewer, projectId);
      const own = await listOwnGroups(db, projectId);
      return [...system.map((id) => viewMinimalGroup(id, projectId)), ...own].map((group) => ({
        ...group,
        additional_information: sourceOf(parseGroupRestId(group.id).id),
      }));
    },
    async listOf(unixName) {
      const project = await findProjectByName(db, unixName);
      if (project === undefined) throw notFound(says('project.missing-name')`there is no project "${unixName}"`);
      return listOwnGroups(db, project.id);
    },
    show,
    async change(viewer, restId, change) {
      await changeGroup(deps, viewer, restId, change);
      return show(viewer, restId);
    },
    async create(viewer, { project_id: projectId, short_name: name, description }) {
      const project = await projects.read(viewer, projectId);
      requireLivingProject(project);
      if (!isProjectAdmin(viewer, projectId))
        throw forbidden(says('group.create-admin-only')`only project administrators can create user groups`);
      checkGroupName(name);
      const id = await database.transact(async (tx) => {
        await requireStillLiving(tx, projectId);
        const created = await createGroup(tx, { project_id: projectId, name, description });
        const details = { group: String(created), name };
        await recordAudit(tx, clock, { kind: 'group-created', by: actorOf(viewer), projectId, details });
        await bumpSiteVersion(tx);
        return created;
      });
      const sourceOf = await describeSource(viewer, projectId);
      return { ...viewGroup(id, project, name), additional_information: sourceOf(id) };
    },
  };
}

function checkGroupName(name: string): void {
  if (!/^[A-Za-z0-9_-]+$/.test(name))
    throw invalid(
      says('group.name')`"${name}" is not a valid name for a user group; use letters, digits, "-" and "_"`,
      'short_name',
    );
  if (isReservedGroupName(name))
    throw invalid(says('group.reserved')`"${name}" is a reserved name; choose another`, 'short_name');
}

const dynamicGroups = [groupIds.members, groupIds.admins, groupIds.fileManagers, groupIds.wikiAdmins];

const listOwnGroups = async (db: Reader, projectId: number): Promise<Static<typeof MinimalUserGroup>[]> => [
  ...dynamicGroups.map((id) => viewMinimalGroup(id, projectId)),
  ...(await listGroups(db, projectId)).map((group) => viewMinimalGroup(group.id, projectId, group.name)),
];

function systemGroups(viewer: Viewer, project: ProjectRow): number[] {
  const isPublic = project.access === 'public' || project.access === 'unrestricted';
  const mode = viewer.site.settings.access_mode;
  return [
    ...(isPublic && mode === 'anonymous' ? [groupIds.anonymous] : []),
    ...(isPublic ? [groupIds.registered] : []),
    ...(mode === 'restricted' && project.access === 'unrestricted' ? [groupIds.authenticated] : []),
  ];
}
