// Counts what a backup holds.
import type { Reader } from '../../platform/database/index.ts';

type Counted = 'users' | 'projects' | 'artifacts' | 'changesets' | 'artifact_files';

/** Rows with greater ids than `after`. */
async function countTable(db: Reader, table: Counted, after = 0): Promise<number> {
  const rows = db.selectFrom(table).select((eb) => eb.fn.countAll<number>().as('n'));
  return Number((await rows.where('id', '>', after).executeTakeFirstOrThrow()).n);
}

/** How many rows the tables have that people ask for. */
export async function countRows(
  db: Reader,
): Promise<Record<'users' | 'projects' | 'artifacts' | 'changesets' | 'attachments', number>> {
  return {
    // Those of the server itself have smaller ids.
    users: await countTable(db, 'users', 100),
    projects: await countTable(db, 'projects'),
    artifacts: await countTable(db, 'artifacts'),
    changesets: await countTable(db, 'changesets'),
    attachments: await countTable(db, 'artifact_files'),
  };
}
