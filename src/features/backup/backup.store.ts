// Counts what a backup holds.
import { byId, countInParts } from '../../platform/database/index.ts';
import type { Reader } from '../../platform/database/index.ts';

type Counted = 'users' | 'projects' | 'artifacts' | 'changesets' | 'artifact_files';

/** Rows with greater ids than `after`. */
const countTable = (db: Reader, table: Counted, after?: number): Promise<number> =>
  countInParts(db, { rows: db.selectFrom(table), ...byId, after });

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
