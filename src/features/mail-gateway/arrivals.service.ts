// Takes messages in: each is durable, byte for byte, before whoever brought it hears of success. A job uses it later.
import { hash } from 'node:crypto';
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
import { messageIdIn, readHead, recipientsIn } from './messages/message-head.ts';

const Payload = Type.Object({ mailId: Type.Integer() });
/** Makes what it can of a message that was stored. */
export const useMail: JobType<typeof Payload> = { name: 'use-mail', payload: Payload };

export interface Arrival {
  door: NewMail['door'];
  /** Empty: the null sender; null: unknown. */
  envelopeFrom: string | null;
  /** Addresses that `refuse` has nothing against; none: it is kept, and refused. */
  recipients: readonly string[];
  raw: Uint8Array;
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
    store: (arrival, also) =>
      database.transact(async (tx) => {
        await storeArrival(tx, arrival, clock.nowMs());
        await also?.(tx);
      }),
    noteTooLarge: (door, sizeBytes, also) =>
      database.transact(async (tx) => {
        await store.insertMail(tx, {
          door,
          received_at_ms: clock.nowMs(),
          recipient: '',
          size_bytes: sizeBytes,
          content_hash: '',
          status: 'refused',
          reason: 'it is larger than mail_in_size_max; it was left where it is',
        });
        await also(tx);
      }),
  };
}

async function storeArrival(
  tx: Writer,
  { door, envelopeFrom, recipients, raw }: Arrival,
  nowMs: number,
): Promise<void> {
  const messageId = messageIdIn(readHead(raw));
  const contentHash = hash('sha256', raw);
  let contentId: number | undefined;
  const addresses = recipients.length === 0 ? [''] : recipients.map((address) => address.toLowerCase());
  for (const recipient of new Set(addresses)) {
    const key = hash('sha256', `${messageId ?? contentHash}\n${recipient}`);
    const earlier = await store.findMailByKey(tx, key);
    if (earlier?.content_hash === contentHash) continue;
    contentId ??= await store.insertContent(tx, raw);
    const mailId = await store.insertMail(tx, {
      door,
      received_at_ms: nowMs,
      envelope_from: envelopeFrom?.slice(0, 320) ?? null,
      recipient,
      size_bytes: raw.length,
      content_id: contentId,
      content_hash: contentHash,
      delivery_key: earlier === undefined ? key : null,
      ...judgeArrival(recipient, earlier),
      message_id: messageId ?? null,
    });
    if (mailId !== undefined && earlier === undefined && recipient !== '')
      await enqueueJob(tx, useMail, { mailId }, { nowMs });
  }
}

function judgeArrival(recipient: string, earlier: MailRow | undefined): Pick<NewMail, 'status' | 'reason'> {
  if (earlier !== undefined) return { status: 'ignored', reason: `it came before as message ${earlier.id}` };
  if (recipient === '') return { status: 'refused', reason: 'none of the addresses in its headers takes mail' };
  return { status: 'waiting', reason: null };
}
