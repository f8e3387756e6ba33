// Reads and writes invitations.
import type { Insertable, Selectable } from 'kysely';
import type { Reader, Tables, Writer } from '../../platform/database/index.ts';
import './invitations.tables.ts';

export type InvitationRow = Selectable<Tables['invitations']>;
export type LinkRow = Pick<InvitationRow, 'hash' | 'from_user_id' | 'sent_at_ms' | 'is_mailed' | 'is_admitting'>;

export const insertInvitation = (tx: Writer, row: Insertable<Tables['invitations']>): Promise<InvitationRow> =>
  tx.insertInto('invitations').values(row).returningAll().executeTakeFirstOrThrow();

/** undefined for one that is unknown, used, withdrawn, or older. */
export const findInvitation = (db: Reader, hash: Uint8Array, sinceMs: number): Promise<InvitationRow | undefined> =>
  db
    .selectFrom('invitations')
    .selectAll()
    .where('hash', '=', hash)
    .where('used_by', 'is', null)
    .where('is_withdrawn', '=', 0)
    .where('sent_at_ms', '>', sinceMs)
    .executeTakeFirst();

/** Whether somebody joined by it. */
export async function isUsed(db: Reader, hash: Uint8Array): Promise<boolean> {
  const row = await db.selectFrom('invitations').select('used_by').where('hash', '=', hash).executeTakeFirst();
  return row !== undefined && row.used_by !== null;
}

/** Those that nobody has used: of one project, of one inviter, or all; newest first. */
export async function listUnused(
  db: Reader,
  { projectId, inviterId }: { projectId?: number | undefined; inviterId?: number | undefined },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: InvitationRow[]; size: number }> {
  let unused = db.selectFrom('invitations').where('used_by', 'is', null).where('is_withdrawn', '=', 0);
  if (projectId !== undefined) unused = unused.where('project_id', '=', projectId);
  if (inviterId !== undefined) unused = unused.where('from_user_id', '=', inviterId);
  const { count } = await unused.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const rows = await unused
    .selectAll()
    .orderBy('sent_at_ms', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return { rows, size: Number(count) };
}

/** undefined for one that is unknown, used or withdrawn. */
export const findUnused = (db: Reader, id: number): Promise<InvitationRow | undefined> =>
  db
    .selectFrom('invitations')
    .selectAll()
    .where('id', '=', id)
    .where('used_by', 'is', null)
    .where('is_withdrawn', '=', 0)
    .executeTakeFirst();

/** It still counts for the day of who sent it. */
export async function withdrawInvitation(tx: Writer, id: number): Promise<void> {
  await tx.updateTable('invitations').set({ is_withdrawn: 1 }).where('id', '=', id).execute();
}

/** Whether it could be used: nobody has used or withdrawn it before. */
export async function useInvitation(tx: Writer, id: number, userId: number): Promise<boolean> {
  const { numUpdatedRows: count } = await tx
    .updateTable('invitations')
    .set({ used_by: userId })
    .where('id', '=', id)
    .where('used_by', 'is', null)
    .where('is_withdrawn', '=', 0)
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
