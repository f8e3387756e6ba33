// Reads and writes keywords that lead elsewhere from the texts of a project.
import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Reader, Tables, Writer } from '../../../platform/database/index.ts';
import '../groups/projects.tables.ts';

export type PatternRow = Selectable<Tables['reference_patterns']>;

/** By keyword. */
export const listReferencePatterns = (db: Reader, projectId: number): Promise<PatternRow[]> =>
  db.selectFrom('reference_patterns').selectAll().where('project_id', '=', projectId).orderBy('keyword').execute();

/** Keywords that a number alone follows where the project has one Subversion repository. */
export const revisionKeywords: readonly string[] = ['svn', 'rev', 'revision'];

/** The name of the only Subversion repository of a project; undefined where it has none, or several. */
export async function findOnlySvn(db: Reader, projectId: number): Promise<string | undefined> {
  const rows = db.selectFrom('svn_repositories').select('name').where('project_id', '=', projectId).limit(2);
  const [first, ...others] = await rows.execute();
  return others.length === 0 ? first?.name : undefined;
}

/** Links with `$1` for the number, by keyword in lower case: the project's own, then those to revisions. */
export async function listOwnLinks(db: Reader, projectId: number): Promise<ReadonlyMap<string, string>> {
  const [patterns, name] = await Promise.all([listReferencePatterns(db, projectId), findOnlySvn(db, projectId)]);
  const value = name === undefined ? undefined : `${encodeURIComponent(name)}%2F$1`;
  const ofRevisions = revisionKeywords.map((keyword): [string, string] => [
    keyword,
    `/goto?key=${keyword}&val=${value}&group_id=$group_id`,
  ]);
  return new Map([
    ...(value === undefined ? [] : ofRevisions),
    ...patterns.map(({ keyword, link }): [string, string] => [keyword, link]),
  ]);
}

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
