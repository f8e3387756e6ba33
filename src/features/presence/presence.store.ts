// Reads and writes who looks at artifacts.
import type { Selectable } from 'kysely';
import type { Reader, Tables, Writer } from '../../platform/database/index.ts';
import './presence.tables.ts';

export type PresenceRow = Selectable<Tables['presence']>;

/** Of one artifact, those who are there at that time, in order of id. */
export const listPresent = (db: Reader, artifactId: number, nowMs: number): Promise<PresenceRow[]> =>
  db
    .selectFrom('presence')
    .selectAll()
    .where('artifact_id', '=', artifactId)
    .where('ends_at_ms', '>', nowMs)
    .orderBy('user_id')
    .execute();

/** Of one person, wherever they are, latest first. */
export const listPlacesOf = (db: Reader, userId: number): Promise<PresenceRow[]> =>
  db
    .selectFrom('presence')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('ends_at_ms', 'desc')
    .orderBy('artifact_id')
    .execute();

export async function savePresence(tx: Writer, row: PresenceRow): Promise<void> {
  const { is_editing, ends_at_ms } = row;
  await tx
    .insertInto('presence')
    .values(row)
    .onConflict((conflict) => conflict.columns(['artifact_id', 'user_id']).doUpdateSet({ is_editing, ends_at_ms }))
    .execute();
}

export async function deletePresence(tx: Writer, userId: number, artifactIds: readonly number[]): Promise<void> {
  await tx.deleteFrom('presence').where('user_id', '=', userId).where('artifact_id', 'in', artifactIds).execute();
}

export async function deleteEnded(tx: Writer, nowMs: number): Promise<void> {
  await tx.deleteFrom('presence').where('ends_at_ms', '<=', nowMs).execute();
}
