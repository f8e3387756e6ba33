// Sends what waits in the outbox. The server may get a mail twice, when this process ends between its answer and the note of
// it; the Message-ID is the same then.
import type { SendMailOptions } from 'nodemailer';
import type { Clock } from '../clock.ts';
import { storedJson } from '../database/index.ts';
import type { Database, DatabaseLogger } from '../database/index.ts';
import { handleJob } from '../jobs/index.ts';
import type { JobHandler } from '../jobs/index.ts';
import type { MailDestination } from './mail-destination.ts';
import { MailMessage } from './message.ts';
import { sendMail } from './outbox.ts';
import { findMail, noteMail } from './outbox.store.ts';
import type { MailEnd, MailRow } from './outbox.store.ts';
import { MailRefusedError, openTransport } from './transport.ts';
import type { Transport } from './transport.ts';

interface DeliveryDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: DatabaseLogger;
  /** As the settings are at this moment. */
  readDestination(): Promise<MailDestination>;
}

export interface MailDelivery {
  readonly handler: JobHandler;
  /** Closes idle connections, and others when they have sent their mail. */
  close(): void;
}

/** About a day, given how jobs rest between attempts. */
const attemptsMax = 36;

const readMessage = storedJson(MailMessage);

/** As the event says; programs read it in the type of the attachment, too. */
const methodOf = (calendar: string): 'PUBLISH' | 'CANCEL' =>
  calendar.includes('\r\nMETHOD:CANCEL\r\n') ? 'CANCEL' : 'PUBLISH';

function composeMail(row: MailRow, { sender, domain }: MailDestination): SendMailOptions {
  const { messageId, references, replyTo, inReplyTo, html, calendar, ...message } = readMessage(
    row.message_json ?? 'null',
    `mail ${row.id}`,
  );
  return {
    to: { name: '', address: message.to },
    from: message.from ?? sender,
    subject: message.subject,
    text: message.text,
    headers: message.headers ?? {},
    date: new Date(row.created_at_ms),
    messageId: messageId ?? `<mail-${row.id}-${row.created_at_ms}@${domain}>`,
    // Where bounces go.
    envelope: { from: sender.address, to: message.to },
    ...(html === undefined ? {} : { html }),
    ...(calendar === undefined
      ? {}
      : { icalEvent: { method: methodOf(calendar), filename: 'event.ics', content: calendar } }),
    ...(replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }),
    ...(inReplyTo === undefined ? {} : { inReplyTo }),
    ...(references === undefined ? {} : { references }),
  };
}

/** The transport of the settings at this moment; another one is opened when they change. */
function createTransportSource(readDestination: () => Promise<MailDestination>) {
  let known: { key: string; opened: Promise<Transport | undefined> } | undefined;
  const close = (): void => {
    void known?.opened.then(
      (transport) => transport?.close(),
      () => undefined,
    );
    known = undefined;
  };
  return {
    async get(): Promise<{ transport: Transport | undefined; place: MailDestination }> {
      const place = await readDestination();
      const key = JSON.stringify(place);
      if (known?.key !== key) {
        close();
        const opening = { key, opened: openTransport(place) };
        known = opening;
        // What failed to open is opened anew for the next mail.
        opening.opened.catch(() => {
          if (known === opening) known = undefined;
        });
      }
      return { transport: await known.opened, place };
    },
    close,
  };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 1000);

/** What sends mails: a kind of job, with connections that are kept between mails. */
export function createMailDelivery({ database, clock, logger, readDestination }: DeliveryDeps): MailDelivery {
  const source = createTransportSource(readDestination);
  let hasWarnedOfNone = false;
  const warnOfNone = (): string => {
    if (!hasWarnedOfNone) logger.warn({}, 'mails are given up, because mail_transport is none; see docs/mail.md');
    hasWarnedOfNone = true;
    return 'mail_transport is none';
  };
  const failed = (reason: string): MailEnd => ({
    status: 'failed',
    last_error: reason,
    finished_at_ms: clock.nowMs(),
  });
  /** Throws where another attempt may do. */
  const deliver = async (row: MailRow, signal: AbortSignal): Promise<MailEnd> => {
    const { transport, place } = await source.get();
    if (transport === undefined) return failed(warnOfNone());
    try {
      await transport.send(composeMail(row, place), row.id, signal);
      return { status: 'sent', last_error: null, finished_at_ms: clock.nowMs() };
    } catch (error) {
      if (error instanceof MailRefusedError) return failed(messageOf(error));
      throw error;
    }
  };
  const handler = handleJob(
    sendMail,
    async ({ mailId }, attempt) => {
      const row = await findMail(database.read, mailId);
      if (row?.status !== 'waiting') return;
      let end: MailEnd;
      try {
        end = await deliver(row, attempt.signal);
      } catch (error) {
        if (attempt.signal.aborted) throw error;
        const reason = messageOf(error);
        const isLast = attempt.number >= attemptsMax;
        const met: MailEnd = isLast ? failed(reason) : { status: 'waiting', last_error: reason, finished_at_ms: null };
        await database.transact((tx) => noteMail(tx, mailId, met));
        throw error;
      }
      await database.transact(async (tx) => {
        await noteMail(tx, mailId, end);
        await attempt.finish(tx);
      });
    },
    attemptsMax,
  );
  return { handler, close: source.close };
}
