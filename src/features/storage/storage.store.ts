// Reads and writes quotas of projects, and what they store.
import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Reader, Tables, Writer } from '../../platform/database/index.ts';
import type { StorageKind } from './storage.tables.ts';

/** undefined where the site's setting counts. */
export async function findQuota(db: Reader, projectId: number, kind: StorageKind): Promise<number | undefined> {
  const own = db.selectFrom('project_quotas').select('quota_bytes').where('project_id', '=', projectId);
  return (await own.where('kind', '=', kind).executeTakeFirst())?.quota_bytes;
}

export async function saveQuota(tx: Writer, projectId: number, kind: StorageKind, bytes: number): Promise<void> {
  await tx
    .insertInto('project_quotas')
    .values({ project_id: projectId, kind, quota_bytes: bytes })
    .onConflict((conflict) => conflict.columns(['project_id', 'kind']).doUpdateSet({ quota_bytes: bytes }))
    .execute();
}

/** From then on the site's setting counts. */
export async function deleteQuota(tx: Writer, projectId: number, kind: StorageKind): Promise<void> {
  await tx.deleteFrom('project_quotas').where('project_id', '=', projectId).where('kind', '=', kind).execute();
}

export type UseRow = Omit<Selectable<Tables['project_storage']>, 'project_id' | 'kind'>;

/** undefined where nothing is known of it. */
export const findUse = (db: Reader, projectId: number, kind: StorageKind): Promise<UseRow | undefined> =>
  db
    .selectFrom('project_storage')
    .select(['used_bytes', 'measured_at_ms', 'changes', 'measured_changes'])
    .where('project_id', '=', projectId)
    .where('kind', '=', kind)
    .executeTakeFirst();

/** Of all projects that are not gone, those that store most first. */
export async function listUses(db: Reader, { limit, offset }: { limit: number; offset: number }) {
  const projects = db.selectFrom('projects').where('projects.status', '!=', 'deleted');
  const [rows, { size }] = await Promise.all([
    projects
      .leftJoin('project_storage as a', (on) =>
        on.onRef('a.project_id', '=', 'projects.id').on('a.kind', '=', 'attachments'),
      )
      .leftJoin('project_storage as r', (on) =>
        on.onRef('r.project_id', '=', 'projects.id').on('r.kind', '=', 'repositories'),
      )
      .leftJoin('project_quotas as aq', (on) =>
        on.onRef('aq.project_id', '=', 'projects.id').on('aq.kind', '=', 'attachments'),
      )
      .leftJoin('project_quotas as rq', (on) =>
        on.onRef('rq.project_id', '=', 'projects.id').on('rq.kind', '=', 'repositories'),
      )
      .select(['projects.id', 'projects.full_name', 'projects.unix_name'])
      .select([
        'a.used_bytes as attachments',
        'a.measured_at_ms as attachments_at',
        'aq.quota_bytes as attachments_quota',
      ])
      .select([
        'r.used_bytes as repositories',
        'r.measured_at_ms as repositories_at',
        'rq.quota_bytes as repositories_quota',
      ])
      .orderBy(sql`coalesce(a.used_bytes, 0) + coalesce(r.used_bytes, 0)`, 'desc')
      .orderBy('projects.id')
      .limit(limit)
      .offset(offset)
      .execute(),
    projects.select((eb) => eb.fn.countAll<number>().as('size')).executeTakeFirstOrThrow(),
  ]);
  return { rows, size: Number(size) };
}

/** Ids of projects of which nothing is known, in which something changed, or that were measured before a time. */
export async function listUnmeasured(db: Reader, kind: StorageKind, beforeMs: number): Promise<number[]> {
  const rows = await db
    .selectFrom('projects')
    .leftJoin('project_storage as s', (on) => on.onRef('s.project_id', '=', 'projects.id').on('s.kind', '=', kind))
    .select('projects.id')
    .where((eb) =>
      eb.or([
        eb('s.measured_at_ms', 'is', null),
        eb('s.measured_at_ms', '<', beforeMs),
        eb('s.changes', '!=', eb.ref('s.measured_changes')),
      ]),
    )
    .orderBy('projects.id')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * `measured_changes` are the changes that were known when the measure began; what came after them is not in it. Gives false, and
 * saves nothing, where something was added since `known`: nobody knows whether it is in the measure.
 */
export async function saveUse(
  tx: Writer,
  { projectId, kind }: { projectId: number; kind: StorageKind },
  measure: Omit<UseRow, 'changes'>,
  known: UseRow | undefined,
): Promise<boolean> {
  const row = await tx
    .insertInto('project_storage')
    .values({ project_id: projectId, kind, ...measure, changes: measure.measured_changes })
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'kind'])
        .doUpdateSet(measure)
        .where('project_storage.used_bytes', '=', known?.used_bytes ?? 0),
    )
    .returning('project_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether what is measured and so many bytes beside it are at most `quotaBytes`; transactions that ask this of one project follow each other. */
export async function hasRoom(
  tx: Writer,
  { projectId, kind }: { projectId: number; kind: StorageKind },
  { quotaBytes, beside }: { quotaBytes: number; beside: number },
): Promise<boolean> {
  const row = await tx
    .updateTable('project_storage')
    .set({ used_bytes: sql<number>`used_bytes` })
    .where('project_id', '=', projectId)
    .where('kind', '=', kind)
    .where('used_bytes', '<=', quotaBytes - beside)
    .returning('project_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Has its repositories measured before anything is decided by what they take, after a change whose size nobody knows. */
export async function forgetRepositories(tx: Writer, projectId: number): Promise<void> {
  const unmeasured = { used_bytes: 0, measured_at_ms: 0, measured_changes: 0 };
  await tx
    .insertInto('project_storage')
    .values({ project_id: projectId, kind: 'repositories', ...unmeasured, changes: 1 })
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'kind']).doUpdateSet({ changes: sql<number>`project_storage.changes + 1` }),
    )
    .execute();
}

/**
 * Adds what comes to what the project stores, which is measured anew before the next decision. Gives false, and adds nothing, where
 * that were more than `quotaBytes`. Call in the transaction that stores it.
 */
export async function addUse(
  tx: Writer,
  { projectId, kind }: { projectId: number; kind: StorageKind },
  bytes: number,
  quotaBytes: number,
): Promise<boolean> {
  if (bytes > quotaBytes) return false;
  const unmeasured = { measured_at_ms: 0, measured_changes: 0, changes: 1 };
  const row = await tx
    .insertInto('project_storage')
    .values({ project_id: projectId, kind, used_bytes: bytes, ...unmeasured })
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'kind'])
        .doUpdateSet({
          used_bytes: sql<number>`project_storage.used_bytes + ${bytes}`,
          changes: sql<number>`project_storage.changes + 1`,
        })
        .where('project_storage.used_bytes', '<=', quotaBytes - bytes),
    )
    .returning('project_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Adds what an artifact gets to what its project stores, where that was measured. Call in the transaction that stores it. */
export async function addAttached(tx: Writer, artifactId: number, bytes: number): Promise<void> {
  await tx
    .updateTable('project_storage')
    .set({ used_bytes: sql<number>`used_bytes + ${bytes}` })
    .where('kind', '=', 'attachments')
    .where('project_id', 'in', (eb) =>
      eb
        .selectFrom('artifacts')
        .innerJoin('trackers', 'trackers.id', 'artifacts.tracker_id')
        .select('trackers.project_id')
        .where('artifacts.id', '=', artifactId),
    )
    .execute();
}
