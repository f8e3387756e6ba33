// Rows of passwords, and of the credentials that fall with a password.
import type { Updateable } from 'kysely';
import type { Reader, Tables, Writer } from '../../../platform/database/index.ts';
import { deleteKeysOf } from './access-keys.store.ts';
import { deleteLinksOf } from './account-links.store.ts';
import { deleteSshKeysOf } from './ssh-keys.store.ts';
import './credentials.tables.ts';
import '../accounts/people.tables.ts';

/**
 * Removes tokens and browser sessions of an account but the one with the hash `kept`; gives how many went. Links in mails that
 * somebody asked for before go with them.
 */
export async function deleteSignIns(tx: Writer, userId: number, kept?: Uint8Array): Promise<number> {
  await deleteLinksOf(tx, userId);
  let count = 0;
  for (const table of ['tokens', 'sessions'] as const) {
    let query = tx.deleteFrom(table).where('user_id', '=', userId);
    if (kept !== undefined) query = query.where('hash', '!=', kept);
    count += Number((await query.executeTakeFirst()).numDeletedRows);
  }
  return count;
}

/** Removes access keys and SSH keys of an account; gives how many there were. */
export const deleteAllKeysOf = async (tx: Writer, userId: number): Promise<number> =>
  (await deleteKeysOf(tx, userId)) + (await deleteSshKeysOf(tx, userId));

/** Changes the columns of a password where the account still has the legacy hash that was read. */
export async function updateLegacyPassword(
  tx: Writer,
  userId: number,
  legacyMd5: string,
  change: Updateable<Pick<Tables['users'], 'password_hash' | 'legacy_password_md5'>>,
): Promise<void> {
  await tx
    .updateTable('users')
    .set(change)
    .where('id', '=', userId)
    .where('legacy_password_md5', '=', legacyMd5)
    .execute();
}

export const listLegacyPasswords = (
  db: Reader,
): Promise<{ id: number; username: string; password_hash: string | null }[]> =>
  db
    .selectFrom('users')
    .select(['id', 'username', 'password_hash'])
    .where('legacy_password_md5', 'is not', null)
    .orderBy('username')
    .execute();

export async function deleteLegacyPasswords(tx: Writer): Promise<void> {
  await tx
    .updateTable('users')
    .set({ legacy_password_md5: null })
    .where('legacy_password_md5', 'is not', null)
    .execute();
}
