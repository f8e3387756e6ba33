// Reads and writes quotas of projects, and what they store.
import { sql } from 'kysely';
import type { Reader, Writer } from '../../platform/database/index.ts';
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

/** undefined before it was measured, and after forgetRepositories. */
export async function findUse(db: Reader, projectId: number, kind: StorageKind): Promise<number | undefined> {
  const use = db.selectFrom('project_storage').select('used_bytes').where('project_id', '=', projectId);
  return (await use.where('kind', '=', kind).executeTakeFirst())?.used_bytes;
}

export async function saveUse(tx: Writer, projectId: number, kind: StorageKind, bytes: number): Promise<void> {
  await tx
    .insertInto('project_storage')
    .values({ project_id: projectId, kind, used_bytes: bytes })
    .onConflict((conflict) => conflict.columns(['project_id', 'kind']).doUpdateSet({ used_bytes: bytes }))
    .execute();
}

/** Has its repositories measured when somebody asks next, after a change whose size nobody knows. */
export async function forgetRepositories(tx: Writer, projectId: number): Promise<void> {
  const use = tx.deleteFrom('project_storage').where('project_id', '=', projectId);
  await use.where('kind', '=', 'repositories').execute();
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
