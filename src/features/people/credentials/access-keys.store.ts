// Reads and writes access keys.
import type { Insertable, Selectable } from 'kysely';
import { prepareLookup } from '../../../platform/database/index.ts';
import type { Reader, Tables, Writer } from '../../../platform/database/index.ts';
import './credentials.tables.ts';

export type AccessKeyRow = Selectable<Tables['access_keys']>;

/** The key with this id, and the site version of the same moment. */
export const findKey = prepareLookup(
  (db, isKey) =>
    db
      .selectFrom('access_keys')
      .innerJoin('site', (join) => join.on('site.id', '=', 1))
      .selectAll('access_keys')
      .select('site.version as site_version')
      .where(isKey('access_keys.id')),
  (row) => row.id,
);

/** A key of the user that is not expired. */
export const findOwnKey = (db: Reader, userId: number, id: number, nowMs: number): Promise<AccessKeyRow | undefined> =>
  db
    .selectFrom('access_keys')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('expires_at_ms', 'is', null), eb('expires_at_ms', '>', nowMs)]))
    .executeTakeFirst();

/** Keys of the user that are not expired, oldest first. */
export async function listKeys(
  db: Reader,
  userId: number,
  nowMs: number,
  page: { limit: number; offset: number },
): Promise<{ rows: AccessKeyRow[]; size: number }> {
  const found = db
    .selectFrom('access_keys')
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('expires_at_ms', 'is', null), eb('expires_at_ms', '>', nowMs)]));
  const [rows, count] = await Promise.all([
    found.selectAll().orderBy('id').limit(page.limit).offset(page.offset).execute(),
    found.select((eb) => eb.fn.countAll<number>().as('size')).executeTakeFirstOrThrow(),
  ]);
  return { rows, size: Number(count.size) };
}

export async function insertKey(tx: Writer, key: Insertable<Tables['access_keys']>): Promise<number> {
  const row = await tx.insertInto('access_keys').values(key).returning('id').executeTakeFirstOrThrow();
  return row.id;
}

export async function touchKey(tx: Writer, id: number, atMs: number, address: string): Promise<void> {
  await tx
    .updateTable('access_keys')
    .set({ last_used_at_ms: atMs, last_used_by: address })
    .where('id', '=', id)
    .execute();
}

/** Whether there was such a key of the user. */
export async function deleteKey(tx: Writer, userId: number, id: number): Promise<boolean> {
  const result = await tx
    .deleteFrom('access_keys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Removes all access keys of an account; gives how many there were. */
export async function deleteKeysOf(tx: Writer, userId: number): Promise<number> {
  const result = await tx.deleteFrom('access_keys').where('user_id', '=', userId).executeTakeFirst();
  return Number(result.numDeletedRows);
}
