// Reads and writes browser sessions.
import type { Insertable, Selectable } from 'kysely';
import { prepareLookup } from '../../../platform/database/index.ts';
import type { Reader, Tables, Writer } from '../../../platform/database/index.ts';
import './credentials.tables.ts';

/** The session with this hash, and the site version of the same moment. */
export const findSession = prepareLookup(
  (db, isKey) =>
    db
      .selectFrom('sessions')
      .innerJoin('site', (join) => join.on('site.id', '=', 1))
      .selectAll('sessions')
      .select('site.version as site_version')
      .where(isKey('sessions.hash')),
  (row) => row.hash,
);

export async function insertSession(tx: Writer, session: Insertable<Tables['sessions']>): Promise<void> {
  await tx.insertInto('sessions').values(session).execute();
}

export async function touchSession(tx: Writer, hash: Uint8Array, atMs: number): Promise<void> {
  await tx.updateTable('sessions').set({ last_used_at_ms: atMs }).where('hash', '=', hash).execute();
}

export async function deleteSession(tx: Writer, hash: Uint8Array): Promise<void> {
  await tx.deleteFrom('sessions').where('hash', '=', hash).execute();
}

export async function deleteSessionsOf(tx: Writer, userId: number): Promise<void> {
  await tx.deleteFrom('sessions').where('user_id', '=', userId).execute();
}

/** Those of one person, used last first. */
export const listSessions = (db: Reader, userId: number): Promise<Selectable<Tables['sessions']>[]> =>
  db.selectFrom('sessions').selectAll().where('user_id', '=', userId).orderBy('last_used_at_ms', 'desc').execute();

/** Removes sessions that began, or were used last, at these times or before. */
export async function deleteEndedSessions(
  tx: Writer,
  ends: { createdBeforeMs: number; usedBeforeMs: number },
): Promise<void> {
  await tx
    .deleteFrom('sessions')
    .where((eb) =>
      eb.or([eb('created_at_ms', '<=', ends.createdBeforeMs), eb('last_used_at_ms', '<=', ends.usedBeforeMs)]),
    )
    .execute();
}
