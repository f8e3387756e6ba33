// Binding user groups of projects to groups of the directory.
import type { Static } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Reader, Writer } from '../../platform/database/index.ts';
import { conflict, forbidden, invalid, notFound } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { commandLine, recordAudit } from '../audit/index.ts';
import type { Actor } from '../audit/index.ts';
import { actorOf } from '../people/index.ts';
import {
  groupIds,
  isProjectAdmin,
  refuseProject,
  requireLivingProject,
  userGroupNames,
  userGroupRecords,
} from '../projects/index.ts';
import type { GroupBinding, Viewer } from '../projects/index.ts';
import { bumpSiteVersion } from '../site/index.ts';
import type { SiteService } from '../site/index.ts';
import type { DirectoryServers } from './connection.ts';
import * as store from './directory.store.ts';
import { findGroup, searchGroups } from './entries.ts';
import { findMemberFault } from './group-members.ts';
import { requireDirectory } from './sync.service.ts';
import type { DirectorySync, GroupReport } from './sync.service.ts';

export interface Binding {
  /** REST id of the user group. */
  group: string;
  dn: string;
  label: string;
  keepsOthers: boolean;
}

export interface Bindings {
  /**
   * Makes a user group, a static one or the members of a project, follow a group of the directory, which its distinguished
   * or plain name names, and gives it its members. Throws invalid for another user group, notFound for one or the other that
   * does not exist, conflict for one whose members stand where the settings don't say, and as DirectorySync.synchroniseGroup.
   */
  bind(restId: string, name: string, keepsOthers: boolean): Promise<GroupReport>;
  /**
   * The same for an administrator of the project; a dry run only tells who would join and leave. Throws as bind, and forbidden
   * for everybody else.
   */
  bindAs(viewer: Viewer, restId: string, wish: Wish, isDryRun: boolean): Promise<GroupReport>;
  /** Lets the members be changed by people again; they stay what they are. Throws notFound for a group that is not bound. */
  unbind(restId: string): Promise<void>;
  /** The same for an administrator of the project. Throws as unbind, and forbidden for everybody else. */
  unbindAs(viewer: Viewer, restId: string): Promise<void>;
  /**
   * Names of groups of the directory in which a text is, some of them, for who may bind the user group. Throws as bindAs does
   * for the user group, and where there is no directory or it does not answer.
   */
  searchAs(viewer: Viewer, restId: string, contains: string): Promise<string[]>;
  list(): Promise<Binding[]>;
  /** What a reader may know of the bindings of a project, by id of the user group. */
  describe(viewer: Viewer, projectId: number): Promise<Map<number, Static<typeof GroupBinding>>>;
}

export interface Wish {
  /** Distinguished or plain name of a group of the directory. */
  name: string;
  keepsOthers: boolean;
}

/** A user group that may follow another one. */
interface Bound {
  projectId: number;
  groupId: number;
}

/** Of one search for groups. */
const namesMax = 20;

interface BindingsDeps {
  database: Database;
  clock: Clock;
  site: SiteService;
  servers: DirectoryServers;
  sync: DirectorySync;
}

