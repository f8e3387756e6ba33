// Runs followers of the event log in this process, whenever there may be something new.
import { systemTimers } from '../concurrency/timers.ts';
import type { Timers } from '../concurrency/timers.ts';
import { eventsChannel, readLastPosition, settleEvents } from './event-log.ts';
import { countEvents, insertFollower, listFollowers } from './events.store.ts';
import { createFollowing } from './follower.ts';
import type { Follower, Following, FollowingOptions } from './follower.ts';
import { createLoop } from './loop.ts';
import type { Loop } from './loop.ts';

export interface FollowersOptions extends FollowingOptions {
  readonly followers: readonly Follower[];
  readonly timers?: Timers;
  /** How often to look for what other processes left. */
  readonly pollMs?: number;
  /** The least time between two looks while events come in, so that many are dealt with at once. */
  readonly gatherMs?: number;
}

/** How far a follower is. */
export interface FollowerState {
  readonly name: string;
  readonly position: number;
  /** How many events of its kinds it has before it; of more than 100,000, those of other kinds count too. */
  readonly behind: number;
}

export interface Followers {
  /** Makes the followers known to the site, so that from now on they miss nothing. */
  register(): Promise<void>;
  start(): void;
  /** Waits for what is under way, up to `graceMs`, and lets other processes go on. Does nothing where it was not started. */
  stop(graceMs: number): Promise<void>;
  /** Deals with all that was committed before. Throws where a follower fails, or another process follows. */
  drain(): Promise<void>;
  listStates(): Promise<FollowerState[]>;
}

/** A follower takes a tenth of the time at most, as long as that leaves it no more than a second behind. */
const restTimes = 9;

/** Any number of processes may run the same followers: of each, one at a time follows. */
export function createFollowers(options: FollowersOptions): Followers {
  const { database, logger, timers = systemTimers, pollMs = 5000, gatherMs = 100 } = options;
  const followings = options.followers.map((follower) => createFollowing(options, follower));
  let loops: readonly Loop[] = [];
  let stopListening: (() => void) | undefined;

  const settle = async (): Promise<number> => {
    try {
      await settleEvents(database);
    } catch (error) {
      logger.warn({ err: error }, 'events could not be given their place');
    }
    return pollMs;
  };
  const follow = (following: Following) => async (isStopped: () => boolean) => {
    while (!isStopped()) {
      const outcome = await following.step();
      if (typeof outcome === 'object') return outcome.retryMs;
      if (outcome !== 'more') break;
    }
    return (await following.tidy()) ?? pollMs;
  };

  /** What can't be released is free once its lease is over. */
  const release = async (following: Following): Promise<void> => {
    try {
      await following.release();
    } catch (error) {
      logger.warn({ err: error, follower: following.name }, 'a follower could not be released');
    }
  };

  return {
    register: () => registerFollowers(options),
    start() {
      loops = [
        createLoop({ timers, gatherMs }, settle),
        ...followings.map((following) => createLoop({ timers, gatherMs, restTimes }, follow(following))),
      ];
      stopListening = database.listen(eventsChannel, () => {
        for (const loop of loops) loop.wake();
      });
      for (const loop of loops) loop.wake();
    },
    async stop(graceMs) {
      if (stopListening === undefined) return;
      stopListening();
      stopListening = undefined;
      const { promise: waited, resolve } = Promise.withResolvers<void>();
      const cancel = timers.after(graceMs, resolve);
      await Promise.race([Promise.all(loops.map((loop) => loop.stop())), waited]);
      cancel();
      for (const following of followings) await release(following);
    },
    async drain() {
      await settleEvents(database);
      for (const following of followings) {
        for (let outcome = await following.step(); outcome !== 'caught-up'; outcome = await following.step())
          if (outcome !== 'more') throw new Error(`the follower ${following.name} can't go on; the log says why`);
      }
    },
    listStates: () => listFollowerStates(options),
  };
}

/** What a follower has before it is looked at one by one as long as that takes little time. */
const countedMax = 100_000;

/** How far each follower is that the site knows of, by name. */
export async function listFollowerStates({
  database,
  followers,
}: Pick<FollowersOptions, 'database' | 'followers'>): Promise<FollowerState[]> {
  const kindsOf = new Map(followers.map(({ name, kinds }) => [name, kinds]));
  const last = await readLastPosition(database.read);
  const states: FollowerState[] = [];
  for (const { name, position } of await listFollowers(database.read)) {
    const countedTo = position + countedMax;
    const counted = await countEvents(database.read, { after: position, upTo: countedTo }, kindsOf.get(name));
    states.push({ name, position, behind: counted + Math.max(last - countedTo, 0) });
  }
  return states;
}

async function registerFollowers({ database, followers }: FollowersOptions): Promise<void> {
  const known = new Set((await listFollowers(database.read)).map(({ name }) => name));
  const missing = followers.filter(({ name }) => !known.has(name));
  if (missing.length === 0) return;
  await settleEvents(database);
  await database.transact(async (tx) => {
    const last = await readLastPosition(tx);
    for (const { name, startsAt } of missing) await insertFollower(tx, name, startsAt === 'now' ? last : 0);
  });
}
