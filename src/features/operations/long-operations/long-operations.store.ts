// Reads and writes long work.
import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Reader, Tables, Writer } from '../../../platform/database/index.ts';
import type { OperationKind } from './long-operations.tables.ts';
import './long-operations.tables.ts';

export type OperationRow = Selectable<Tables['undertakings']>;

export const insertOperation = (tx: Writer, row: Insertable<Tables['undertakings']>): Promise<OperationRow> =>
  tx.insertInto('undertakings').values(row).returningAll().executeTakeFirstOrThrow();

export async function updateOperation(
  tx: Writer,
  id: number,
  change: Updateable<Tables['undertakings']>,
): Promise<void> {
  await tx.updateTable('undertakings').set(change).where('id', '=', id).execute();
}

export const findOperation = (db: Reader, id: number): Promise<OperationRow | undefined> =>
  db.selectFrom('undertakings').selectAll().where('id', '=', id).executeTakeFirst();

/** Newest first. */
export async function listOperations(
  db: Reader,
  { kind, projectId }: { kind: OperationKind; projectId?: number | undefined },
  page: { limit: number; offset: number },
): Promise<{ rows: OperationRow[]; size: number }> {
  let found = db.selectFrom('undertakings').where('kind', '=', kind);
  if (projectId !== undefined) found = found.where('project_id', '=', projectId);
  const [rows, count] = await Promise.all([
    found.selectAll().orderBy('id', 'desc').limit(page.limit).offset(page.offset).execute(),
    found.select((eb) => eb.fn.countAll<number>().as('size')).executeTakeFirstOrThrow(),
  ]);
  return { rows, size: Number(count.size) };
}

/** What of this kind is not over, and is about the project where one is given. */
export function findUnfinished(
  db: Reader,
  kind: OperationKind,
  about: { subject?: string | undefined },
): Promise<{ id: number } | undefined> {
  let found = db.selectFrom('undertakings').select('id').where('kind', '=', kind);
  if (about.subject !== undefined) found = found.where('subject', '=', about.subject);
  return found.where('status', 'in', ['waiting', 'running']).executeTakeFirst();
}

/** Exports that ended before, and whose file is still named. */
export const listExportsBefore = (db: Reader, ms: number): Promise<{ id: number; path: string }[]> =>
  db
    .selectFrom('undertakings')
    .select(['id', 'path'])
    .where('kind', '=', 'export')
    .where('path', '!=', '')
    .where('finished_at_ms', '<', ms)
    .execute();
