// What a ledger can't see: whether the parts of a database fit together.
import { sql } from 'kysely';
import { databaseFile } from '../../src/app.ts';
import { artifactRecords } from '../../src/features/artifacts/index.ts';
import { migrations } from '../../src/migrations/index.ts';
import { openDatabase } from '../../src/platform/database/index.ts';
import type { Database } from '../../src/platform/database/index.ts';

/** Runs `work` on the SQLite database of a folder, which a server may have open. */
export async function withDatabase<R>(dataDir: string, work: (database: Database) => Promise<R>): Promise<R> {
  const database = await openDatabase({ file: databaseFile(dataDir), migrations });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** One sentence for each thing that does not fit, on any engine. */
export const checkDatabase = (database: Database): Promise<string[]> =>
  database.snapshot((db) => Array.fromAsync(artifactRecords.listInconsistencies(db)));

/** Throws Error where there is none. */
export async function readSiteVersion(database: Database): Promise<number> {
  const { rows } = await sql<{ version: number }>`select version from site`.execute(database.read);
  if (rows[0] === undefined) throw new Error('the database has no site row');
  return rows[0].version;
}
