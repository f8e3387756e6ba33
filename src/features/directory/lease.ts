// One synchronisation at a time among all processes on a database.
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import { conflict } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { endLease, takeLease } from './directory.store.ts';

/** After this time without a sign of life the lease is free for another process. */
const leaseMs = 2 * 60 * 1000;

/**
 * Does work that must not run twice at once. It calls `keep` now and then, which throws conflict where the lease is lost.
 * Throws conflict where another one is under way.
 */
export async function withLease<R>(
  database: Database,
  clock: Clock,
  work: (keep: () => Promise<void>) => Promise<R>,
): Promise<R> {
  const holder = randomUUID();
  let storedAtMs = -Infinity;
  const keep = async (): Promise<void> => {
    const nowMs = clock.nowMs();
    if (nowMs - storedAtMs < leaseMs / 4) return;
    const isHeld = await database.transact((tx) => takeLease(tx, { holder, nowMs, endsAtMs: nowMs + leaseMs }));
    if (!isHeld)
      throw conflict(
        says('directory.turn')`another synchronisation with the directory is running; try again when it has finished`,
      );
    storedAtMs = nowMs;
  };
  await keep();
  try {
    return await work(keep);
  } finally {
    await database.transact((tx) => endLease(tx, holder));
  }
}
