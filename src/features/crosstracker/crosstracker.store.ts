// Reads and writes kept queries, and finds the trackers that a search names.
import type { Selectable } from 'kysely';
import type { Reader, Tables, Writer } from '../../platform/database/index.ts';
import '../registration/index.ts';
import './crosstracker.tables.ts';

export type QueryRow = Selectable<Tables['crosstracker_queries']>;

/** Whose widget shows a query. */
export type OwnerColumns = Pick<QueryRow, 'user_id' | 'project_id'>;

export const listQueries = (db: Reader, owner: OwnerColumns): Promise<QueryRow[]> =>
  db
    .selectFrom('crosstracker_queries')
    .selectAll()
    .where('user_id', owner.user_id === null ? 'is' : '=', owner.user_id)
    .where('project_id', owner.project_id === null ? 'is' : '=', owner.project_id)
    .orderBy('created_at_ms')
    .orderBy('id')
    .execute();

export const findQuery = (db: Reader, id: string): Promise<QueryRow | undefined> =>
  db.selectFrom('crosstracker_queries').selectAll().where('id', '=', id).executeTakeFirst();

/** Inserts the query, or replaces the one with its id; a default one takes the place of the widget's former default. */
export async function saveQuery(tx: Writer, row: QueryRow): Promise<void> {
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

export async function deleteQuery(tx: Writer, id: string): Promise<void> {
  await tx.deleteFrom('crosstracker_queries').where('id', '=', id).execute();
}

export interface TrackerSearch {
  projectIds?: readonly number[] | undefined;
  projectNames?: readonly string[] | undefined;
  categories?: readonly string[] | undefined;
  itemNames?: readonly string[] | undefined;
}

/** Ids of living trackers that pass all that is given, in order; at most `max`. */
export async function listTrackerIds(db: Reader, search: TrackerSearch, max: number): Promise<number[]> {
  const { projectIds, projectNames, categories, itemNames } = search;
  const rows = await db
    .selectFrom('trackers')
    .innerJoin('projects', 'projects.id', 'trackers.project_id')
    .select('trackers.id')
    .where('trackers.is_deleted', '=', 0)
    .$if(projectIds !== undefined, (query) => query.where('projects.id', 'in', [-1, ...(projectIds ?? [])]))
    .$if(projectNames !== undefined, (query) => query.where('projects.unix_name', 'in', ['', ...(projectNames ?? [])]))
    .$if(itemNames !== undefined, (query) => query.where('trackers.item_name', 'in', ['', ...(itemNames ?? [])]))
    .$if(categories !== undefined, (query) =>
      query.where('projects.id', 'in', (eb) =>
        eb
          .selectFrom('project_category_values')
          .innerJoin('project_categories', 'project_categories.id', 'project_category_values.value_id')
          .select('project_category_values.project_id')
          .where('project_categories.name', 'in', ['', ...(categories ?? [])]),
      ),
    )
    .orderBy('trackers.id')
    .limit(max)
    .execute();
  return rows.map((row) => row.id);
}
