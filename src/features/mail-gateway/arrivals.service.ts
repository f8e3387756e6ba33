// Takes messages in: each is durable, byte for byte, before whoever brought it hears of success. A job uses it later.
import { says } from '../../platform/texts/said.ts';
import { reasonColumns } from './reason-columns.ts';
import { createHash, hash } from 'node:crypto';
import { Type } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Writer } from '../../platform/database/index.ts';
import { enqueueJob } from '../../platform/jobs/index.ts';
import type { JobType } from '../../platform/jobs/index.ts';
import { mailDomainOf } from '../../platform/mail/index.ts';
import type { SiteService } from '../site/index.ts';
import { readDestination } from './destination.ts';
import * as store from './mail-gateway.store.ts';
import type { MailRow, NewMail } from './mail-gateway.store.ts';
import { headBytesMax, messageIdIn, readHead, recipientsIn } from './messages/message-head.ts';

const Payload = Type.Object({ mailId: Type.Integer() });
/** Makes what it can of a message that was stored. */
export const useMail: JobType<typeof Payload> = { name: 'use-mail', payload: Payload };

export interface Arrival {
  door: NewMail['door'];
  /** Empty: the null sender; null: unknown. */
  envelopeFrom: string | null;
  /** Addresses that `refuse` has nothing against; none: it is kept, and refused. */
  recipients: readonly string[];
  /** The message, whole or as it comes; what reading it throws, storing it throws. */
  raw: Uint8Array | AsyncIterable<Uint8Array>;
}

/** Why an address takes no mail. */
export type ArrivalRefusal = 'gateway is off' | 'unknown address';

export interface Arrivals {
  /** undefined where the address takes mail. Whether artifacts, trackers and accounts exist is not told to strangers. */
  refuse(address: string): Promise<ArrivalRefusal | undefined>;
  /** Those addresses of the message's headers that take mail. */
  findRecipients(raw: Uint8Array): Promise<string[]>;
  /**
   * Stores a message once for each recipient; what came before for the same one, as its Message-ID tells, is not used again.
   * `also` runs in the same transaction.
   */
  store(arrival: Arrival, also?: (tx: Writer) => Promise<void>): Promise<void>;
  /** Notes a message that is too large to be taken, and stays where it is. */
  noteTooLarge(door: NewMail['door'], sizeBytes: number, also: (tx: Writer) => Promise<void>): Promise<void>;
}

export interface ArrivalDeps {
  database: Database;
  clock: Clock;
  site: SiteService;
  /** Secret of the install, which addresses are signed with. */
  secret: string;
}

export function createArrivals({ database, clock, site, secret }: ArrivalDeps): Arrivals {
  const refuse: Arrivals['refuse'] = async (address) => {
    const { settings } = await site.current();
    if (!settings.sys_enable_reply_by_mail) return 'gateway is off';
    const destination = readDestination(secret, mailDomainOf(settings), address);
    const isOpen = destination?.kind === 'artifact' || destination?.kind === 'tracker';
    return destination === undefined || (isOpen && !settings.mail_in_open_addresses) ? 'unknown address' : undefined;
  };
  return {
    refuse,
    async findRecipients(raw) {
      const admitted: string[] = [];
      for (const address of recipientsIn(readHead(raw)))
        if ((await refuse(address)) === undefined) admitted.push(address);
      return admitted;
    },
    async store(arrival, also) {
      const content = await takeContent(database, arrival.raw);
      const isStored = await database.transact(async (tx) => {
        const isWanted = await storeArrival(tx, arrival, content, clock.nowMs());
        await also?.(tx);
        return isWanted;
      });
      if (!isStored) await forget(database, content);
    },
    noteTooLarge: (door, sizeBytes, also) =>
      database.transact(async (tx) => {
        await store.insertMail(tx, {
          door,
          received_at_ms: clock.nowMs(),
          recipient: '',
          size_bytes: sizeBytes,
          content_hash: '',
          status: 'refused',
          ...reasonColumns(says('mail.too-large')`it exceeds mail_in_size_max; it was left in the mailbox`),
        });
        await also(tx);
      }),
  };
}

