// Reads and writes tracker definitions.
import { sql } from 'kysely';
import type { Insertable, Selectable } from 'kysely';
import { isSliceOver, yieldSlice } from '../../../platform/concurrency/time-slices.ts';
import { mapConstraint, prepareList } from '../../../platform/database/index.ts';
import type { Reader, Tables, Writer } from '../../../platform/database/index.ts';
import type { BindKind } from './definition.ts';
import './trackers.tables.ts';

export type TrackerRow = Selectable<Tables['trackers']>;
type ReportRow = Selectable<Tables['reports']>;

export const findTracker = (db: Reader, id: number): Promise<TrackerRow | undefined> =>
  db.selectFrom('trackers').selectAll().where('id', '=', id).executeTakeFirst();

export const findProjectOfTracker = (
  db: Reader,
  trackerId: number,
): Promise<Selectable<Tables['projects']> | undefined> =>
  db
    .selectFrom('trackers')
    .innerJoin('projects', 'projects.id', 'trackers.project_id')
    .selectAll('projects')
    .where('trackers.id', '=', trackerId)
    .executeTakeFirst();

export const listTrackerRows = (db: Reader, projectId: number): Promise<TrackerRow[]> =>
  db.selectFrom('trackers').selectAll().where('project_id', '=', projectId).orderBy('id').execute();

/** Trackers with their permissions, in two queries. */
export async function listTrackersWithPermissions(
  db: Reader,
  ids: readonly number[],
): Promise<{ row: TrackerRow; permissions: Selectable<Tables['tracker_permissions']>[] }[]> {
  if (ids.length === 0) return [];
  const [rows, permissions] = await Promise.all([
    db.selectFrom('trackers').selectAll().where('id', 'in', ids).orderBy('id').execute(),
    db.selectFrom('tracker_permissions').selectAll().where('tracker_id', 'in', ids).orderBy('ugroup_id').execute(),
  ]);
  const ofTracker = Map.groupBy(permissions, (permission) => permission.tracker_id);
  return rows.map((row) => ({ row, permissions: ofTracker.get(row.id) ?? [] }));
}

const valueColumns = ['id', 'field_id', 'label', 'description', 'rank', 'is_hidden', 'is_default', 'color'] as const;

type ValueRow = Selectable<Tables['group_values']>;
type OpenValueRow = Selectable<Tables['open_values']>;

const valuesOf = (db: Reader, isOneOf: readonly number[]) =>
  db
    .selectFrom('field_values')
    .select([...valueColumns, sql<number | null>`cast(null as integer)`.as('ugroup_id')])
    .where('field_id', 'in', isOneOf)
    .unionAll((union) =>
      union
        .selectFrom('group_values')
        .select([...valueColumns, 'ugroup_id'])
        .where('field_id', 'in', isOneOf),
    );

/** Values that one statement reads; a single list may have some more. */
const valuesAtOnce = 2000;

/** Values of these fields, static ones and user groups, in the order of each field; rests where there are many. */
async function listValuesOf(db: Reader, fieldIds: readonly number[]): Promise<ValueRow[]> {
  // Not in order, as the database would read all of them first to put them in order.
  const few = await valuesOf(db, fieldIds).limit(valuesAtOnce).execute();
  if (few.length < valuesAtOnce) return few.sort((a, b) => a.rank - b.rank || a.id - b.id);
  const values: ValueRow[] = [];
  for (const id of fieldIds) {
    for (const value of await valuesOf(db, [id]).orderBy('rank').orderBy('id').execute()) values.push(value);
    if (isSliceOver()) await yieldSlice();
  }
  return values;
}

/** What people added to open lists, as they were added to each; rests where there is much. */
async function listOpenValuesOf(db: Reader, fieldIds: readonly number[]): Promise<OpenValueRow[]> {
  const added = (ids: readonly number[]) => db.selectFrom('open_values').selectAll().where('field_id', 'in', ids);
  let values: OpenValueRow[] = await added(fieldIds).limit(valuesAtOnce).execute();
  if (values.length === valuesAtOnce) {
    values = [];
    for (const id of fieldIds) {
      let part: OpenValueRow[] = [];
      do {
        const after = part.at(-1)?.label;
        const wanted = after === undefined ? added([id]) : added([id]).where('label', '>', after);
        part = await wanted.orderBy('label').limit(valuesAtOnce).execute();
        for (const value of part) values.push(value);
        if (isSliceOver()) await yieldSlice();
      } while (part.length === valuesAtOnce);
    }
  }
  return values.sort((a, b) => a.id - b.id);
}

