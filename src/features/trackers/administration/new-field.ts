// Writes new fields.
import type { Static } from 'typebox';
import { isUniqueViolation } from '../../../platform/database/index.ts';
import type { Reader, Writer } from '../../../platform/database/index.ts';
import { invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { listUsersByIds } from '../../people/index.ts';
import type { Viewer } from '../../projects/index.ts';
import type { Definition, FieldPermission } from '../definition/definition.ts';
import { readNewField } from './field-draft.ts';
import type { FieldDraft } from './field-draft.ts';
import { positionOfNew } from './field-positions.ts';
import type { FieldPosition } from './field-positions.ts';
import type { PlannedValue } from './field-values.ts';
import type { NewField } from './fields.schema.ts';
import { updateField } from '../definition/fields.store.ts';
import { findOriginal } from './shared-fields.ts';
import { insertDefinitionRows, insertField, insertFieldValue } from '../definition/trackers.store.ts';

/**
 * Writes a new field at its place; gives its id and those of its values, in their order. Values of a shared field are
 * called by their ids. Throws invalid.
 */
export async function addField(
  context: { tx: Writer; viewer: Viewer },
  tracker: Definition,
  sent: Omit<Static<typeof NewField>, 'parent_id'>,
  place: FieldPosition,
): Promise<{ fieldId: number; values: { id: number; sentId: string | undefined }[] }> {
  const { tx } = context;
  const original = await findOriginal(context, tracker, sent);
  const draft = readNewField(sent, tracker, original);
  await requireUsers(tx, draft.settings.bind?.defaultUserIds ?? []);
  const { parentId, order } = positionOfNew(tracker, draft.type, place);
  const fieldId = await insertDraft(tx, tracker, draft, parentId, order.indexOf(null));
  await saveOrder(
    tx,
    tracker,
    order.map((id) => id ?? fieldId),
  );
  const values: { id: number; sentId: string | undefined }[] = (original?.values ?? []).map(({ id }) => ({
    id,
    sentId: String(id),
  }));
  const kind = draft.settings.bind?.kind ?? 'static';
  for (const [rank, value] of draft.values.entries())
    values.push({
      id: await insertFieldValue(tx, kind, { field_id: fieldId, ...columnsOf(value, rank) }),
      sentId: value.sentId,
    });
  await insertDefinitionRows(
    tx,
    'field_permissions',
    permissionNames.flatMap((permission) =>
      draft.permissions[permission].map((ugroup_id) => ({ field_id: fieldId, permission, ugroup_id })),
    ),
  );
  return { fieldId, values };
}

export const permissionNames: readonly FieldPermission[] = ['read', 'submit', 'update'];

export const flag = (value: boolean): number => (value ? 1 : 0);

/** Columns of a value at a place of its list. */
export const columnsOf = (value: PlannedValue, rank: number) => ({
  label: value.label,
  description: value.description,
  rank,
  is_hidden: flag(value.isHidden),
  is_default: flag(value.isDefault),
  color: value.color,
  ugroup_id: value.groupId ?? null,
});

/** The error to throw instead of `error`: invalid where the name is another field's. */
export const mapTakenFieldName = (error: unknown, name: string): unknown =>
  isUniqueViolation(error, 'tracker_fields.tracker_id, tracker_fields.name')
    ? invalid(says('tracker-field.taken')`another field of the tracker is named "${name}"`, 'name')
    : error;

async function insertDraft(
  tx: Writer,
  tracker: Definition,
  draft: FieldDraft,
  parentId: number | null,
  rank: number,
): Promise<number> {
  try {
    return await insertField(tx, {
      tracker_id: tracker.id,
      parent_id: parentId,
      name: draft.name,
      label: draft.label,
      description: draft.description,
      type: draft.type,
      rank,
      is_used: flag(draft.isUsed),
      is_required: flag(draft.isRequired),
      has_notifications: flag(draft.hasNotifications),
      settings_json: JSON.stringify(draft.settings),
    });
  } catch (error) {
    throw mapTakenFieldName(error, draft.name);
  }
}

/** Gives brothers the ranks of their order, where they have others. */
export async function saveOrder(tx: Writer, tracker: Definition, order: readonly number[]): Promise<void> {
  for (const [rank, id] of order.entries())
    if (tracker.fieldById.get(id)?.rank !== rank) await updateField(tx, id, { rank });
}

/** Throws invalid for people who are not there. */
export async function requireUsers(tx: Reader, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const known = new Set((await listUsersByIds(tx, ids)).map((user) => user.id));
  const index = ids.findIndex((id) => !known.has(id));
  if (index !== -1)
    throw invalid(says('user.missing')`there is no user ${ids[index] ?? ''}`, `default_value[${index}]`);
}
