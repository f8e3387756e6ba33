// One follower of the event log in this process: takes its lease, reads what is new, saves effects and position together.
import { isOver } from '../clock.ts';
import type { Clock } from '../clock.ts';
import type { Database, DatabaseLogger, Writer } from '../database/index.ts';
import { DomainError } from '../errors.ts';
import { readEvents, readLastPosition } from './event-log.ts';
import type { EventRow } from './event-log.ts';
import { createFollowerLease, LostLeaseError } from './follower-lease.ts';
import type { Held } from './follower-lease.ts';
import { createTidying } from './tidying.ts';

type Effect = (tx: Writer) => Promise<void>;

/** What follows the event log, with a position that survives restarts. */
export interface Follower {
  readonly name: string;
  /** What it is told of; all kinds when absent. */
  readonly kinds?: readonly string[];
  /** Where it begins on a site that has not known it. */
  readonly startsAt: 'beginning' | 'now';
  /**
   * Gets events in their order. Reads what it needs outside of transactions; what it returns runs in the transaction that
   * moves the follower on, so that rows come of an event once. May be asked again about the same events where that failed, or
   * another process took over. An event that keeps on making it throw is passed over after some time, which the log tells.
   * undefined: nothing comes of the events, and it may be asked about them again.
   */
  handle(events: readonly EventRow[]): Promise<Effect | undefined>;
  /** A little of what `handle` left to do; whether there is more of it. It goes on after nine times as long. */
  tidy?(): Promise<boolean>;
}

export interface FollowingOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: DatabaseLogger;
  /** After this time another process takes over from one that is gone. */
  readonly leaseMs?: number;
  /** How many events at once. */
  readonly batchMax?: number;
  /** How often in a row an event may fail before it is passed over. */
  readonly attemptsMax?: number;
}

/** `caught-up`: nothing is left; `held`: another process follows; otherwise when to try again, in ms from now. */
type Outcome = 'more' | 'caught-up' | 'held' | { readonly retryMs: number };

export interface Following {
  readonly name: string;
  /** Deals with the next events, never two times at once. */
  step(): Promise<Outcome>;
  /** Does some of what steps left to do, where this process follows; gives the ms until there is more. Throws nothing. */
  tidy(): Promise<number | undefined>;
  /** Lets another process follow at once. */
  release(): Promise<void>;
}

/** Positions of events that mean nothing to a follower are saved this seldom, in ms: each costs a transaction. */
const saveEveryMs = 1000;

const noEffect: Effect = async () => {};

/** Follows by `step`; several processes may hold one follower, of which one follows at a time. */
export function createFollowing(options: FollowingOptions, follower: Follower): Following {
  const { database, clock, logger, leaseMs = 15_000, batchMax = 200, attemptsMax = 8 } = options;
  const { name } = follower;
  const kinds = follower.kinds === undefined ? undefined : new Set(follower.kinds);
  const tidying = createTidying(logger, follower);
  const lease = createFollowerLease({ database, clock, leaseMs }, name);
  let failures = 0;
  let retry = { atMs: 0, lengthMs: 0 };

  /** What the follower makes of the events; of a single one that failed too often, nothing. */
  const handle = (events: readonly EventRow[]): ReturnType<Follower['handle']> => {
    if (failures < attemptsMax) return follower.handle(events);
    logger.error({ follower: name, event: events[0]?.position, kind: events[0]?.kind }, 'an event is passed over');
    return Promise.resolve(noEffect);
  };
  const advance = async (held: Held): Promise<Outcome> => {
    const limit = failures > 0 ? 1 : batchMax;
    const events = await readEvents(database.read, { after: held.position, limit });
    const last = events.at(-1)?.position ?? held.position;
    const wanted = kinds === undefined ? events : events.filter(({ kind }) => kinds.has(kind));
    const effect = wanted.length === 0 ? undefined : await handle(wanted);
    if (effect !== undefined) {
      await lease.save(held, last, effect);
      tidying.wake();
    } else {
      held.position = last;
      if (last > held.saved && clock.nowMs() - held.savedAtMs >= saveEveryMs) await lease.save(held, last, noEffect);
    }
    failures = 0;
    return events.length < limit ? 'caught-up' : 'more';
  };
  /** Whether there is nothing that a lease would be needed for: so a log in which nothing happens costs no transaction. */
  const isIdle = async (): Promise<boolean> => {
    if (lease.isHeld()) return false;
    const position = await lease.readPosition();
    return position !== undefined && (await readLastPosition(database.read)) <= position;
  };
  const fail = (error: unknown): Outcome => {
    if (error instanceof LostLeaseError) return 'held';
    if (!(error instanceof DomainError && error.kind === 'unavailable')) failures += 1;
    logger.warn({ err: error, follower: name, attempt: failures }, 'following events failed');
    const retryMs = Math.min(1000 * 2 ** Math.max(failures - 1, 0), 60_000);
    retry = { atMs: clock.nowMs() + retryMs, lengthMs: retryMs };
    return { retryMs };
  };
  return {
    name,
    async step() {
      const nowMs = clock.nowMs();
      if (!isOver(retry.atMs, retry.lengthMs, nowMs)) return { retryMs: retry.atMs - nowMs };
      try {
        if (await isIdle()) return 'caught-up';
        const held = await lease.take();
        return held === undefined ? 'held' : await advance(held);
      } catch (error) {
        return fail(error);
      }
    },
    tidy: async () => (lease.isHeld() ? tidying.run() : undefined),
    release: lease.drop,
  };
}
