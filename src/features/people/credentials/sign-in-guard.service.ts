// Keeps the counters that slow guessing in the database, so that every process counts the same attempts.
import { hash as digest } from 'node:crypto';
import { lowerPriority } from '../../../platform/concurrency/time-slices.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Reader, Writer } from '../../../platform/database/index.ts';
import { rateLimited } from '../../../platform/errors.ts';
import { createCache } from '../../../platform/cache/index.ts';
import { says } from '../../../platform/texts/said.ts';
import {
  countFailure,
  forgivenAfterMs,
  hasFailedMuch,
  isOfSix,
  knownAddressMs,
  networkOf,
  siteOf,
  waitMs,
} from './sign-in-guard.ts';
import type { Counter, FailureCounters } from './sign-in-guard.ts';
import { deleteCounter, deleteExpiredCounters, listCounters, saveCounter } from './sign-in-guard.store.ts';

/** One attempt's subjects, as they are stored. */
export interface Subjects {
  network: string;
  pair: string;
  address: string;
  account: string;
  /** The network around the address. */
  site: string;
  isSiteOfOne: boolean;
  knownAddress: string;
}

export interface SignInGuard {
  /** What is known of an attempt before it waits for its turn, whether or not the name exists. Throws as `admit`. */
  look(subjects: Subjects): Promise<{ isKnownAddress: boolean; hasFailedMuch: boolean }>;
  /** Throws rate-limited while attempts must wait, whether or not the name exists or the password is right. */
  admit(subjects: Subjects): Promise<void>;
  /** Counts a failure, for the account's own name, too, where another was typed; gives how long the next attempt waits. */
  fail(tx: Writer, subjects: Subjects, own?: Subjects): Promise<number>;
  /** Forgets the failures of this pair and remembers the place. */
  succeed(tx: Writer, subjects: Subjects): Promise<void>;
}

/** How long a known place is good before it is written anew. */
const knownAddressWrittenAfterMs = 24 * 60 * 60 * 1000;

/** What an attempt is counted under. Names are digested, because people type passwords into the wrong field. */
export function subjectsOf(username: string, address: string): Subjects {
  const network = networkOf(address);
  const key = (kind: string, ...parts: string[]): string =>
    `${kind}:${digest('sha256', parts.join('\0'), 'base64url').slice(0, 32)}`;
  const account = username.normalize('NFC').toLowerCase();
  return {
    network,
    pair: key('pair', account, network),
    address: key('address', network),
    account: key('account', account),
    site: key('site', siteOf(address)),
    isSiteOfOne: isOfSix(address),
    knownAddress: key('place', account, network),
  };
}

export function createSignInGuard(database: Database, clock: Clock): SignInGuard {
  /** Places where a sign-in succeeded and none failed since, in this process: they only decide who waits where. */
  const provedUntilMs = createCache<string, number>({ name: 'sign_in_places', maxBytes: 1_048_576, sizeOf: () => 8 });
  const readAdmitted = async (subjects: Subjects): Promise<FailureCounters> => {
    const { counters } = await read(database.read, subjects, clock.nowMs());
    const remainingMs = waitMs(counters, clock.nowMs());
    if (remainingMs === 0) return counters;
    const seconds = Math.ceil(remainingMs / 1000);
    throw rateLimited(says('sign-in.often')`too many failed sign-ins; try again in ${seconds} s`, seconds);
  };
  return {
    async look(subjects) {
      // Basic credentials come with every request: those that were right here lately cost no second read.
      if (clock.nowMs() < (provedUntilMs.get(subjects.knownAddress) ?? 0))
        return { isKnownAddress: true, hasFailedMuch: false };
      await lowerPriority();
      const counters = await readAdmitted(subjects);
      return { isKnownAddress: counters.isKnownAddress, hasFailedMuch: hasFailedMuch(counters, clock.nowMs()) };
    },
    async admit(subjects) {
      await readAdmitted(subjects);
    },
    async fail(tx, subjects, own = subjects) {
      const nowMs = clock.nowMs();
      provedUntilMs.delete(subjects.knownAddress);
      await deleteExpiredCounters(tx, nowMs);
      const { counters } = await read(tx, subjects, nowMs);
      const countFor = async (kind: keyof typeof forgivenAfterMs, subject: string, so?: Counter): Promise<Counter> => {
        const { level, atMs } = countFailure(so, forgivenAfterMs[kind], nowMs);
        const expiresAtMs = atMs + Math.ceil(level * forgivenAfterMs[kind]);
        await saveCounter(tx, { subject, level, at_ms: atMs, expires_at_ms: expiresAtMs });
        return { level, atMs };
      };
      const count = (kind: keyof typeof forgivenAfterMs): Promise<Counter> =>
        countFor(kind, subjects[kind], counters[kind]);
      const pair = await count('pair');
      const address = await count('address');
      const account = await count('account');
      const site = await count('site');
      if (own.account !== subjects.account) {
        provedUntilMs.delete(own.knownAddress);
        const { counters: known } = await read(tx, own, nowMs);
        await countFor('pair', own.pair, known.pair);
        await countFor('account', own.account, known.account);
      }
      return waitMs({ ...counters, pair, address, account, site }, nowMs);
    },
    async succeed(tx, subjects) {
      const nowMs = clock.nowMs();
      provedUntilMs.set(subjects.knownAddress, nowMs + knownAddressMs);
      const { counters, knownAddressEndsMs } = await read(tx, subjects, nowMs);
      if (counters.pair !== undefined) await deleteCounter(tx, subjects.pair);
      const expiresAtMs = nowMs + knownAddressMs;
      if (expiresAtMs - knownAddressEndsMs < knownAddressWrittenAfterMs) return;
      await saveCounter(tx, { subject: subjects.knownAddress, level: 0, at_ms: nowMs, expires_at_ms: expiresAtMs });
    },
  };
}

async function read(
  db: Reader,
  subjects: Subjects,
  nowMs: number,
): Promise<{ counters: FailureCounters; knownAddressEndsMs: number }> {
  const { pair, address, account, site, isSiteOfOne, knownAddress } = subjects;
  const rows = await listCounters(db, { pair, address, account, site, place: knownAddress });
  const alive = new Map(rows.filter((row) => row.expires_at_ms > nowMs).map((row) => [row.subject, row]));
  const counter = (subject: string): Counter | undefined => {
    const row = alive.get(subject);
    return row === undefined ? undefined : { level: row.level, atMs: row.at_ms };
  };
  const counters: FailureCounters = {
    pair: counter(pair),
    address: counter(address),
    account: counter(account),
    site: counter(site),
    isSiteOfOne,
    isKnownAddress: alive.has(knownAddress),
  };
  return { counters, knownAddressEndsMs: alive.get(knownAddress)?.expires_at_ms ?? 0 };
}
