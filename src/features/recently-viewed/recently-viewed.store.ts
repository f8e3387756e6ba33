// Reads and writes what people looked at.
import type { Selectable } from 'kysely';
import type { Reader, Tables, Writer } from '../../platform/database/index.ts';
import './recently-viewed.tables.ts';

/** Latest first. */
export const listVisits = (db: Reader, userId: number): Promise<Selectable<Tables['visits']>[]> =>
  db
    .selectFrom('visits')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('visited_at_ms', 'desc')
    .orderBy('artifact_id', 'desc')
    .execute();

export async function saveVisit(tx: Writer, visit: Tables['visits']): Promise<void> {
  await tx
    .insertInto('visits')
    .values(visit)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'artifact_id']).doUpdateSet({ visited_at_ms: visit.visited_at_ms }),
    )
    .execute();
}

/** All of one person, or those of these artifacts. */
export async function deleteVisits(tx: Writer, userId: number, artifactIds?: readonly number[]): Promise<void> {
  const all = tx.deleteFrom('visits').where('user_id', '=', userId);
  await (artifactIds === undefined ? all : all.where('artifact_id', 'in', artifactIds)).execute();
}
