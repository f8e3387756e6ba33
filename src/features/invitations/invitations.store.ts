// Reads and writes invitations.
import type { Insertable, Selectable } from 'kysely';
import type { Reader, Tables, Writer } from '../../platform/database/index.ts';
import './invitations.tables.ts';

export type InvitationRow = Selectable<Tables['invitations']>;

export async function insertInvitation(tx: Writer, row: Insertable<Tables['invitations']>): Promise<void> {
  await tx.insertInto('invitations').values(row).execute();
}

/** undefined for one that is unknown, used, or older. */
export const findInvitation = (db: Reader, hash: Uint8Array, sinceMs: number): Promise<InvitationRow | undefined> =>
  db
    .selectFrom('invitations')
    .selectAll()
    .where('hash', '=', hash)
    .where('used_by', 'is', null)
    .where('sent_at_ms', '>', sinceMs)
    .executeTakeFirst();

/** Whether nobody has used it before. */
export async function useInvitation(tx: Writer, id: number, userId: number): Promise<boolean> {
  const { numUpdatedRows: count } = await tx
    .updateTable('invitations')
    .set({ used_by: userId })
    .where('id', '=', id)
    .where('used_by', 'is', null)
    .executeTakeFirstOrThrow();
  return count > 0n;
}

export async function countSince(db: Reader, userId: number, sinceMs: number): Promise<number> {
  const { count } = await db
    .selectFrom('invitations')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('from_user_id', '=', userId)
    .where('sent_at_ms', '>', sinceMs)
    .executeTakeFirstOrThrow();
  return Number(count);
}
