// Whether there is room for more in a project, by what is known of what it stores.
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import { tooLarge } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import type { Settings } from '../../settings/index.ts';
import * as store from './storage.store.ts';
import type { StorageKind } from './storage.tables.ts';

/** How many bytes a project stores of a kind, counted anew. */
export type MeasureStorage = (projectId: number) => Promise<number>;

/** Whose quota it is. */
export interface Place {
  settings: Settings;
  projectId: number;
  kind: StorageKind;
}

export interface Use {
  bytes: number;
  /** undefined before the first measure. */
  measuredAtMs: number | undefined;
  /** Whether nothing is known to have changed since but what was added to it. */
  isSure: boolean;
}

export interface Room {
  /** How many bytes may still come; Infinity where there is no quota. */
  findRoom(place: Place): Promise<number>;
  /** Throws too-large where so many more are more than the project may have. */
  requireRoom(place: Place, bytes: number): Promise<void>;
  /** What was measured last. */
  findUse(projectId: number, kind: StorageKind): Promise<Use>;
  /** Measured anew and kept; who asks while somebody measures gets that measure. */
  measure(projectId: number, kind: StorageKind): Promise<Use>;
}

interface Deps {
  database: Database;
  clock: Clock;
  listMeasures(kind: StorageKind): readonly MeasureStorage[];
}

export const siteQuota = (settings: Settings, kind: StorageKind): number =>
  kind === 'attachments' ? settings.project_attachments_quota : settings.project_repositories_quota;

/** What a project without quotas of its own may store; Infinity where there is no bound. */
export const siteRoom = (settings: Settings): Record<StorageKind, number> => ({
  attachments: siteQuota(settings, 'attachments') || Infinity,
  repositories: siteQuota(settings, 'repositories') || Infinity,
});

export function createRoom(deps: Deps): Room {
  const { database } = deps;
  const running = new Map<string, Promise<Use>>();
  const measure = (projectId: number, kind: StorageKind): Promise<Use> => {
    const key = `${kind} ${projectId}`;
    const known = running.get(key);
    if (known !== undefined) return known;
    const begun = measureAndKeep(deps, projectId, kind).finally(() => running.delete(key));
    running.set(key, begun);
    return begun;
  };
  const findUse = async (projectId: number, kind: StorageKind): Promise<Use> => {
    const row = await store.findUse(database.read, projectId, kind);
    return {
      bytes: row?.used_bytes ?? 0,
      measuredAtMs: row?.measured_at_ms || undefined,
      isSure: row !== undefined && row.measured_at_ms > 0 && row.changes === row.measured_changes,
    };
  };
  const findQuota = async ({ settings, projectId, kind }: Place): Promise<number> => {
    const bytes = (await store.findQuota(database.read, projectId, kind)) ?? siteQuota(settings, kind);
    return bytes === 0 ? Infinity : bytes;
  };
  const findSure = async (projectId: number, kind: StorageKind): Promise<Use> => {
    const use = await findUse(projectId, kind);
    return use.isSure ? use : measure(projectId, kind);
  };
  return {
    findUse,
    measure,
    async findRoom(place) {
      const quota = await findQuota(place);
      return quota === Infinity ? quota : quota - (await findSure(place.projectId, place.kind)).bytes;
    },
    async requireRoom(place, bytes) {
      const { projectId, kind } = place;
      const quota = await findQuota(place);
      if (quota === Infinity || (await findSure(projectId, kind)).bytes + bytes <= quota) return;
      // What went since it was measured makes room.
      const used = (await measure(projectId, kind)).bytes;
      if (used + bytes <= quota) return;
      throw tooLarge(
        says(
          'storage.full',
        )`the ${kind} of this project take ${used} of the ${quota} bytes that they may take, and there is no room for ${bytes} more; remove some, or ask a site administrator for more room`,
      );
    },
  };
}

async function measureAndKeep(
  { database, clock, listMeasures }: Deps,
  projectId: number,
  kind: StorageKind,
): Promise<Use> {
  const measuredAtMs = clock.nowMs();
  const known = await store.findUse(database.read, projectId, kind);
  const sizes = await Promise.all(listMeasures(kind).map((count) => count(projectId)));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  const row = { used_bytes: bytes, measured_at_ms: measuredAtMs, measured_changes: known?.changes ?? 0 };
  await database.transact((tx) => store.saveUse(tx, { projectId, kind }, row));
  return { bytes, measuredAtMs, isSure: true };
}