/** The field that a shared one takes its values from; see FieldSettings. */
function readOriginalId(field: Selectable<Tables['tracker_fields']>): number[] {
  const settings: unknown = JSON.parse(field.settings_json);
  const isShared = typeof settings === 'object' && settings !== null && 'originalFieldId' in settings;
  return isShared && typeof settings.originalFieldId === 'number' ? [settings.originalFieldId] : [];
}

/** Every row of one tracker's definition, with the values that its shared fields take from other trackers. */
export async function loadDefinitionRows(db: Reader, trackerId: number) {
  const fieldIds = db.selectFrom('tracker_fields').select('id').where('tracker_id', '=', trackerId);
  const [fields, fieldPermissions] = await Promise.all([
    db
      .selectFrom('tracker_fields')
      .selectAll()
      .where('tracker_id', '=', trackerId)
      .orderBy('rank')
      .orderBy('id')
      .execute(),
    db.selectFrom('field_permissions').selectAll().where('field_id', 'in', fieldIds).orderBy('ugroup_id').execute(),
  ]);
  const ids = fields.map(({ id }) => id);
  const [values, openValues, permissions, semantics, workflow, transitions, rules, triggers] = await Promise.all([
    listValuesOf(db, [...new Set([...ids, ...fields.flatMap(readOriginalId)])]),
    listOpenValuesOf(db, ids),
    db.selectFrom('tracker_permissions').selectAll().where('tracker_id', '=', trackerId).orderBy('ugroup_id').execute(),
    db.selectFrom('semantics').selectAll().where('tracker_id', '=', trackerId).orderBy('name').execute(),
    db.selectFrom('workflows').selectAll().where('tracker_id', '=', trackerId).executeTakeFirst(),
    db.selectFrom('transitions').selectAll().where('tracker_id', '=', trackerId).orderBy('id').execute(),
    db.selectFrom('rules').selectAll().where('tracker_id', '=', trackerId).orderBy('id').execute(),
    listTriggersAround(db, trackerId),
  ]);
  return {
    fields,
    values,
    openValues,
    fieldPermissions,
    permissions,
    semantics,
    workflow,
    transitions,
    rules,
    triggers,
  };
}

export type DefinitionRows = Awaited<ReturnType<typeof loadDefinitionRows>>;

export const listTrackerIds = async (db: Reader, projectId: number): Promise<number[]> =>
  (await db.selectFrom('trackers').select('id').where('project_id', '=', projectId).orderBy('id').execute()).map(
    (row) => row.id,
  );

/** Projects that have a tracker. */
export const listProjectIds = async (db: Reader): Promise<number[]> =>
  (await db.selectFrom('trackers').select('project_id').distinct().where('is_deleted', '=', 0).execute()).map(
    (row) => row.project_id,
  );

/** Groups that administer at least one tracker of a project. */
export const listAdminGroups = (db: Reader): Promise<{ project_id: number; ugroup_id: number }[]> =>
  db
    .selectFrom('tracker_permissions')
    .innerJoin('trackers', 'trackers.id', 'tracker_permissions.tracker_id')
    .select(['trackers.project_id', 'tracker_permissions.ugroup_id'])
    .distinct()
    .where('tracker_permissions.permission', '=', 'admin')
    .where('trackers.is_deleted', '=', 0)
    .execute();

/** The tracker with this short name; of several, all but one of which are deleted, rather one that `isDeleted`, and the newest. */
export const findTrackerByName = (
  db: Reader,
  projectId: number,
  itemName: string,
  isDeleted: boolean,
): Promise<TrackerRow | undefined> =>
  db
    .selectFrom('trackers')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('item_name', '=', itemName)
    .orderBy('is_deleted', isDeleted ? 'desc' : 'asc')
    .orderBy('id', 'desc')
    .executeTakeFirst();

export async function markTrackerDeleted(tx: Writer, id: number, isDeleted: boolean): Promise<void> {
  await tx
    .updateTable('trackers')
    .set({ is_deleted: isDeleted ? 1 : 0 })
    .where('id', '=', id)
    .execute();
}

/** Reports that belong to nobody in particular, in order of id. */
export const listSharedReports = (db: Reader, trackerId: number): Promise<ReportRow[]> =>
  db
    .selectFrom('reports')
    .selectAll()
    .where('tracker_id', '=', trackerId)
    .where('owner_id', 'is', null)
    .orderBy('id')
    .execute();

