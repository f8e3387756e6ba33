// Rows of cardwalls.
import type { Selectable } from 'kysely';
import type { Reader, Tables, Writer } from '../../platform/database/index.ts';
import './cardwall.tables.ts';
import type { Mapping, Wall } from './columns.ts';

type ColumnRow = Selectable<Tables['cardwall_columns']>;

/** Those of these trackers whose milestones have a board. */
export const listTrackersWithWall = async (db: Reader, trackerIds: readonly number[]): Promise<number[]> =>
  trackerIds.length === 0
    ? []
    : (await db.selectFrom('cardwalls').select('tracker_id').where('tracker_id', 'in', trackerIds).execute()).map(
        (row) => row.tracker_id,
      );

/** The board of a tracker's milestones; undefined where they have none. */
export async function findWall(db: Reader, trackerId: number): Promise<Wall | undefined> {
  const [wall, columns, mappings, values] = await Promise.all([
    db.selectFrom('cardwalls').selectAll().where('tracker_id', '=', trackerId).executeTakeFirst(),
    listColumns(db, trackerId),
    db.selectFrom('cardwall_mappings').selectAll().where('tracker_id', '=', trackerId).execute(),
    db
      .selectFrom('cardwall_values')
      .innerJoin('cardwall_columns', 'cardwall_columns.id', 'cardwall_values.column_id')
      .selectAll('cardwall_values')
      .where('cardwall_columns.tracker_id', '=', trackerId)
      .execute(),
  ]);
  if (wall === undefined) return undefined;
  const byTracker = mappings.map((row): [number, Mapping] => [
    row.card_tracker_id,
    {
      fieldId: row.field_id,
      columns: new Map(
        values
          .filter((value) => value.card_tracker_id === row.card_tracker_id)
          .map((value) => [value.value_id, value.column_id]),
      ),
    },
  ]);
  return { trackerId, columns, mappings: new Map(byTracker) };
}

/** In their order. */
const listColumns = (db: Reader, trackerId: number): Promise<ColumnRow[]> =>
  db
    .selectFrom('cardwall_columns')
    .selectAll()
    .where('tracker_id', '=', trackerId)
    .orderBy('rank')
    .orderBy('id')
    .execute();

export const findColumn = (db: Reader, id: number): Promise<ColumnRow | undefined> =>
  db.selectFrom('cardwall_columns').selectAll().where('id', '=', id).executeTakeFirst();

export const hasWall = async (db: Reader, trackerId: number): Promise<boolean> =>
  (await db.selectFrom('cardwalls').select('tracker_id').where('tracker_id', '=', trackerId).executeTakeFirst()) !==
  undefined;

export async function deleteWall(tx: Writer, trackerId: number): Promise<void> {
  await tx.deleteFrom('cardwall_columns').where('tracker_id', '=', trackerId).execute();
  await tx.deleteFrom('cardwall_mappings').where('tracker_id', '=', trackerId).execute();
  await tx.deleteFrom('cardwalls').where('tracker_id', '=', trackerId).execute();
}

export interface SavedColumn {
  /** Of a column that stays. */
  id?: number | undefined;
  label: string;
  color: string;
  archiveId?: string | null;
  /** Values that stand in it, by the tracker of the cards; 100 is none. */
  values: readonly { cardTrackerId: number; valueId: number }[];
}

export interface SavedMapping {
  cardTrackerId: number;
  fieldId: number;
}

/** Columns that are not named go; those that stay keep their ids, and what archives call them. */
export async function saveWall(
  tx: Writer,
  trackerId: number,
  columns: readonly SavedColumn[],
  mappings: readonly SavedMapping[],
): Promise<void> {
  const former = new Map((await listColumns(tx, trackerId)).map((row) => [row.id, row]));
  if (!(await hasWall(tx, trackerId))) await tx.insertInto('cardwalls').values({ tracker_id: trackerId }).execute();
  const staying = columns.flatMap(({ id }) => id ?? []);
  await tx
    .deleteFrom('cardwall_columns')
    .where('tracker_id', '=', trackerId)
    .where('id', 'not in', [-1, ...staying])
    .execute();
  await tx.deleteFrom('cardwall_mappings').where('tracker_id', '=', trackerId).execute();
  for (const { cardTrackerId, fieldId } of mappings)
    await tx
      .insertInto('cardwall_mappings')
      .values({ tracker_id: trackerId, card_tracker_id: cardTrackerId, field_id: fieldId })
      .execute();
  for (const [rank, column] of columns.entries()) {
    const row = { label: column.label, color: column.color, rank };
    const kept = former.get(column.id ?? -1);
    const id =
      kept === undefined
        ? await insertColumn(tx, { ...row, tracker_id: trackerId, archive_id: column.archiveId ?? null })
        : kept.id;
    if (kept !== undefined) await tx.updateTable('cardwall_columns').set(row).where('id', '=', id).execute();
    await tx.deleteFrom('cardwall_values').where('column_id', '=', id).execute();
    for (const { cardTrackerId, valueId } of column.values)
      await tx
        .insertInto('cardwall_values')
        .values({ column_id: id, card_tracker_id: cardTrackerId, value_id: valueId })
        .execute();
  }
}

const insertColumn = async (
  tx: Writer,
  row: { tracker_id: number; label: string; color: string; rank: number; archive_id: string | null },
): Promise<number> =>
  (await tx.insertInto('cardwall_columns').values(row).returning('id').executeTakeFirstOrThrow()).id;
