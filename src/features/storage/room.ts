// Whether there is room for more in a project, by what is known of what it stores.
import type { Clock } from '../../platform/clock.ts';
import { createSingleFlight } from '../../platform/concurrency/single-flight.ts';
import type { Database, Reader, Writer } from '../../platform/database/index.ts';
import { tooLarge } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import type { Settings } from '../../settings/index.ts';
import * as store from './storage.store.ts';
import type { StorageKind } from './storage.tables.ts';

/** How many bytes a project stores of a kind, counted anew. */
export type MeasureStorage = (projectId: number) => Promise<number>;

/** Whose quota it is. */
export interface BlobOwner {
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
  findRoom(place: BlobOwner): Promise<number>;
  /** Throws too-large where so many more are more than the project may have. */
  requireRoom(place: BlobOwner, bytes: number): Promise<void>;
  /**
   * The same in the transaction that stores them, where nobody else comes in between; `waiting` is what the project will store
   * without being counted yet, these bytes in it. To be asked after requireRoom, which measures.
   */
  requireRoomFor(tx: Writer, place: BlobOwner, bytes: { waiting: number; more: number }): Promise<void>;
  /** Counts bytes that come, in the transaction that stores them. Throws as requireRoom; to be asked after it, which measures. */
  claimRoom(tx: Writer, place: BlobOwner, bytes: number): Promise<void>;
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
  const share = createSingleFlight<Use>();
  const measure = (projectId: number, kind: StorageKind): Promise<Use> =>
    share(`${kind} ${projectId}`, () => measureAndKeep(deps, projectId, kind));
  const findUse = async (projectId: number, kind: StorageKind): Promise<Use> => {
    const row = await store.findUse(database.read, projectId, kind);
    return {
      bytes: row?.used_bytes ?? 0,
      measuredAtMs: row?.measured_at_ms || undefined,
      isSure: row !== undefined && row.measured_at_ms > 0 && row.changes === row.measured_changes,
    };
  };
  const findSure = async (projectId: number, kind: StorageKind): Promise<Use> => {
    const use = await findUse(projectId, kind);
    return use.isSure ? use : measure(projectId, kind);
  };
  return {
    findUse,
    measure,
    async findRoom(place) {
      const quota = await findQuota(database.read, place);
      return quota === Infinity ? quota : quota - (await findSure(place.projectId, place.kind)).bytes;
    },
    async requireRoom(place, bytes) {
      const { projectId, kind } = place;
      const quota = await findQuota(database.read, place);
      if (quota === Infinity || (await findSure(projectId, kind)).bytes + bytes <= quota) return;
      // What went since it was measured makes room.
      const used = (await measure(projectId, kind)).bytes;
      if (used + bytes <= quota) return;
      throw noRoom(kind, { used, quota, more: bytes });
    },
    async requireRoomFor(tx, place, { waiting, more }) {
      const quota = await findQuota(tx, place);
      if (quota === Infinity || (await store.hasRoom(tx, place, { quotaBytes: quota, beside: waiting }))) return;
      const used = ((await store.findUse(tx, place.projectId, place.kind))?.used_bytes ?? 0) + waiting - more;
      throw noRoom(place.kind, { used, quota, more });
    },
    async claimRoom(tx, place, bytes) {
      const quota = await findQuota(tx, place);
      if (await store.addUse(tx, place, bytes, Math.min(quota, Number.MAX_SAFE_INTEGER))) return;
      const used = (await store.findUse(tx, place.projectId, place.kind))?.used_bytes ?? 0;
      throw noRoom(place.kind, { used, quota, more: bytes });
    },
  };
}

async function findQuota(db: Reader, { settings, projectId, kind }: BlobOwner): Promise<number> {
  const bytes = (await store.findQuota(db, projectId, kind)) ?? siteQuota(settings, kind);
  return bytes === 0 ? Infinity : bytes;
}

const noRoom = (kind: StorageKind, { used, quota, more }: { used: number; quota: number; more: number }): Error =>
  tooLarge(
    says(
      'storage.full',
    )`the ${kind} of this project use ${used} of the ${quota} bytes allowed, and ${more} more do not fit; delete some, or ask a site administrator for more space`,
  );

/** Measures while others add before what was added meanwhile is kept beside what was known. */
const measuresMax = 3;

async function measureAndKeep(
  { database, clock, listMeasures }: Deps,
  projectId: number,
  kind: StorageKind,
): Promise<Use> {
  for (let measures = 1; ; measures += 1) {
    const measuredAtMs = clock.nowMs();
    const known = await store.findUse(database.read, projectId, kind);
    const sizes = await Promise.all(listMeasures(kind).map((count) => count(projectId)));
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    const row = { used_bytes: bytes, measured_at_ms: measuredAtMs, measured_changes: known?.changes ?? 0 };
    const isSaved = await database.transact((tx) => store.saveUse(tx, { projectId, kind }, row, known));
    // What is known and what was added to it is never less than there is.
    const use = { bytes: isSaved ? bytes : Math.max(bytes, known?.used_bytes ?? 0), measuredAtMs, isSure: true };
    if (isSaved || measures === measuresMax) return use;
  }
}
