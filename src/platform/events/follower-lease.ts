// The lease under which a process follows: who holds it knows the follower's position, and alone moves it.
import { hostname } from 'node:os';
import { randomUUID } from 'node:crypto';
import { isOver, latestEndMs } from '../clock.ts';
import type { Clock } from '../clock.ts';
import type { Database, Writer } from '../database/index.ts';
import { dropLease, findPosition, savePosition, takeLease } from './events.store.ts';

/** What this process knows while it holds the lease. */
export interface Held {
  readonly leasedBy: string;
  readonly endsAtMs: number;
  /** The last event that was read. */
  position: number;
  /** The last position that is durable. */
  readonly saved: number;
  /** When it was saved, or the lease taken. */
  readonly savedAtMs: number;
}

/** Another process has taken over; what was to be saved is undone. */
export class LostLeaseError extends Error {}

export interface FollowerLease {
  /** Whether this process holds the lease, as far as it knows. */
  isHeld(): boolean;
  /** Up to where the log was read, by this process while it held the lease, else by any; undefined for an unknown follower. */
  readPosition(): Promise<number | undefined>;
  /** The lease, taken where it is free; undefined where another process has it. */
  take(): Promise<Held | undefined>;
  /** Runs `effect` in the transaction that moves the follower to `position`. Throws LostLeaseError. */
  save(held: Held, position: number, effect: (tx: Writer) => Promise<void>): Promise<void>;
  /** Saves how far it came, and lets another process take it at once. */
  drop(): Promise<void>;
}

export function createFollowerLease(
  { database, clock, leaseMs }: { database: Database; clock: Clock; leaseMs: number },
  name: string,
): FollowerLease {
  let held: Held | undefined;

  const drop = async (): Promise<void> => {
    const mine = held;
    held = undefined;
    if (mine === undefined) return;
    await database.transact((tx) => dropLease(tx, { name, leasedBy: mine.leasedBy }, mine.position));
  };
  const isLive = (nowMs: number): boolean => held !== undefined && !isOver(held.endsAtMs, leaseMs, nowMs);
  return {
    isHeld: () => isLive(clock.nowMs()),
    readPosition: async () => held?.position ?? (await findPosition.first(database.read, { name }))?.position,
    async take() {
      const nowMs = clock.nowMs();
      if (isLive(nowMs)) return held;
      await drop();
      const leasedBy = `${hostname()} ${process.pid} ${randomUUID()}`;
      const endsAtMs = nowMs + leaseMs;
      const position = await database.transact((tx) =>
        takeLease(tx, { name, leasedBy, endsAtMs }, { nowMs, latestMs: latestEndMs(leaseMs, nowMs) }),
      );
      held = position === undefined ? undefined : { leasedBy, endsAtMs, position, saved: position, savedAtMs: nowMs };
      return held;
    },
    async save({ leasedBy }, position, effect) {
      const nowMs = clock.nowMs();
      const endsAtMs = nowMs + leaseMs;
      try {
        await database.transact(async (tx) => {
          await effect(tx);
          if (!(await savePosition(tx, { name, leasedBy, endsAtMs }, position))) throw new LostLeaseError();
        });
      } catch (error) {
        if (error instanceof LostLeaseError) held = undefined;
        throw error;
      }
      held = { leasedBy, endsAtMs, position, saved: position, savedAtMs: nowMs };
    },
    drop,
  };
}
