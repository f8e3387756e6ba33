// Reads and writes labels and what carries them.
import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Reader, Tables, Writer } from '../../platform/database/index.ts';
import type { LabelledKind } from './labels.tables.ts';
import './labels.tables.ts';

export type LabelRow = Selectable<Tables['project_labels']>;

/** A thing of some kind that carries labels. */
export interface LabelledItem {
  kind: LabelledKind;
  id: number;
}

/** All of a project, by their names. */
export const listLabels = (db: Reader, projectId: number): Promise<LabelRow[]> =>
  db
    .selectFrom('project_labels')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('label_key')
    .orderBy('id')
    .execute();

export const insertLabel = (tx: Writer, row: Insertable<Tables['project_labels']>): Promise<LabelRow> =>
  tx.insertInto('project_labels').values(row).returningAll().executeTakeFirstOrThrow();

export async function updateLabel(tx: Writer, id: number, change: Updateable<Tables['project_labels']>): Promise<void> {
  await tx.updateTable('project_labels').set(change).where('id', '=', id).execute();
}

export async function deleteLabel(tx: Writer, id: number): Promise<void> {
  await tx.deleteFrom('project_labels').where('id', '=', id).execute();
}

/** Those that a thing carries, by their names. */
export const listLabelsOf = async (db: Reader, { kind, id }: LabelledItem): Promise<LabelRow[]> =>
  (await listLabelsOfAll(db, kind, [id])).get(id) ?? [];

/** The same of several things of a kind, by their ids. */
export async function listLabelsOfAll(
  db: Reader,
  kind: LabelledKind,
  ids: readonly number[],
): Promise<Map<number, LabelRow[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('project_labels')
    .innerJoin('labelled_items', 'labelled_items.label_id', 'project_labels.id')
    .selectAll('project_labels')
    .select('labelled_items.item_id')
    .where('labelled_items.kind', '=', kind)
    .where('labelled_items.item_id', 'in', ids)
    .orderBy('project_labels.label_key')
    .orderBy('project_labels.id')
    .execute();
  return Map.groupBy(rows, (row) => row.item_id);
}

export async function addLabels(tx: Writer, { kind, id }: LabelledItem, labels: readonly number[]): Promise<void> {
  if (labels.length === 0) return;
  await tx
    .insertInto('labelled_items')
    .values(labels.map((label) => ({ kind, item_id: id, label_id: label })))
    .onConflict((conflict) => conflict.columns(['label_id', 'kind', 'item_id']).doNothing())
    .execute();
}

export async function removeLabels(tx: Writer, { kind, id }: LabelledItem, labels: readonly number[]): Promise<void> {
  if (labels.length === 0) return;
  await tx
    .deleteFrom('labelled_items')
    .where('kind', '=', kind)
    .where('item_id', '=', id)
    .where('label_id', 'in', labels)
    .execute();
}

/** Query for the ids of things of a kind that carry all of these labels. */
export const carriersOf = (db: Reader, kind: LabelledKind, labels: readonly number[]) =>
  db
    .selectFrom('labelled_items')
    .select('item_id')
    .where('kind', '=', kind)
    .where('label_id', 'in', labels)
    .groupBy('item_id')
    .having((eb) => eb(eb.fn.countAll(), '=', labels.length));

/** The newest that carry all of these labels, at most `max`. */
export const listCarriers = async (
  db: Reader,
  kind: LabelledKind,
  labels: readonly number[],
  max: number,
): Promise<number[]> =>
  (await carriersOf(db, kind, labels).orderBy('item_id', 'desc').limit(max).execute()).map((row) => row.item_id);
