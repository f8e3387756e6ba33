// Reads and writes the parts of archives that are kept for later features.
import type { Insertable, Selectable } from 'kysely';
import { prepareRows } from '../../../platform/database/index.ts';
import type { ParamRows, Reader, Tables, Writer } from '../../../platform/database/index.ts';
import './archive.tables.ts';

export async function insertBlock(tx: Writer, block: Insertable<Tables['archive_blocks']>): Promise<void> {
  await tx.insertInto('archive_blocks').values(block).execute();
}

/** One kind of reference comes once per project: a second row with the same text is refused. */
export const insertReferences = prepareRows(
  (tx, rows: ParamRows<Tables['archive_references'] & Record<string, unknown>>) =>
    tx.insertInto('archive_references').values(
      rows.map((row) => ({
        project_id: row('project_id'),
        kind: row('kind'),
        ref: row('ref'),
        target_id: row('target_id'),
      })),
    ),
);

/** Kept blocks of the project and of its trackers, in the order of the archive. */
export const listBlocks = (db: Reader, projectId: number): Promise<Selectable<Tables['archive_blocks']>[]> =>
  db.selectFrom('archive_blocks').selectAll().where('project_id', '=', projectId).orderBy('id').execute();

/** Blocks of this name of all projects. */
export const listBlockIds = (db: Reader, name: string): Promise<{ id: number }[]> =>
  db.selectFrom('archive_blocks').select('id').where('name', '=', name).orderBy('id').execute();

/** Throws Error where there is none. */
export const readBlockXml = async (db: Reader, id: number): Promise<string> =>
  (await db.selectFrom('archive_blocks').select('xml').where('id', '=', id).executeTakeFirstOrThrow()).xml;

/** What references of the project's archive became. */
export const listReferences = (
  db: Reader,
  projectId: number,
  kind: Tables['archive_references']['kind'],
): Promise<{ ref: string; target_id: number }[]> =>
  db
    .selectFrom('archive_references')
    .select(['ref', 'target_id'])
    .where('project_id', '=', projectId)
    .where('kind', '=', kind)
    .orderBy('ref')
    .execute();
