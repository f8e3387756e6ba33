// Reads and writes rows of dashboards.
import type { Insertable, Selectable } from 'kysely';
import type { Reader, Tables, Writer } from '../../platform/database/index.ts';
import './dashboards.tables.ts';

export type DashboardRow = Selectable<Tables['dashboards']>;

/** Whose dashboards: one of these is null. */
export type Owner = Pick<DashboardRow, 'user_id' | 'project_id'>;

/** In their order. */
export const listDashboards = (
  db: Reader,
  { user_id: userId, project_id: projectId }: Owner,
): Promise<DashboardRow[]> =>
  db
    .selectFrom('dashboards')
    .selectAll()
    .where('user_id', userId === null ? 'is' : '=', userId)
    .where('project_id', projectId === null ? 'is' : '=', projectId)
    .orderBy('rank')
    .orderBy('id')
    .execute();

export const findDashboard = (db: Reader, id: number): Promise<DashboardRow | undefined> =>
  db.selectFrom('dashboards').selectAll().where('id', '=', id).executeTakeFirst();

export const insertDashboard = (tx: Writer, row: Insertable<Tables['dashboards']>): Promise<DashboardRow> =>
  tx.insertInto('dashboards').values(row).returningAll().executeTakeFirstOrThrow();

export async function updateDashboard(
  tx: Writer,
  id: number,
  change: Pick<DashboardRow, 'name' | 'content_json'>,
): Promise<void> {
  await tx.updateTable('dashboards').set(change).where('id', '=', id).execute();
}

export async function deleteDashboard(tx: Writer, id: number): Promise<void> {
  await tx.deleteFrom('dashboards').where('id', '=', id).execute();
}

/** The ids in their new order. */
export async function rankDashboards(tx: Writer, ids: readonly number[]): Promise<void> {
  for (const [rank, id] of ids.entries())
    await tx.updateTable('dashboards').set({ rank }).where('id', '=', id).execute();
}
