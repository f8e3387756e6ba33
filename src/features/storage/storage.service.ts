// How much projects store, and whether there is room for more.
import type { Static } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import { forbidden, tooLarge } from '../../platform/errors.ts';
import type { ExtensionPoint } from '../../platform/extension-point.ts';
import type { Settings } from '../../settings/index.ts';
import { recordAudit } from '../audit/index.ts';
import { actorOf } from '../people/index.ts';
import { readAsAdmin } from '../projects/index.ts';
import type { Projects, Viewer } from '../projects/index.ts';
import type { ProjectQuotas, ProjectStorage } from './storage.schema.ts';
import * as store from './storage.store.ts';
import type { StorageKind } from './storage.tables.ts';

/** How many bytes a project stores of a kind, counted anew. */
export type MeasureStorage = (projectId: number) => Promise<number>;

export interface StorageMeasures {
  attachments: ExtensionPoint<MeasureStorage>;
  repositories: ExtensionPoint<MeasureStorage>;
}

/** Whose quota it is. */
interface Place {
  settings: Settings;
  projectId: number;
  kind: StorageKind;
}

export interface Storage {
  /** How many bytes may still come; Infinity where there is no quota. */
  findRoom(place: Place): Promise<number>;
  /** Throws too-large where so many more are more than the project may have. */
  requireRoom(place: Place, bytes: number): Promise<void>;
  /** Measured anew. Throws as readAsAdmin. */
  show(viewer: Viewer, projectId: number): Promise<Static<typeof ProjectStorage>>;
  /** Throws as readAsAdmin, and forbidden for who is no site administrator. */
  saveQuotas(viewer: Viewer, projectId: number, quotas: Static<typeof ProjectQuotas>): Promise<void>;
}

interface Deps {
  database: Database;
  clock: Clock;
  projects: Projects;
  measures: StorageMeasures;
}

const siteQuota = (settings: Settings, kind: StorageKind): number =>
  kind === 'attachments' ? settings.project_attachments_quota : settings.project_repositories_quota;

const kinds = ['attachments', 'repositories'] as const satisfies readonly StorageKind[];

export function createStorage({ database, clock, projects, measures }: Deps): Storage {
  const measure = async (projectId: number, kind: StorageKind): Promise<number> => {
    const sizes = await Promise.all(measures[kind].list().map((count) => count(projectId)));
    return sizes.reduce((sum, size) => sum + size, 0);
  };
  const measureAndKeep = async (projectId: number, kind: StorageKind): Promise<number> => {
    const bytes = await measure(projectId, kind);
    await database.transact((tx) => store.saveUse(tx, projectId, kind, bytes));
    return bytes;
  };
  const findQuota = async ({ settings, projectId, kind }: Place): Promise<number> => {
    const bytes = (await store.findQuota(database.read, projectId, kind)) ?? siteQuota(settings, kind);
    return bytes === 0 ? Infinity : bytes;
  };
  const findKept = async (projectId: number, kind: StorageKind): Promise<number> =>
    (await store.findUse(database.read, projectId, kind)) ?? (await measureAndKeep(projectId, kind));
  const show = async (place: Place): Promise<Static<typeof ProjectStorage>['attachments']> => {
    const own = await store.findQuota(database.read, place.projectId, place.kind);
    return {
      used_bytes: await measure(place.projectId, place.kind),
      quota_bytes: own ?? siteQuota(place.settings, place.kind),
      own_quota_bytes: own ?? null,
    };
  };
  return {
    async findRoom(place) {
      const quota = await findQuota(place);
      return quota === Infinity ? quota : quota - (await findKept(place.projectId, place.kind));
    },
    async requireRoom(place, bytes) {
      const { projectId, kind } = place;
      const quota = await findQuota(place);
      if (quota === Infinity || (await findKept(projectId, kind)) + bytes <= quota) return;
      // What went since it was measured makes room.
      const used = await measureAndKeep(projectId, kind);
      if (used + bytes <= quota) return;
      throw tooLarge(
        `the ${kind} of this project take ${used} of the ${quota} bytes that they may take, and there is no room for ${bytes} more; remove some, or ask a site administrator for more room`,
      );
    },
    async show(viewer, projectId) {
      await readAsAdmin(projects, viewer, projectId);
      const place = { settings: viewer.site.settings, projectId };
      return {
        attachments: await show({ ...place, kind: 'attachments' }),
        repositories: await show({ ...place, kind: 'repositories' }),
      };
    },
    async saveQuotas(viewer, projectId, quotas) {
      await readAsAdmin(projects, viewer, projectId);
      if (!viewer.isSuperUser) throw forbidden('only site administrators say how much a project may store');
      await database.transact(async (tx) => {
        for (const kind of kinds) {
          const bytes = quotas[kind];
          if (bytes === null) await store.deleteQuota(tx, projectId, kind);
          else await store.saveQuota(tx, projectId, kind, bytes);
        }
        const details = {
          attachments_quota: quotas.attachments ?? 'site',
          repositories_quota: quotas.repositories ?? 'site',
        };
        await recordAudit(tx, clock, { kind: 'project-changed', by: actorOf(viewer), projectId, details });
      });
    },
  };
}
