// Counts what a backup holds.
import type { Reader } from '../../platform/database/index.ts';

const countTable = async (db: Reader, table: 'users' | 'projects' | 'artifacts' | 'changesets' | 'artifact_files') =>
  Number(
    (
      await db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  );

/** How many rows the tables have that people ask for. */
export async function countRows(
  db: Reader,
): Promise<Record<'users' | 'projects' | 'artifacts' | 'changesets' | 'attachments', number>> {
  return {
    users: await countTable(db, 'users'),
    projects: await countTable(db, 'projects'),
    artifacts: await countTable(db, 'artifacts'),
    changesets: await countTable(db, 'changesets'),
    attachments: await countTable(db, 'artifact_files'),
  };
}