export function createBindings({ database, clock, site, servers, sync }: BindingsDeps): Bindings {
  const record = (tx: Writer, { projectId, groupId }: Bound, dn: string, by: Actor): Promise<void> =>
    recordAudit(tx, clock, {
      kind: 'group-binding-changed',
      by,
      projectId,
      details: { group: userGroupNames.groupRestId(groupId, projectId), dn },
    });
  const bind = async (bound: Bound, { name, keepsOthers }: Wish, isDryRun: boolean, by: Actor) => {
    const settings = await requireDirectory(site);
    const source = await servers.run(settings, async (connection) => {
      const found = await findGroup(connection, settings, name);
      if (found === undefined)
        throw notFound(says('directory.no-group')`the directory has no group "${name}", or more than one`);
      const fault = await findMemberFault(connection, settings, found.dn, true);
      if (fault !== undefined) throw conflict(fault);
      return found;
    });
    const { projectId, groupId } = bound;
    const binding = { project_id: projectId, ugroup_id: groupId, ...source, keeps_others: keepsOthers ? 1 : 0 };
    if (isDryRun) return sync.synchroniseGroup(binding, true);
    await database.transact(async (tx) => {
      await store.saveBinding(tx, binding);
      await record(tx, bound, source.dn, by);
      await bumpSiteVersion(tx);
    });
    return sync.synchroniseGroup(binding, false);
  };
  const unbind = (restId: string, bound: Bound, by: Actor): Promise<void> =>
    database.transact(async (tx) => {
      const wasBound = await store.deleteBinding(tx, bound.projectId, bound.groupId);
      if (!wasBound) throw notFound(says('directory.unbound')`user group ${restId} is not bound`);
      await record(tx, bound, '', by);
      await bumpSiteVersion(tx);
    });
  const locateAs = async (viewer: Viewer, restId: string): Promise<Bound> => {
    const { project, missing } = await userGroupRecords.locateGroup(database.read, restId);
    if (project !== undefined && refuseProject(viewer, project) !== undefined) throw missing;
    const bound = await locate(database.read, restId);
    if (!isProjectAdmin(viewer, bound.projectId))
      throw forbidden(says('directory.admin-only')`only project administrators can bind user groups`);
    return bound;
  };
  return {
    bind: async (restId, name, keepsOthers) =>
      bind(await locate(database.read, restId), { name, keepsOthers }, false, commandLine),
    bindAs: async (viewer, restId, wish, isDryRun) =>
      bind(await locateAs(viewer, restId), wish, isDryRun, actorOf(viewer)),
    unbind: async (restId) => unbind(restId, await locate(database.read, restId), commandLine),
    unbindAs: async (viewer, restId) => unbind(restId, await locateAs(viewer, restId), actorOf(viewer)),
    async searchAs(viewer, restId, contains) {
      await locateAs(viewer, restId);
      const settings = await requireDirectory(site);
      return servers.run(settings, (connection) => searchGroups(connection, settings, contains, namesMax));
    },
    async list() {
      const rows = await store.listBindings(database.read);
      return rows.map(({ project_id: projectId, ugroup_id: groupId, dn, label, keeps_others: keeps }) => ({
        group: userGroupNames.groupRestId(groupId, projectId),
        dn,
        label,
        keepsOthers: keeps === 1,
      }));
    },
    async describe(viewer, projectId) {
      const isAdmin = isProjectAdmin(viewer, projectId);
      const rows = isAdmin ? await store.listBindings(database.read, projectId) : [];
      return new Map(rows.map((row) => [row.ugroup_id, viewBinding(viewer, row)]));
    },
  };
}

const viewBinding = ({ isSuperUser }: Viewer, row: store.BindingRow): Static<typeof GroupBinding> => ({
  label: row.label,
  synchro_policy: 'auto',
  bind_option: row.keeps_others === 1 ? 'preserve_members' : 'bind',
  ...(isSuperUser ? { dn: row.dn } : {}),
});

/** Whether the members of a user group are those of a group of the directory alone. */
export const isBound = async (db: Reader, projectId: number, groupId: number): Promise<boolean> =>
  (await store.findBinding(db, projectId, groupId))?.keeps_others === 0;

/** Throws as Bindings.bind, and forbidden for a project that is suspended or deleted. */
async function locate(db: Reader, restId: string): Promise<Bound> {
  const { id, project } = await userGroupRecords.locateGroup(db, restId);
  if (project === undefined || (userGroupNames.isBuiltInGroup(id) && id !== groupIds.members))
    throw invalid(
      says(
        'directory.unbindable',
      )`${restId} can't be bound; bind a group that was created in the project, or its members (<project>_3)`,
    );
  requireLivingProject(project);
  return { projectId: project.id, groupId: id };
}
