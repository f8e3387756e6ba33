// Mails on their way out: a row and a job each, made in the transaction of what they tell of.
import { Type } from 'typebox';
import type { Clock } from '../clock.ts';
import type { Database, Writer } from '../database/index.ts';
import { conflict, notFound } from '../errors.ts';
import { says } from '../texts/said.ts';
import { enqueueJobs } from '../jobs/index.ts';
import type { JobType } from '../jobs/index.ts';
import type { MailStatus } from './mail.tables.ts';
import { checkMessage } from './message.ts';
import type { MailMessage } from './message.ts';
import { deleteMailsFinishedBefore, findMail, insertMails, listMails, resetFailedMails } from './outbox.store.ts';
import type { MailRow } from './outbox.store.ts';

const Payload = Type.Object({ mailId: Type.Integer() });
export const sendMail: JobType<typeof Payload> = { name: 'send-mail', payload: Payload };

const enqueueSending = (tx: Writer, ids: readonly number[], nowMs: number): Promise<void> =>
  enqueueJobs(
    tx,
    sendMail,
    ids.map((mailId) => ({ mailId })),
    { nowMs },
  );

/**
 * Has mails sent once the transaction is durable, each at least once and with one Message-ID however often. Throws an Error for
 * an address, id or header name that no mail can have.
 */
export async function queueMails(
  tx: Writer,
  messages: readonly MailMessage[],
  { nowMs }: { nowMs: number },
): Promise<void> {
  const rows = messages.map(checkMessage).map((message) => ({
    recipient: message.to,
    subject: message.subject,
    message_json: JSON.stringify(message),
    status: 'waiting' as const,
    last_error: null,
    created_at_ms: nowMs,
    finished_at_ms: null,
  }));
  await enqueueSending(tx, await insertMails(tx, rows), nowMs);
}

/** As queueMails, for one. */
export const queueMail = (tx: Writer, message: MailMessage, order: { nowMs: number }): Promise<void> =>
  queueMails(tx, [message], order);

const dayMs = 24 * 60 * 60 * 1000;

/** Forgets mails that were sent or given up long ago. */
export const dropOldMails = (tx: Writer, settings: { mail_kept_days: number }, nowMs: number): Promise<void> =>
  deleteMailsFinishedBefore(tx, nowMs - settings.mail_kept_days * dayMs);

export interface Outbox {
  /** Newest first. */
  list(
    status: MailStatus | undefined,
    page: { limit: number; offset: number },
  ): Promise<{ rows: MailRow[]; size: number }>;
  /** Has a mail that was given up tried anew at once. Throws notFound, and conflict for one that was not given up. */
  resend(id: number): Promise<void>;
  /** As `resend`, for all of them; gives how many there were. */
  resendAll(): Promise<number>;
}

/** What administrators see of mails that go out. */
export function createOutbox(database: Database, clock: Clock): Outbox {
  const reset = (id: number | undefined): Promise<number> =>
    database.transact(async (tx) => {
      const ids = await resetFailedMails(tx, id);
      await enqueueSending(tx, ids, clock.nowMs());
      return ids.length;
    });
  return {
    list: (status, page) => listMails(database.read, status, page),
    async resend(id) {
      if ((await reset(id)) > 0) return;
      const mail = await findMail(database.read, id);
      if (mail === undefined) throw notFound(says('outbox.missing')`there is no mail ${id} in the outbox`);
      throw conflict(says('outbox.not-failed')`mail ${id} is ${mail.status}; only failed mail can be sent again`);
    },
    resendAll: () => reset(undefined),
  };
}
