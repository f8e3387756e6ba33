// Reads and writes keywords that lead elsewhere from the texts of a project.
import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Reader, Tables, Writer } from '../../../platform/database/index.ts';
import '../groups/projects.tables.ts';

export type PatternRow = Selectable<Tables['reference_patterns']>;

/** By keyword. */
export const listReferencePatterns = (db: Reader, projectId: number): Promise<PatternRow[]> =>
  db.selectFrom('reference_patterns').selectAll().where('project_id', '=', projectId).orderBy('keyword').execute();

/** Links with `$1` for the number, by keyword in lower case. */
export const listOwnLinks = async (db: Reader, projectId: number): Promise<ReadonlyMap<string, string>> =>
  new Map((await listReferencePatterns(db, projectId)).map(({ keyword, link }) => [keyword, link]));

/** Throws the engine's unique violation where the project has the keyword. */
export const insertPattern = (tx: Writer, row: Insertable<Tables['reference_patterns']>): Promise<PatternRow> =>
  tx.insertInto('reference_patterns').values(row).returningAll().executeTakeFirstOrThrow();

/** Undefined where the project has no such one. Throws as insertPattern. */
export const updatePattern = (
  tx: Writer,
  projectId: number,
  id: number,
  columns: Updateable<Tables['reference_patterns']>,
): Promise<PatternRow | undefined> =>
  tx
    .updateTable('reference_patterns')
    .set(columns)
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

/** Undefined where the project has no such one. */
export const deletePattern = (tx: Writer, projectId: number, id: number): Promise<PatternRow | undefined> =>
  tx
    .deleteFrom('reference_patterns')
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
