// Reads and writes mails that go out.
import type { Insertable, Selectable } from 'kysely';
import { listInParts, newestFirst } from '../database/index.ts';
import type { Reader, Tables, Writer } from '../database/index.ts';
import type { MailStatus } from './mail.tables.ts';
import './mail.tables.ts';

export type MailRow = Selectable<Tables['outbox']>;

const rowsPerStatement = 200;

/** Ids in the order of the rows. */
export async function insertMails(tx: Writer, rows: readonly Insertable<Tables['outbox']>[]): Promise<number[]> {
  const ids: number[] = [];
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    const some = rows.slice(start, start + rowsPerStatement);
    const inserted = await tx.insertInto('outbox').values(some).returning('id').execute();
    ids.push(...inserted.map(({ id }) => id));
  }
  return ids;
}

export const findMail = (db: Reader, id: number): Promise<MailRow | undefined> =>
  db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst();

/** What came of a mail that waited. */
export interface MailEnd {
  readonly status: MailStatus;
  readonly last_error: string | null;
  readonly finished_at_ms: number | null;
}

/** Notes what came of a mail that waits, whose text is forgotten once it is sent; nothing happens to others. */
export async function noteMail(tx: Writer, id: number, end: MailEnd): Promise<void> {
  const forgotten = end.status === 'sent' ? { message_json: null } : {};
  await tx
    .updateTable('outbox')
    .set({ ...end, ...forgotten })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .execute();
}

/** Ids of mails that were given up and now wait again: this one, or all. */
export async function resetFailedMails(tx: Writer, id: number | undefined): Promise<number[]> {
  let update = tx.updateTable('outbox').set({ status: 'waiting', finished_at_ms: null }).where('status', '=', 'failed');
  if (id !== undefined) update = update.where('id', '=', id);
  const rows = await update.returning('id').execute();
  return rows.map((row) => row.id);
}

/** A page of mails, newest first, and how many there are. */
export function listMails(
  db: Reader,
  status: MailStatus | undefined,
  page: { limit: number; offset: number },
): Promise<{ rows: MailRow[]; size: number }> {
  const rows = db.selectFrom('outbox').selectAll();
  const found = status === undefined ? rows : rows.where('status', '=', status);
  return listInParts(db, { rows, ...newestFirst }, found, page);
}

/** Forgets mails that were sent or given up before `atMs`. */
export async function deleteMailsFinishedBefore(tx: Writer, atMs: number): Promise<void> {
  await tx.deleteFrom('outbox').where('finished_at_ms', '<', atMs).execute();
}
