// The ways out: an SMTP server, or a folder where mails become files. The mail library is loaded at the first mail.
import { constants } from 'node:fs';
import { access, mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { SendMailOptions, Transporter } from 'nodemailer';
import { hasCode } from '../files/durable-files.ts';
import { partialName } from '../files/unfinished.ts';
import type { MailDestination, SmtpServer } from './mail-destination.ts';

/** Hands a mail over. Throws MailRefusedError where it will never be taken, other errors where it may be later. */
export interface Transport {
  send(mail: SendMailOptions, id: number, signal: AbortSignal): Promise<void>;
  /** Connects, and signs in where that is asked for, without sending anything. Throws where mails could not be handed over. */
  check(): Promise<void>;
  close(): void;
}

/** The other side will not take this mail; the message says why. */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError';
}

/** The content is ours: nothing in it may name files or addresses that the library would fetch. */
const safety = { disableFileAccess: true, disableUrlAccess: true } as const;
const messagesPerConnection = 100;
const idleMs = 30_000;

/** What the server says of sender, recipient or content, as opposed to what it says of this client or itself. */
function isFinal(error: unknown): boolean {
  if (!hasCode(error, 'EENVELOPE', 'EMESSAGE')) return false;
  const isPermanent = error instanceof Error && 'permanent' in error ? error.permanent : undefined;
  return isPermanent === undefined ? hasCode(error, 'EENVELOPE') : isPermanent === true;
}

/** What a server answers to who signs in may repeat what it was sent, the password included: its code alone is told. */
function hideSignIn(error: unknown): unknown {
  if (!hasCode(error, 'EAUTH')) return error;
  const code = error instanceof Error && 'responseCode' in error ? ` (${String(error.responseCode)})` : '';
  return new Error(`the mail server does not take the account of mail_smtp_user and mail_smtp_password${code}`);
}

async function openSmtp(place: SmtpServer): Promise<Transport> {
  const { createTransport } = await import('nodemailer');
  const ca = place.caFile === '' ? {} : { ca: await readFile(place.caFile) };
  const standardPort = { tls: 465, starttls: 587, none: 25 }[place.security];
  const transporter = createTransport({
    pool: true,
    host: place.host,
    port: place.port === 0 ? standardPort : place.port,
    secure: place.security === 'tls',
    requireTLS: place.security === 'starttls',
    ignoreTLS: place.security === 'none',
    tls: { ...ca, minVersion: 'TLSv1.2', rejectUnauthorized: true },
    ...(place.user === '' ? {} : { auth: { user: place.user, pass: place.password } }),
    maxConnections: place.connections,
    maxMessages: messagesPerConnection,
    idleTimeout: idleMs,
    connectionTimeout: place.timeoutMs,
    greetingTimeout: place.timeoutMs,
    dnsTimeout: place.timeoutMs,
    socketTimeout: place.timeoutMs,
    // The outbox tries again, and knows how often.
    maxRequeues: 0,
    ...safety,
  });
  return {
    async send(mail, _id, signal) {
      try {
        await transporter.sendMail({ ...mail, signal });
      } catch (error) {
        if (!isFinal(error)) throw hideSignIn(error);
        throw new MailRefusedError(error instanceof Error ? error.message : String(error), { cause: error });
      }
    },
    async check() {
      try {
        await transporter.verify();
      } catch (error) {
        throw hideSignIn(error);
      }
    },
    close: () => transporter.close(),
  };
}

/** A mail has one file however often it is sent, whole and durable once `send` resolves. */
async function openCapture(folder: string): Promise<Transport> {
  const { createTransport } = await import('nodemailer');
  const composer: Transporter<{ message: unknown }> = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    ...safety,
  });
  return {
    async send(mail, id) {
      const { message } = await composer.sendMail(mail);
      if (!Buffer.isBuffer(message)) throw new TypeError('the mail library gave no bytes');
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, `${String(id).padStart(8, '0')}.eml`);
      const partial = partialName(path);
      const handle = await open(partial, 'wx', 0o600);
      try {
        await handle.writeFile(message);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(partial, path);
    },
    async check() {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await access(folder, constants.W_OK);
    },
    close: () => {},
  };
}

/** Opens the way out that the settings name; undefined where there is none. Throws where the file of authorities can't be read. */
export async function openTransport(place: MailDestination): Promise<Transport | undefined> {
  if (place.transport === 'none') return undefined;
  return place.transport === 'smtp' ? openSmtp(place.smtp) : openCapture(place.captureFolder);
}
