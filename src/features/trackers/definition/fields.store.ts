// Changes rows of fields and their values.
import type { Updateable } from 'kysely';
import type { Reader, Tables, Writer } from '../../../platform/database/index.ts';
import type { BindKind } from './definition.ts';
import './trackers.tables.ts';

/** The groups of one permission become these. */
export async function replaceFieldPermission(
  tx: Writer,
  fieldId: number,
  permission: Tables['field_permissions']['permission'],
  groupIds: readonly number[],
): Promise<void> {
  await tx
    .deleteFrom('field_permissions')
    .where('field_id', '=', fieldId)
    .where('permission', '=', permission)
    .execute();
  for (const ugroup_id of groupIds)
    await tx.insertInto('field_permissions').values({ field_id: fieldId, permission, ugroup_id }).execute();
}

export async function updateField(
  tx: Writer,
  id: number,
  columns: Updateable<Tables['tracker_fields']>,
): Promise<void> {
  await tx.updateTable('tracker_fields').set(columns).where('id', '=', id).execute();
}

/** With its values and permissions. */
export async function deleteField(tx: Writer, id: number): Promise<void> {
  await tx.deleteFrom('tracker_fields').where('id', '=', id).execute();
}

/** Changes a value of a list that is bound to this. */
export async function updateFieldValue(
  tx: Writer,
  kind: BindKind,
  id: number,
  { ugroup_id, ...columns }: Updateable<Tables['group_values']>,
): Promise<void> {
  if (kind === 'ugroups')
    await tx
      .updateTable('group_values')
      .set({ ...columns, ugroup_id })
      .where('id', '=', id)
      .execute();
  else await tx.updateTable('field_values').set(columns).where('id', '=', id).execute();
}

/** Deletes a value of a list that is bound to this. */
export async function deleteFieldValue(tx: Writer, kind: BindKind, id: number): Promise<void> {
  await tx
    .deleteFrom(kind === 'ugroups' ? 'group_values' : 'field_values')
    .where('id', '=', id)
    .execute();
}

export const findTrackerOfField = async (db: Reader, fieldId: number): Promise<number | undefined> =>
  (await db.selectFrom('tracker_fields').select('tracker_id').where('id', '=', fieldId).executeTakeFirst())?.tracker_id;

/** The per-tracker number of the newest artifact that there ever was; 0 for none. */
export const readLastNumber = async (db: Reader, trackerId: number): Promise<number> =>
  (await db.selectFrom('trackers').select('last_number').where('id', '=', trackerId).executeTakeFirstOrThrow())
    .last_number;

/** Settings of all fields of a project, to find those that share another's values. */
export const listFieldSettings = (
  db: Reader,
  projectId: number,
): Promise<{ id: number; tracker_id: number; settings_json: string }[]> =>
  db
    .selectFrom('tracker_fields')
    .innerJoin('trackers', 'trackers.id', 'tracker_fields.tracker_id')
    .select(['tracker_fields.id', 'tracker_fields.tracker_id', 'tracker_fields.settings_json'])
    .where('trackers.project_id', '=', projectId)
    .execute();
