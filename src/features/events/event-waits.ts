// Waiting for events: who waits is woken when there may be new ones.
import type { Database } from '../../platform/database/index.ts';
import { eventsChannel } from '../../platform/events/index.ts';
import { rateLimited } from '../../platform/errors.ts';
import type { Timers } from '../../platform/timers.ts';

export interface EventWaits {
  /**
   * Resolves when there may be new events: after a commit, after `maxMs`, when who waits has gone, or when waiting is over for all.
   * To be called before the log is read.
   */
  next(maxMs: number, gone: AbortSignal): Promise<void>;
  /** Throws rate-limited where somebody waits as often as they may, or too many do. */
  requireSeat(userId: number): void;
  /** Somebody waits from now on, until the function that it gives is called. */
  takeSeat(userId: number): () => void;
  isOver(): boolean;
  /** How many wait. */
  count(): number;
  /** Ends all waiting, for good. */
  end(): void;
}

/** How often to look for what other processes left, and whether who waits may still read. */
export const lookAgainMs = 5000;

const seatsOfOneMax = 20;
const seatsMax = 500;
const retryAfterS = 5;

export function createEventWaits(database: Pick<Database, 'listen'>, timers: Pick<Timers, 'after'>): EventWaits {
  const waiting = new Set<() => void>();
  const seats = new Map<number, number>();
  let taken = 0;
  let isOver = false;
  let stopListening: (() => void) | undefined;
  const wakeAll = (): void => {
    for (const wake of waiting) wake();
  };
  return {
    async next(maxMs, gone) {
      if (isOver || gone.aborted) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      const wake = (): void => resolve();
      waiting.add(wake);
      stopListening ??= database.listen(eventsChannel, wakeAll);
      const cancel = timers.after(maxMs, wake);
      gone.addEventListener('abort', wake);
      await promise;
      gone.removeEventListener('abort', wake);
      cancel();
      waiting.delete(wake);
      if (waiting.size > 0) return;
      stopListening?.();
      stopListening = undefined;
    },
    requireSeat(userId) {
      if ((seats.get(userId) ?? 0) >= seatsOfOneMax)
        throw rateLimited(`you wait for events ${seatsOfOneMax} times already, which is the limit`, retryAfterS);
      if (taken >= seatsMax) throw rateLimited('too many wait for events just now', retryAfterS);
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
    count: () => taken,
    end() {
      isOver = true;
      wakeAll();
    },
  };
}