/** Those of all trackers of the tracker's project: they name trackers of one project alone. */
const listTriggersAround = (db: Reader, trackerId: number): Promise<Selectable<Tables['triggers']>[]> =>
  db
    .selectFrom('trackers as own')
    .innerJoin('trackers as siblings', 'siblings.project_id', 'own.project_id')
    .innerJoin('triggers', 'triggers.tracker_id', 'siblings.id')
    .selectAll('triggers')
    .where('own.id', '=', trackerId)
    .orderBy('triggers.id')
    .execute();

export async function insertTracker(tx: Writer, row: Insertable<Tables['trackers']>): Promise<number> {
  return (await tx.insertInto('trackers').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

/** The error to throw instead of `error`: a conflict where the short name of a tracker is taken. `place` starts its message. */
export const mapTakenName = (error: unknown, place = ''): unknown =>
  mapConstraint(error, {
    'trackers.project_id, trackers.item_name': `${place}the project has a tracker with this short name already`,
  });

export async function setTrackerParent(tx: Writer, id: number, parentId: number): Promise<void> {
  await tx.updateTable('trackers').set({ parent_id: parentId }).where('id', '=', id).execute();
}

export async function insertField(tx: Writer, row: Insertable<Tables['tracker_fields']>): Promise<number> {
  return (await tx.insertInto('tracker_fields').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

export async function updateFieldSettings(tx: Writer, id: number, settingsJson: string): Promise<void> {
  await tx.updateTable('tracker_fields').set({ settings_json: settingsJson }).where('id', '=', id).execute();
}

/** Adds a value to a list that is bound to this. */
export async function insertFieldValue(
  tx: Writer,
  kind: BindKind,
  { ugroup_id, ...row }: Insertable<Tables['group_values']>,
): Promise<number> {
  const inserted =
    kind === 'ugroups'
      ? tx
          .insertInto('group_values')
          .values({ ...row, ugroup_id })
          .returning('id')
          .executeTakeFirstOrThrow()
      : tx.insertInto('field_values').values(row).returning('id').executeTakeFirstOrThrow();
  return (await inserted).id;
}

/** The greatest id among values that do not stand for user groups; 0 for none. */
export const readLastValueId = async (db: Reader): Promise<number> =>
  (await db.selectFrom('field_values').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst())?.id ?? 0;

export async function insertOpenValue(tx: Writer, row: Insertable<Tables['open_values']>): Promise<number> {
  return (await tx.insertInto('open_values').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

/**
 * Ids of the open list's values with these labels, in their order; those that are missing are made, as many as `made` tells.
 * Whoever makes the same label at the same time gets the same value.
 */
export async function nameOpenValues(
  tx: Writer,
  fieldId: number,
  labels: readonly string[],
): Promise<{ ids: number[]; made: number }> {
  const rows = labels.map((label) => ({ field_id: fieldId, label, is_hidden: 0 }));
  const added = await tx
    .insertInto('open_values')
    .values(rows.toSorted((a, b) => (a.label < b.label ? -1 : 1)))
    .onConflict((conflict) => conflict.columns(['field_id', 'label']).doNothing())
    .returning('id')
    .execute();
  const known = await tx
    .selectFrom('open_values')
    .select(['id', 'label'])
    .where('field_id', '=', fieldId)
    .where('label', 'in', labels)
    .execute();
  const idOf = new Map(known.map(({ id, label }) => [label, id]));
  return { ids: labels.flatMap((label) => idOf.get(label) ?? []), made: added.length };
}

export const listOpenValues = prepareList((db, isOneOf) =>
  db.selectFrom('open_values').selectAll().where(isOneOf('id')),
);

export async function insertTransition(tx: Writer, row: Insertable<Tables['transitions']>): Promise<number> {
  return (await tx.insertInto('transitions').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

type PlainTable =
  | 'tracker_permissions'
  | 'field_permissions'
  | 'semantics'
  | 'workflows'
  | 'rules'
  | 'triggers'
  | 'reports';

/** Adds rows of a definition that nothing refers to by id. */
export async function insertDefinitionRows<T extends PlainTable>(
  tx: Writer,
  table: T,
  rows: readonly Insertable<Tables[T]>[],
): Promise<void> {
  for (const row of rows) await tx.insertInto(table).values(row).execute();
}
