// Writes the parts of archives that are kept for later features.
import type { Insertable } from 'kysely';
import { prepareWrite } from '../../platform/database/index.ts';
import type { Param, Tables, Writer } from '../../platform/database/index.ts';
import './archive.tables.ts';

export async function insertBlock(tx: Writer, block: Insertable<Tables['archive_blocks']>): Promise<void> {
  await tx.insertInto('archive_blocks').values(block).execute();
}

/** One kind of reference comes once per project: a second row with the same text is refused. */
export const insertReference = prepareWrite((tx, arg: Param<Tables['archive_references'] & Record<string, unknown>>) =>
  tx.insertInto('archive_references').values({
    project_id: arg('project_id'),
    kind: arg('kind'),
    ref: arg('ref'),
    target_id: arg('target_id'),
  }),
);
