// Rows of kanbans, and which artifacts stand in a column.
import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Reader, Tables, Writer } from '../../platform/database/index.ts';
import { artifactRanking } from '../artifacts/index.ts';
import { idsOf } from '../planning/index.ts';
import type { Narrow, Selection } from '../planning/index.ts';
import './kanban.tables.ts';

export type KanbanRow = Selectable<Tables['kanbans']>;

export const findKanban = (db: Reader, id: number): Promise<KanbanRow | undefined> =>
  db.selectFrom('kanbans').selectAll().where('id', '=', id).executeTakeFirst();

/** Kanbans of these trackers, in order of id. */
export const listKanbans = (db: Reader, trackerIds: readonly number[]): Promise<KanbanRow[]> =>
  db
    .selectFrom('kanbans')
    .selectAll()
    .where('tracker_id', 'in', [-1, ...trackerIds])
    .orderBy('id')
    .execute();

export const insertKanban = (tx: Writer, row: Insertable<Tables['kanbans']>): Promise<KanbanRow> =>
  tx.insertInto('kanbans').values(row).returningAll().executeTakeFirstOrThrow();

export async function updateKanban(tx: Writer, id: number, change: Updateable<Tables['kanbans']>): Promise<void> {
  await tx.updateTable('kanbans').set(change).where('id', '=', id).execute();
}

export async function deleteKanban(tx: Writer, id: number): Promise<void> {
  await tx.deleteFrom('kanbans').where('id', '=', id).execute();
}

/** Limits of columns by list value. */
export async function listLimits(db: Reader, kanbanId: number): Promise<Map<number, number>> {
  const rows = await db.selectFrom('kanban_limits').selectAll().where('kanban_id', '=', kanbanId).execute();
  return new Map(rows.map((row) => [row.value_id, row.wip_limit]));
}

/** null takes the limit away. */
export async function saveLimit(tx: Writer, kanbanId: number, valueId: number, limit: number | null): Promise<void> {
  await tx.deleteFrom('kanban_limits').where('kanban_id', '=', kanbanId).where('value_id', '=', valueId).execute();
  if (limit === null) return;
  await tx.insertInto('kanban_limits').values({ kanban_id: kanbanId, value_id: valueId, wip_limit: limit }).execute();
}

/** In order of id. */
export async function listReportIds(db: Reader, kanbanId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('kanban_reports')
    .select('report_id')
    .where('kanban_id', '=', kanbanId)
    .orderBy('report_id')
    .execute();
  return rows.map((row) => row.report_id);
}

export async function replaceReports(tx: Writer, kanbanId: number, reportIds: readonly number[]): Promise<void> {
  await tx.deleteFrom('kanban_reports').where('kanban_id', '=', kanbanId).execute();
  const rows = [...new Set(reportIds)].map((id) => ({ kanban_id: kanbanId, report_id: id }));
  if (rows.length > 0) await tx.insertInto('kanban_reports').values(rows).execute();
}

/** A column of a kanban: artifacts without a status, with one of its open values, or with one that is none of these. */
export type Column = 'backlog' | 'archive' | number;

/** `openIds` are the values that have columns of their own. */
export const inColumn =
  (fieldId: number, openIds: readonly number[], column: Column): Narrow =>
  (query) =>
    query.where((eb) => {
      const values = eb
        .selectFrom('artifact_keys')
        .select('artifact_keys.key')
        .whereRef('artifact_keys.artifact_id', '=', 'artifacts.id')
        .where('artifact_keys.field_id', '=', fieldId);
      if (column === 'backlog') return eb.not(eb.exists(values));
      if (column !== 'archive') return eb.exists(values.where('artifact_keys.key', '=', column));
      const open = values.where('artifact_keys.key', 'in', [-1, ...openIds]);
      return eb.and([eb.exists(values), eb.not(eb.exists(open))]);
    });

/** Ids of all that the selection finds, in order of rank, or those that changed last first. */
export async function listIds(db: Reader, selection: Selection, isNewestFirst: boolean): Promise<number[]> {
  const found = db
    .selectFrom('artifacts')
    .select('artifacts.id')
    .where('artifacts.id', 'in', idsOf(db, [selection]));
  const rows = await (
    isNewestFirst
      ? found.orderBy('artifacts.updated_at_ms', 'desc').orderBy('artifacts.id', 'desc')
      : found.orderBy(artifactRanking.rankOrder)
  ).execute();
  return rows.map(({ id }) => id);
}

/** Ids of what the selection finds that changed since, the last first. */
export async function listChangedSince(
  db: Reader,
  selection: Selection,
  sinceMs: number,
  max: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('artifacts')
    .select('artifacts.id')
    .where('artifacts.id', 'in', idsOf(db, [selection]))
    .where('artifacts.updated_at_ms', '>=', sinceMs)
    .orderBy('artifacts.updated_at_ms', 'desc')
    .orderBy('artifacts.id')
    .limit(max)
    .execute();
  return rows.map(({ id }) => id);
}

/** How many artifacts the selection finds. */
export async function countFound(db: Reader, selection: Selection): Promise<number> {
  const row = await db
    .selectFrom(idsOf(db, [selection]).as('found'))
    .select((eb) => eb.fn.countAll<number>().as('size'))
    .executeTakeFirstOrThrow();
  return Number(row.size);
}
