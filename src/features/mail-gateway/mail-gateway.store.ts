// Reads and writes mail that came in.
import type { Insertable, Selectable, Updateable } from 'kysely';
import { latestEndMs } from '../../platform/clock.ts';
import { isOverIn, listInParts, newestFirst } from '../../platform/database/index.ts';
import type { Reader, Tables, Writer } from '../../platform/database/index.ts';
import './mail-gateway.tables.ts';
import type { MessageStatus } from './mail-gateway.tables.ts';

export type MailRow = Selectable<Tables['mail_messages']>;
export type NewMail = Omit<Insertable<Tables['mail_messages']>, 'id'>;

export const insertContent = async (tx: Writer, content: Uint8Array): Promise<number> =>
  (await tx.insertInto('mail_contents').values({ content }).returning('id').executeTakeFirstOrThrow()).id;

/** The id; undefined where a message with the same delivery key came before. */
export const insertMail = async (tx: Writer, mail: NewMail): Promise<number | undefined> =>
  (
    await tx
      .insertInto('mail_messages')
      .values(mail)
      .onConflict((conflict) => conflict.column('delivery_key').doNothing())
      .returning('id')
      .executeTakeFirst()
  )?.id;

export const findMailByKey = (tx: Reader, key: string): Promise<MailRow | undefined> =>
  tx.selectFrom('mail_messages').selectAll().where('delivery_key', '=', key).executeTakeFirst();

export const findMail = (db: Reader, id: number): Promise<MailRow | undefined> =>
  db.selectFrom('mail_messages').selectAll().where('id', '=', id).executeTakeFirst();

/** What follows after what is there of a content. */
export const insertContentPart = async (
  tx: Writer,
  part: { content_id: number; number: number; bytes: Uint8Array },
): Promise<void> => void (await tx.insertInto('mail_content_parts').values(part).execute());

/** Forgets a content that no message has, and so many parts of it, one by one because each is long. */
export async function deleteContent(tx: Writer, contentId: number, parts: number): Promise<void> {
  for (let number = parts; number > 0; number -= 1)
    await tx
      .deleteFrom('mail_content_parts')
      .where('content_id', '=', contentId)
      .where('number', '=', number)
      .execute();
  await tx.deleteFrom('mail_contents').where('id', '=', contentId).execute();
}

/** The bytes of a message, part by part; none where they are gone. */
export async function* readContent(db: Reader, contentId: number): AsyncGenerator<Uint8Array> {
  const first = await db.selectFrom('mail_contents').select('content').where('id', '=', contentId).executeTakeFirst();
  let part = first?.content;
  for (let number = 1; part !== undefined; number += 1) {
    yield part;
    const row = await db
      .selectFrom('mail_content_parts')
      .select('bytes')
      .where('content_id', '=', contentId)
      .where('number', '=', number)
      .executeTakeFirst();
    part = row?.bytes;
  }
}

/** Whether the message was in one of these states. */
export async function updateMail(
  tx: Writer,
  id: number,
  from: readonly MessageStatus[],
  change: Updateable<Tables['mail_messages']>,
): Promise<boolean> {
  const result = await tx
    .updateTable('mail_messages')
    .set(change)
    .where('id', '=', id)
    .where('status', 'in', from)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** What a message must match; an absent key matches everything. */
export interface MailFilter {
  status?: MessageStatus | undefined;
  artifactId?: number | undefined;
}

/** Newest first. */
export function listMails(
  db: Reader,
  { status, artifactId }: MailFilter,
  page: { limit: number; offset: number },
): Promise<{ rows: MailRow[]; size: number }> {
  const all = db.selectFrom('mail_messages').selectAll();
  const rows = artifactId === undefined ? all : all.where('artifact_id', '=', artifactId);
  const found = status === undefined ? rows : rows.where('status', '=', status);
  return listInParts(db, { rows, ...newestFirst }, found, page);
}

/** How often somebody was told why their mail was refused. */
export async function countAnswersSince(tx: Reader, userId: number, sinceMs: number): Promise<number> {
  const row = await tx
    .selectFrom('mail_messages')
    .select((eb) => eb.fn.countAll<number>().as('size'))
    .where('user_id', '=', userId)
    .where('answered_at_ms', '>=', sinceMs)
    .executeTakeFirstOrThrow();
  return Number(row.size);
}

/** Forgets messages that were not used, and the contents of those that were; nothing that still waits. */
export async function deleteMailsReceivedBefore(tx: Writer, beforeMs: number): Promise<void> {
  await tx
    .deleteFrom('mail_messages')
    .where('received_at_ms', '<', beforeMs)
    .where('status', 'in', ['refused', 'ignored'])
    .execute();
  await tx
    .updateTable('mail_messages')
    .set({ content_id: null })
    .where('received_at_ms', '<', beforeMs)
    .where('status', '=', 'done')
    .where('content_id', 'is not', null)
    .execute();
  await tx
    .deleteFrom('mail_contents')
    .where('id', 'not in', (eb) =>
      eb
        .selectFrom('mail_messages')
        .select('content_id')
        .where('content_id', 'is not', null)
        .$castTo<{ content_id: number }>(),
    )
    .execute();
}

export interface MailboxPlace {
  uidValidity: string;
  lastUid: number;
}

/** How far the mailbox was read; undefined where it never was. */
export async function findMailbox(db: Reader, url: string): Promise<MailboxPlace | undefined> {
  const row = await db.selectFrom('mail_mailboxes').selectAll().where('url', '=', url).executeTakeFirst();
  return row === undefined ? undefined : { uidValidity: row.uid_validity, lastUid: row.last_uid };
}

export const saveMailboxPlace = async (
  tx: Writer,
  url: string,
  { uidValidity, lastUid }: MailboxPlace,
): Promise<void> =>
  void (await tx
    .updateTable('mail_mailboxes')
    .set({ uid_validity: uidValidity, last_uid: lastUid })
    .where('url', '=', url)
    .execute());

/** Takes the mailbox, or keeps it, until `endsAtMs`; false where another holder has it. */
export async function takeMailbox(
  tx: Writer,
  url: string,
  { holder, nowMs, endsAtMs }: { holder: string; nowMs: number; endsAtMs: number },
): Promise<boolean> {
  const fresh = { url, uid_validity: '', last_uid: 0, holder: null, ends_at_ms: 0 };
  await tx
    .insertInto('mail_mailboxes')
    .values(fresh)
    .onConflict((c) => c.column('url').doNothing())
    .execute();
  const result = await tx
    .updateTable('mail_mailboxes')
    .set({ holder, ends_at_ms: endsAtMs })
    .where('url', '=', url)
    .where((eb) =>
      eb.or([
        eb('holder', 'is', null),
        eb('holder', '=', holder),
        isOverIn('ends_at_ms', nowMs, latestEndMs(endsAtMs - nowMs, nowMs)),
      ]),
    )
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export const releaseMailbox = async (tx: Writer, url: string, holder: string): Promise<void> =>
  void (await tx
    .updateTable('mail_mailboxes')
    .set({ holder: null })
    .where('url', '=', url)
    .where('holder', '=', holder)
    .execute());
