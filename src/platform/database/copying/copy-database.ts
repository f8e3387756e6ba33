// Moves a whole SQLite database into a PostgreSQL one: prepare, copy, compare, finish. Whatever ends it in between, it
// goes on from there when it runs again.

import { checkTable } from './copy-check.ts';
import { openCopySource } from './copy-source.ts';
import type { CopySource } from './copy-source.ts';
import { findLastKey, finishTarget, insertBatch, prepareTarget } from './copy-target.ts';
import type { DatabaseLogger, Engine } from '../sessions/engine.ts';
import type { Migration } from '../sessions/migrate.ts';
import { openPostgres } from '../postgres/postgres.ts';

export interface CopyOptions {
  /** A SQLite file that is up to date with `migrations`. */
  readonly file: string;
  /** Of a PostgreSQL database that is empty, or holds an unfinished copy of this file. */
  readonly url: string;
  readonly migrations: readonly Migration[];
  /** Whether U+FFFD may stand for U+0000, which PostgreSQL can't hold. */
  readonly replacesNul: boolean;
  readonly logger: DatabaseLogger;
  /** Told as rows are copied, and again as they are compared: `total` is twice the number of rows. */
  readonly onProgress: (done: number, total: number) => void;
  /** Called when all is copied and no other process has been let in to the source again. */
  readonly onCopied: (tables: readonly CopiedTable[]) => Promise<void>;
}

export interface CopiedTable {
  readonly name: string;
  readonly rowCount: number;
  /** SHA-256 in hexadecimal digits, the same of source and target. */
  readonly checksum: string;
}

const poolSize = 2;
/** Milliseconds that opening a connection to the target may take. */
const connectTimeoutMs = 10_000;

/**
 * Copies all tables. The source does not change, and no other process can open it meanwhile; a server that opens the target
 * before the end is refused. Throws DomainError where the source is open elsewhere, holds what PostgreSQL can't, or differs
 * from what was copied of it, and where the target is of no use or can't be reached.
 */
export async function copyToPostgres(options: CopyOptions): Promise<void> {
  const { file, url, replacesNul, logger } = options;
  const source = openCopySource(file, replacesNul);
  try {
    const limits = { connectTimeoutMs, statementTimeoutMs: 0, lockTimeoutMs: 0 };
    const writeLimits = { batchMaxMembers: 1, batchMaxMs: 0, waitingMax: poolSize };
    const target = await openPostgres({ url, logger, poolSize, ...limits, ...writeLimits });
    try {
      await options.onCopied(await copyAll(source, target, options));
    } finally {
      await target.close();
    }
  } finally {
    source.close();
  }
}

async function copyAll(source: CopySource, target: Engine, options: CopyOptions): Promise<CopiedTable[]> {
  const { tables } = source;
  const total = 2 * tables.reduce((sum, { rowCount }) => sum + rowCount, 0);
  let done = 0;
  const onRows = (count: number): void => options.onProgress((done += count), total);
  await prepareTarget(target, source, options.migrations);
  for (const table of tables) {
    for (const batch of source.batches(table, await findLastKey(target, table))) {
      await insertBatch(target, table, batch);
      onRows(batch.rows.length);
    }
  }
  done = total / 2;
  const copied: CopiedTable[] = [];
  for (const table of tables) {
    const { name, rowCount } = table;
    copied.push({ name, rowCount, checksum: await checkTable(target, source, table, onRows) });
  }
  await finishTarget(target, source);
  return copied;
}
