// Takes messages from a mailbox on an IMAP server. How far it was read is committed together with each message, so that no
// message is taken twice or passed over, whatever flags people or programs set; one process at a time reads.
import { randomUUID } from 'node:crypto';
import type { ImapFlow } from 'imapflow';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import type { SiteService } from '../site/index.ts';
import type { Arrivals } from './arrivals.service.ts';
import * as store from './mail-gateway.store.ts';

export interface MailboxAccount {
  /** Such as `imaps://imap.example.com/INBOX`. */
  url: string;
  user: string;
  password: string;
  /** Where messages go that were taken; empty: they stay and are marked as read. */
  doneFolder: string;
  intervalMs: number;
  sizeMaxBytes: number;
}

export interface MailboxDeps {
  database: Database;
  clock: Clock;
  logger: Logger;
  site: SiteService;
  arrivals: Arrivals;
}

export interface Mailbox {
  /** Looks now, and again after each interval. */
  start(): void;
  /** Breaks off a look that is under way: what was taken is stored, the rest is for the next one. */
  stop(): Promise<void>;
  /** One look; gives how many messages were taken, 0 where another process is looking. Throws what the server or the network does. */
  look(): Promise<number>;
}

/** After this time without a sign of life another process reads. */
const leaseMs = 2 * 60 * 1000;
const timeoutMs = 30_000;

export function createMailbox(deps: MailboxDeps, place: MailboxAccount): Mailbox {
  const { logger, site } = deps;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let client: ImapFlow | undefined;
  let isStopped = false;
  const look = async (): Promise<number> => {
    if (!(await site.current()).settings.sys_enable_reply_by_mail) return 0;
    return withLease(deps, keyOf(place), async (keep) => {
      client = await connect(place);
      try {
        return await takeNew(deps, client, place, keep);
      } finally {
        client.close();
        client = undefined;
      }
    });
  };
  const lookAndWait = async (): Promise<void> => {
    try {
      await look();
    } catch (error) {
      // The next look may find the server again.
      if (!isStopped) logger.warn({ err: withoutAnswer(error) }, 'the mailbox could not be read');
    }
    if (!isStopped) timer = setTimeout(begin, place.intervalMs).unref();
  };
  const begin = (): void => {
    looking = lookAndWait();
  };
  return {
    start: begin,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      client?.close();
      await looking;
    },
    look,
  };
}

/**
 * An error to be logged: what was asked for and by which codes it failed, without words of the server's. Those may repeat what it was
 * sent, the password included, at any later moment.
 */
function withoutAnswer(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { message, stack } = error;
  const fact = (name: string): string[] => {
    const value: unknown = Reflect.get(error, name);
    return typeof value === 'string' && /^[\w-]{1,40}$/.test(value) ? [value] : [];
  };
  const command: unknown = Reflect.get(error, 'executedCommand');
  const verb = typeof command === 'string' ? (/^\S+ (?:UID )?[A-Z]+/.exec(command)?.[0].split(' ').slice(1) ?? []) : [];
  const facts = [...verb, ...fact('responseStatus'), ...fact('serverResponseCode'), ...fact('code')];
  const said = new Error(facts.length === 0 ? message : `${message} (${facts.join(' ')})`);
  if (stack !== undefined) said.stack = stack;
  return said;
}

const keyOf = ({ url, user }: MailboxAccount): string => `${user} ${url}`;

/** Runs `work` unless another process has the mailbox. It calls `keep` now and then, which throws where the lease is lost. */
async function withLease(
  { database, clock }: MailboxDeps,
  key: string,
  work: (keep: () => Promise<void>) => Promise<number>,
): Promise<number> {
  const holder = randomUUID();
  const take = (): Promise<boolean> => {
    const nowMs = clock.nowMs();
    return database.transact((tx) => store.takeMailbox(tx, key, { holder, nowMs, endsAtMs: nowMs + leaseMs }));
  };
  if (!(await take())) return 0;
  try {
    return await work(async () => {
      if (!(await take())) throw new Error('another process reads the mailbox by now');
    });
  } finally {
    await database.transact((tx) => store.releaseMailbox(tx, key, holder));
  }
}

const localHosts: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

async function connect({ url, user, password }: MailboxAccount): Promise<ImapFlow> {
  const { ImapFlow: Client } = await import('imapflow');
  const { protocol, hostname, port } = new URL(url);
  const isSecure = protocol === 'imaps:';
  const client = new Client({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isSecure ? 993 : 143) : Number(port),
    secure: isSecure,
    ...(isSecure || localHosts.includes(hostname) ? {} : { doSTARTTLS: true }),
    auth: { user, pass: password },
    logger: false,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableAutoIdle: true,
  });
  // A connection that breaks fails the command under way; outside of one nobody needs to know.
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    // The server's answer may repeat what it was sent, the password included.
    const isSignIn = error instanceof Error && 'authenticationFailed' in error;
    throw isSignIn ? new Error('the mailbox does not take the account of mail_in_imap_user') : error;
  }
  return client;
}

async function takeNew(
  deps: MailboxDeps,
  client: ImapFlow,
  place: MailboxAccount,
  keep: () => Promise<void>,
): Promise<number> {
  const folder = decodeURIComponent(new URL(place.url).pathname.slice(1));
  const { uidValidity: validity } = await client.mailboxOpen(folder);
  const uidValidity = String(validity);
  const known = await store.findMailbox(deps.database.read, keyOf(place));
  // Where the server has numbered anew, messages that came before are told by their Message-IDs.
  const lastUid = known?.uidValidity === uidValidity ? known.lastUid : 0;
  const found = await client.search({ uid: `${lastUid + 1}:*` }, { uid: true });
  // `n:*` names the last message even where it comes before n (RFC 3501, section 9).
  const uids = (found || []).filter((uid) => uid > lastUid).sort((a, b) => a - b);
  let taken = 0;
  for (const uid of uids) {
    await keep();
    if (await takeOne(deps, client, place, { uidValidity, lastUid: uid })) taken += 1;
  }
  return taken;
}

/** Stores the message and then has the server show that it was taken; false for one that was too large. */
async function takeOne(
  { database, arrivals, logger }: MailboxDeps,
  client: ImapFlow,
  place: MailboxAccount,
  at: store.MailboxPlace,
): Promise<boolean> {
  const uid = String(at.lastUid);
  const advance = (tx: Parameters<typeof store.saveMailboxPlace>[0]): Promise<void> =>
    store.saveMailboxPlace(tx, keyOf(place), at);
  const facts = await client.fetchOne(uid, { size: true }, { uid: true });
  const size = facts ? (facts.size ?? 0) : 0;
  if (size > place.sizeMaxBytes) {
    await arrivals.noteTooLarge('mailbox', size, advance);
    return false;
  }
  const message = facts ? await client.fetchOne(uid, { source: true }, { uid: true }) : undefined;
  if (!message || message.source === undefined) {
    // Somebody deleted it meanwhile.
    await database.transact(advance);
    return false;
  }
  const raw = message.source;
  const recipients = await arrivals.findRecipients(raw);
  await arrivals.store({ door: 'mailbox', envelopeFrom: null, recipients, raw }, advance);
  try {
    if (place.doneFolder === '') await client.messageFlagsAdd(uid, ['\\Seen'], { uid: true });
    else await client.messageMove(uid, place.doneFolder, { uid: true });
  } catch (error) {
    logger.warn({ err: error, uid }, 'a message was taken, but the mailbox does not show it');
  }
  return true;
}
