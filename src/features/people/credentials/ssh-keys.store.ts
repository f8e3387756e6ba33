// Reads and writes public keys of SSH.
import type { Insertable, Selectable } from 'kysely';
import { prepareLookup } from '../../../platform/database/index.ts';
import type { Reader, Tables, Writer } from '../../../platform/database/index.ts';
import './credentials.tables.ts';

export type SshKeyRow = Selectable<Tables['ssh_keys']>;

export const findSshKey = (db: Reader, id: number): Promise<SshKeyRow | undefined> =>
  db.selectFrom('ssh_keys').selectAll().where('id', '=', id).executeTakeFirst();

/** The key with this id, and the site version of the same moment. */
export const findSshKeyNow = prepareLookup(
  (db, isKey) =>
    db
      .selectFrom('ssh_keys')
      .innerJoin('site', (join) => join.on('site.id', '=', 1))
      .selectAll('ssh_keys')
      .select('site.version as site_version')
      .where(isKey('ssh_keys.id')),
  (row) => row.id,
);

export const findSshKeyByFingerprint = (db: Reader, fingerprint: string): Promise<SshKeyRow | undefined> =>
  db.selectFrom('ssh_keys').selectAll().where('fingerprint', '=', fingerprint).executeTakeFirst();

/** Of an account, oldest first. */
export const listSshKeys = (db: Reader, userId: number): Promise<SshKeyRow[]> =>
  db.selectFrom('ssh_keys').selectAll().where('user_id', '=', userId).orderBy('id').execute();

/** Accounts that have a key, in order of id. */
export async function listSshKeyOwners(
  db: Reader,
  page: { limit: number; offset: number },
): Promise<{ ids: number[]; size: number }> {
  const [rows, count] = await Promise.all([
    db
      .selectFrom('ssh_keys')
      .select('user_id')
      .distinct()
      .orderBy('user_id')
      .limit(page.limit)
      .offset(page.offset)
      .execute(),
    db
      .selectFrom('ssh_keys')
      .select((eb) => eb.fn.count<number>('user_id').distinct().as('size'))
      .executeTakeFirstOrThrow(),
  ]);
  return { ids: rows.map((row) => row.user_id), size: Number(count.size) };
}

export async function insertSshKey(tx: Writer, key: Insertable<Tables['ssh_keys']>): Promise<SshKeyRow> {
  return tx.insertInto('ssh_keys').values(key).returningAll().executeTakeFirstOrThrow();
}

export async function touchSshKey(tx: Writer, id: number, atMs: number): Promise<void> {
  await tx.updateTable('ssh_keys').set({ last_used_at_ms: atMs }).where('id', '=', id).execute();
}

/** The key that was removed; undefined where the account had none of this id. */
export const deleteSshKey = (tx: Writer, userId: number, id: number): Promise<SshKeyRow | undefined> =>
  tx.deleteFrom('ssh_keys').where('id', '=', id).where('user_id', '=', userId).returningAll().executeTakeFirst();

/** Removes all keys of an account; gives how many there were. */
export async function deleteSshKeysOf(tx: Writer, userId: number): Promise<number> {
  const result = await tx.deleteFrom('ssh_keys').where('user_id', '=', userId).executeTakeFirst();
  return Number(result.numDeletedRows);
}
