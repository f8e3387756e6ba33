// Reads and writes idempotency keys.
import type { Insertable, Selectable } from 'kysely';
import type { Reader, Tables, Writer } from '../database/index.ts';
import './keys.tables.ts';

export type KeyRow = Selectable<Tables['idempotency_keys']>;

/** Names a key: everybody has keys of their own. */
export type KeyName = Pick<KeyRow, 'user_id' | 'key'>;

export const findKey = (db: Reader, { user_id, key }: KeyName): Promise<KeyRow | undefined> =>
  db
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('key', '=', key)
    .executeTakeFirst();

/** Whether the key is new: false where it was used before. */
export async function insertKey(tx: Writer, row: Insertable<Tables['idempotency_keys']>): Promise<boolean> {
  const inserted = await tx
    .insertInto('idempotency_keys')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function updateKey(
  tx: Writer,
  { user_id, key }: KeyName,
  change: Partial<Pick<KeyRow, 'made' | 'answer_json'>>,
): Promise<void> {
  await tx.updateTable('idempotency_keys').set(change).where('user_id', '=', user_id).where('key', '=', key).execute();
}

export async function deleteKeysBefore(tx: Writer, atMs: number): Promise<void> {
  await tx.deleteFrom('idempotency_keys').where('started_at_ms', '<', atMs).execute();
}
