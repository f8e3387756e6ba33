// Waiting for events: who waits is woken when there may be new ones.
import type { Database } from '../../../platform/database/index.ts';
import { eventsChannel } from '../../../platform/events/index.ts';
import { rateLimited } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { inLaterRound } from '../../../platform/concurrency/time-slices.ts';
import type { Timers } from '../../../platform/concurrency/timers.ts';

export interface EventWaits {
  /**
   * Resolves when there may be new events: after a commit, after `maxMs`, when who waits has gone, or when waiting is over for all.
   * To be called before the log is read.
   */
  next(maxMs: number, gone: AbortSignal): Promise<void>;
  /** Throws rate-limited where somebody waits as often as they may, or so many do. */
  requireSeat(userId: number, seatsMax: number): void;
  /** Somebody waits from now on, until the function that it gives is called. */
  takeSeat(userId: number): () => void;
  isOver(): boolean;
  /** Grows whenever those who wait are woken, before any of them goes on; and when somebody begins to after nobody did. */
  round(): number;
  /** How many wait. */
  count(): number;
  /** Ends all waiting, for good. */
  end(): void;
}

/** How often to look for what other processes left, and whether who waits may still read. */
export const lookAgainMs = 5000;

/** Requests of one person that wait in one process at the same time; more are answered 429. */
const seatsOfOneMax = 20;
/** Of those who are woken together so many go on in one turn of the event loop, because each has the database asked. */
const wokenAtOnce = 16;
const retryAfterS = 5;

const ownWaits = says('event.own-waits')`you already have ${seatsOfOneMax} open event requests, which is the limit`;

export function createEventWaits(database: Pick<Database, 'listen'>, timers: Pick<Timers, 'after'>): EventWaits {
  /** In the order in which they came, each with the round that it came in. */
  const waiting = new Map<() => void, number>();
  const seats = new Map<number, number>();
  let taken = 0;
  let isOver = false;
  let round = 0;
  let isWaking = false;
  let stopListening: (() => void) | undefined;
  /** Who comes while others are woken has a newer round, and is left alone. */
  const wakeSome = (): void => {
    let left = wokenAtOnce;
    for (const [wake, cameIn] of waiting) {
      if (left === 0 || cameIn === round) break;
      left -= 1;
      wake();
    }
    isWaking = left === 0;
    if (isWaking) inLaterRound(wakeSome);
  };
  const wakeAll = (): void => {
    round += 1;
    if (!isWaking) wakeSome();
  };
  return {
    async next(maxMs, gone) {
      if (isOver || gone.aborted) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      const wake = (): void => {
        if (!waiting.delete(wake)) return;
        gone.removeEventListener('abort', wake);
        cancel();
        resolve();
      };
      if (stopListening === undefined) {
        round += 1;
        stopListening = database.listen(eventsChannel, wakeAll);
      }
      waiting.set(wake, round);
      const cancel = timers.after(maxMs, wake);
      gone.addEventListener('abort', wake);
      await promise;
      if (waiting.size > 0) return;
      stopListening?.();
      stopListening = undefined;
    },
    requireSeat(userId, seatsMax) {
      if ((seats.get(userId) ?? 0) >= seatsOfOneMax) throw rateLimited(ownWaits, retryAfterS);
      if (taken >= seatsMax)
        throw rateLimited(says('event.waits')`too many event requests are open; try again in a moment`, retryAfterS);
    },
    takeSeat(userId) {
      taken += 1;
      seats.set(userId, (seats.get(userId) ?? 0) + 1);
      return () => {
        taken -= 1;
        const left = (seats.get(userId) ?? 1) - 1;
        if (left === 0) seats.delete(userId);
        else seats.set(userId, left);
      };
    },
    isOver: () => isOver,
    round: () => round,
    count: () => taken,
    end() {
      isOver = true;
      wakeAll();
    },
  };
}
