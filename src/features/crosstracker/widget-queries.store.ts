// Reads and writes the queries that people keep on widgets.
import type { Selectable } from 'kysely';
import type { Reader, Tables, Writer } from '../../platform/database/index.ts';
import './widget-queries.tables.ts';

export type WidgetQueryRow = Selectable<Tables['crosstracker_queries']>;

/** Whose widget shows a query. */
export type WidgetOwner = Pick<WidgetQueryRow, 'user_id' | 'project_id'>;

export const listWidgetQueries = (db: Reader, owner: WidgetOwner): Promise<WidgetQueryRow[]> =>
  db
    .selectFrom('crosstracker_queries')
    .selectAll()
    .where('user_id', owner.user_id === null ? 'is' : '=', owner.user_id)
    .where('project_id', owner.project_id === null ? 'is' : '=', owner.project_id)
    .orderBy('created_at_ms')
    .orderBy('id')
    .execute();

export async function countWidgetQueries(db: Reader, owner: WidgetOwner): Promise<number> {
  const { count } = await db
    .selectFrom('crosstracker_queries')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', owner.user_id === null ? 'is' : '=', owner.user_id)
    .where('project_id', owner.project_id === null ? 'is' : '=', owner.project_id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export const findWidgetQuery = (db: Reader, id: string): Promise<WidgetQueryRow | undefined> =>
  db.selectFrom('crosstracker_queries').selectAll().where('id', '=', id).executeTakeFirst();

/** Inserts the query, or replaces the one with its id; a default one takes the place of the widget's former default. */
export async function saveWidgetQuery(tx: Writer, row: WidgetQueryRow): Promise<void> {
  if (row.is_default === 1) {
    await tx
      .updateTable('crosstracker_queries')
      .set({ is_default: 0 })
      .where('user_id', row.user_id === null ? 'is' : '=', row.user_id)
      .where('project_id', row.project_id === null ? 'is' : '=', row.project_id)
      .where('id', '<>', row.id)
      .execute();
  }
  await tx
    .insertInto('crosstracker_queries')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}

export async function deleteWidgetQuery(tx: Writer, id: string): Promise<void> {
  await tx.deleteFrom('crosstracker_queries').where('id', '=', id).execute();
}