/** The bytes of a message that came. */
interface Content {
  first: Uint8Array;
  sizeBytes: number;
  hash: string;
  /** Of one that is stored, because it is longer than its first part. */
  id: number | undefined;
  /** How many parts follow the first. */
  more: number;
}

/** What is stored by one statement: neither the database nor the log of its changes gets much at once. */
const partBytesMax = headBytesMax;

/** Bytes in parts of this length, but for the last one. */
async function* inParts(bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let kept: Uint8Array[] = [];
  let storedBytes = 0;
  for await (const chunk of bytes)
    for (let start = 0; start < chunk.length;) {
      const piece = chunk.subarray(start, start + partBytesMax - storedBytes);
      kept.push(piece);
      storedBytes += piece.length;
      start += piece.length;
      if (storedBytes < partBytesMax) continue;
      yield Buffer.concat(kept);
      [kept, storedBytes] = [[], 0];
    }
  if (storedBytes > 0) yield Buffer.concat(kept);
}

/** Stores a long message as it comes, each part durable before the next; what breaks off on the way is forgotten. */
async function takeContent(database: Database, raw: Arrival['raw']): Promise<Content> {
  const sum = createHash('sha256');
  const content: Content = { first: new Uint8Array(), sizeBytes: 0, hash: '', id: undefined, more: 0 };
  try {
    for await (const bytes of inParts(raw instanceof Uint8Array ? [raw] : raw)) {
      sum.update(bytes);
      if (content.sizeBytes === 0) content.first = bytes;
      else await storePart(database, content, bytes);
      content.sizeBytes += bytes.length;
    }
  } catch (error) {
    await forget(database, content);
    throw error;
  }
  content.hash = sum.digest('hex');
  return content;
}

async function storePart(database: Database, content: Content, bytes: Uint8Array): Promise<void> {
  const number = content.more + 1;
  content.id = await database.transact(async (tx) => {
    const id = content.id ?? (await store.insertContent(tx, content.first));
    await store.insertContentPart(tx, { content_id: id, number, bytes });
    return id;
  });
  content.more = number;
}

async function forget(database: Database, { id, more }: Content): Promise<void> {
  if (id !== undefined) await database.transact((tx) => store.deleteContent(tx, id, more));
}

/** Whether a message has the content now. */
async function storeArrival(
  tx: Writer,
  { door, envelopeFrom, recipients }: Arrival,
  { first, sizeBytes, hash: contentHash, id: storedId }: Content,
  nowMs: number,
): Promise<boolean> {
  const messageId = messageIdIn(readHead(first));
  let isStored = false;
  let contentId = storedId;
  const addresses = recipients.length === 0 ? [''] : recipients.map((address) => address.toLowerCase());
  for (const recipient of new Set(addresses)) {
    const key = hash('sha256', `${messageId ?? contentHash}\n${recipient}`);
    const earlier = await store.findMailByKey(tx, key);
    if (earlier?.content_hash === contentHash) continue;
    contentId ??= await store.insertContent(tx, first);
    isStored = true;
    const mailId = await store.insertMail(tx, {
      door,
      received_at_ms: nowMs,
      envelope_from: envelopeFrom?.slice(0, 320) ?? null,
      recipient,
      size_bytes: sizeBytes,
      content_id: contentId,
      content_hash: contentHash,
      delivery_key: earlier === undefined ? key : null,
      ...judgeArrival(recipient, earlier),
      message_id: messageId ?? null,
    });
    if (mailId !== undefined && earlier === undefined && recipient !== '')
      await enqueueJob(tx, useMail, { mailId }, { nowMs });
  }
  return isStored;
}

function judgeArrival(
  recipient: string,
  earlier: MailRow | undefined,
): Pick<NewMail, 'status' | 'reason' | 'i18n_json'> {
  if (earlier !== undefined)
    return {
      status: 'ignored',
      ...reasonColumns(says('mail.again')`it was already received as message ${earlier.id}`),
    };
  if (recipient === '')
    return {
      status: 'refused',
      ...reasonColumns(says('mail.no-address')`none of its addresses receives mail`),
    };
  return { status: 'waiting', ...reasonColumns(null) };
}
