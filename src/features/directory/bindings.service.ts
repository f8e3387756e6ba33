// Binding user groups of projects to groups of the directory.
import type { Static } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Reader } from '../../platform/database/index.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import { commandLine, recordAudit } from '../audit/index.ts';
import {
  groupIds,
  groupRestId,
  isBuiltInGroup,
  isProjectAdmin,
  locateGroup,
  requireLivingProject,
} from '../projects/index.ts';
import type { GroupBinding, Viewer } from '../projects/index.ts';
import { bumpSiteVersion } from '../site/index.ts';
import type { SiteService } from '../site/index.ts';
import type { DirectoryServers } from './connection.ts';
import * as store from './directory.store.ts';
import { findGroup } from './entries.ts';
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
   * does not exist, and as DirectorySync.synchroniseGroup.
   */
  bind(restId: string, name: string, keepsOthers: boolean): Promise<GroupReport>;
  /** Lets the members be changed by people again; they stay what they are. Throws notFound for a group that is not bound. */
  unbind(restId: string): Promise<void>;
  list(): Promise<Binding[]>;
  /** What a reader may know of the bindings of a project, by id of the user group. */
  describe(viewer: Viewer, projectId: number): Promise<Map<number, Static<typeof GroupBinding>>>;
}

interface BindingsDeps {
  database: Database;
  clock: Clock;
  site: SiteService;
  servers: DirectoryServers;
  sync: DirectorySync;
}

export function createBindings({ database, clock, site, servers, sync }: BindingsDeps): Bindings {
  const record = (projectId: number, details: Readonly<Record<string, string>>) => ({
    kind: 'group-binding-changed' as const,
    by: commandLine,
    projectId,
    details,
  });
  return {
    async bind(restId, name, keepsOthers) {
      const settings = await requireDirectory(site);
      const { projectId, groupId } = await locate(database.read, restId);
      const source = await servers.run(settings, (connection) => findGroup(connection, settings, name));
      if (source === undefined) throw notFound(`the directory has no group "${name}", or several`);
      const binding = { project_id: projectId, ugroup_id: groupId, ...source, keeps_others: keepsOthers ? 1 : 0 };
      await database.transact(async (tx) => {
        await store.saveBinding(tx, binding);
        await recordAudit(tx, clock, record(projectId, { group: groupRestId(groupId, projectId), dn: source.dn }));
        await bumpSiteVersion(tx);
      });
      return sync.synchroniseGroup(binding);
    },
    async unbind(restId) {
      const { projectId, groupId } = await locate(database.read, restId);
      await database.transact(async (tx) => {
        const wasBound = await store.deleteBinding(tx, projectId, groupId);
        if (!wasBound) throw notFound(`the user group ${restId} is not bound`);
        await recordAudit(tx, clock, record(projectId, { group: groupRestId(groupId, projectId), dn: '' }));
        await bumpSiteVersion(tx);
      });
    },
    async list() {
      const rows = await store.listBindings(database.read);
      return rows.map(({ project_id: projectId, ugroup_id: groupId, dn, label, keeps_others: keeps }) => ({
        group: groupRestId(groupId, projectId),
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
async function locate(db: Reader, restId: string): Promise<{ projectId: number; groupId: number }> {
  const { id, project } = await locateGroup(db, restId);
  if (project === undefined || (isBuiltInGroup(id) && id !== groupIds.members))
    throw invalid(`${restId} can't be bound; bind a group that the project made, or its members (<project>_3)`);
  requireLivingProject(project);
  return { projectId: project.id, groupId: id };
}
