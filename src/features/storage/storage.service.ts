// How much projects store, and whether there is room for more.
import type { Static } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import { waitFor } from '../../platform/concurrency/deadline.ts';
import type { Database } from '../../platform/database/index.ts';
import type { ExtensionPoint } from '../../platform/extension-point.ts';
import { formatIso } from '../../platform/texts/dates.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import { recordAudit } from '../audit/index.ts';
import { actorOf, requireSiteAdmin } from '../people/index.ts';
import { readAsAdmin } from '../projects/index.ts';
import type { Page, Projects, Viewer } from '../projects/index.ts';
import { createRoom, siteQuota } from './room.ts';
import type { MeasureStorage, BlobOwner, Room, Use } from './room.ts';
import type { ProjectQuotas, ProjectStorage, StorageOfProject } from './storage.schema.ts';
import * as store from './storage.store.ts';
import type { StorageKind } from './storage.tables.ts';

export type StorageMeasures = Record<StorageKind, ExtensionPoint<MeasureStorage>>;

export interface Storage extends Pick<Room, 'findRoom' | 'requireRoom' | 'requireRoomFor' | 'claimRoom'> {
  /** As it was measured last, some minutes ago at most unless measuring takes long. Throws as readAsAdmin. */
  show(viewer: Viewer, projectId: number): Promise<Static<typeof ProjectStorage>>;
  /** As it was measured last, those with most first. Throws forbidden for who is no site administrator. */
  list(viewer: Viewer, page: Page): Promise<{ projects: Static<typeof StorageOfProject>[]; size: number }>;
  /** Measures what changed since it was measured, and what was measured a week ago. */
  measureAll(signal: AbortSignal): Promise<void>;
  /** Throws as readAsAdmin, and forbidden for who is no site administrator. */
  saveQuotas(viewer: Viewer, projectId: number, quotas: Static<typeof ProjectQuotas>): Promise<void>;
}

interface Deps {
  database: Database;
  clock: Clock;
  logger: Logger;
  projects: Projects;
  measures: StorageMeasures;
}

/** How long a measure is shown before the next is made. */
const measureLastsMs = 600_000;

/** After how long the night measures again where nothing is known to have changed. */
const measureRetentionMs = 7 * 24 * 60 * 60 * 1000;

/** How long who asks waits for a measure; it goes on without them. */
const measureWaitMs = 2000;

type StoredKind = Static<typeof ProjectStorage>['attachments'];

const viewKind = (
  { bytes, measuredAtMs }: Pick<Use, 'bytes' | 'measuredAtMs'>,
  own: number | undefined,
  ofSite: number,
): StoredKind => ({
  used_bytes: bytes,
  measured_at: measuredAtMs === undefined ? null : formatIso(measuredAtMs),
  quota_bytes: own ?? ofSite,
  own_quota_bytes: own ?? null,
});

const kinds = ['attachments', 'repositories'] as const satisfies readonly StorageKind[];

export function createStorage(deps: Deps): Storage {
  const { database, clock, projects } = deps;
  const room = createRoom({ ...deps, listMeasures: (kind) => deps.measures[kind].list() });
  const show = async (place: BlobOwner): Promise<StoredKind> => {
    const own = await store.findQuota(database.read, place.projectId, place.kind);
    return viewKind(await findRecent(deps, room, place), own, siteQuota(place.settings, place.kind));
  };
  return {
    findRoom: room.findRoom,
    requireRoom: room.requireRoom,
    requireRoomFor: room.requireRoomFor,
    claimRoom: room.claimRoom,
    async show(viewer, projectId) {
      await readAsAdmin(projects, viewer, projectId);
      const place = { settings: viewer.site.settings, projectId };
      return {
        attachments: await show({ ...place, kind: 'attachments' }),
        repositories: await show({ ...place, kind: 'repositories' }),
      };
    },
    async list(viewer, page) {
      const { settings } = viewer.site;
      requireSiteAdmin(viewer, 'see the storage of all projects');
      const { rows, size } = await store.listUses(database.read, page);
      const projects = rows.map((row) => ({
        project: { id: row.id, label: row.full_name, shortname: row.unix_name },
        attachments: viewKind(
          { bytes: row.attachments ?? 0, measuredAtMs: row.attachments_at || undefined },
          row.attachments_quota ?? undefined,
          siteQuota(settings, 'attachments'),
        ),
        repositories: viewKind(
          { bytes: row.repositories ?? 0, measuredAtMs: row.repositories_at || undefined },
          row.repositories_quota ?? undefined,
          siteQuota(settings, 'repositories'),
        ),
      }));
      return { projects, size };
    },
    async measureAll(signal) {
      const beforeMs = clock.nowMs() - measureRetentionMs;
      for (const kind of kinds)
        for (const projectId of await store.listUnmeasured(database.read, kind, beforeMs)) {
          signal.throwIfAborted();
          await room.measure(projectId, kind);
        }
    },
    async saveQuotas(viewer, projectId, quotas) {
      await readAsAdmin(projects, viewer, projectId);
      requireSiteAdmin(viewer, 'change storage limits');
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

/** The kept measure while it is recent and nothing changed; else a new one, or the kept one where that takes too long. */
async function findRecent({ clock, logger }: Deps, room: Room, { projectId, kind }: BlobOwner): Promise<Use> {
  const kept = await room.findUse(projectId, kind);
  if (kept.isSure && clock.nowMs() - (kept.measuredAtMs ?? 0) < measureLastsMs) return kept;
  const renewed = room.measure(projectId, kind).catch((error: unknown) => {
    logger.error({ err: error, projectId, kind }, 'what a project stores could not be measured');
    return kept;
  });
  return (await waitFor(measureWaitMs, renewed)) ?? kept;
}
