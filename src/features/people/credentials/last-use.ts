// Notes when access keys and sessions were used last, beside the requests and at most once a minute for each, so that
// reading costs no write and waits for none.
import type { Clock } from '../../../platform/clock.ts';
import type { Database, DatabaseLogger, Writer } from '../../../platform/database/index.ts';

/** How old a noted last use may become while the credential is used. */
export const notedAgainAfterMs = 60_000;

export interface LastUse {
  /** Starts `write` unless `lastAtMs` is recent or the same is being written; a failure is logged. */
  note(subject: string, lastAtMs: number | null, write: (tx: Writer) => Promise<void>): void;
}

export function createLastUse(database: Database, clock: Clock, logger: Pick<DatabaseLogger, 'warn'>): LastUse {
  const underWay = new Set<string>();
  async function run(subject: string, write: (tx: Writer) => Promise<void>): Promise<void> {
    underWay.add(subject);
    try {
      await database.transact(write);
    } catch (error) {
      logger.warn({ err: error }, `the last use of ${subject} was not noted`);
    } finally {
      underWay.delete(subject);
    }
  }
  return {
    note(subject, lastAtMs, write) {
      const isRecent = lastAtMs !== null && clock.nowMs() - lastAtMs < notedAgainAfterMs;
      if (!isRecent && !underWay.has(subject)) void run(subject, write);
    },
  };
}
