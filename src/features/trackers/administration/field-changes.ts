// Writes changes of fields and of their values.
import { isDeepStrictEqual } from 'node:util';
import type { Static } from 'typebox';
import type { Database, Reader, Writer } from '../../../platform/database/index.ts';
import { invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import type { Definition, Field } from '../definition/definition.ts';
import { requireRoomForValues } from '../definition/list-values.ts';
import { bindKind } from '../fields/bind.ts';
import { readFieldPermissions, readSettings, requireMayBeRequired, requireSingle } from './field-draft.ts';
import { readFieldName } from './field-names.ts';
import { positionOfMoved, requireParent } from './field-positions.ts';
import type { FieldPosition } from './field-positions.ts';
import { listSharers, requireNoParts, requireUnneeded } from './field-removal.ts';
import type { ListLaterUses } from './field-removal.ts';
import { isValueList, markDefaults, readLabel, readValues } from './field-values.ts';
import type { PlannedValue } from './field-values.ts';
import { valuesMax } from './fields.schema.ts';
import type { FieldChange } from './fields.schema.ts';
import * as store from '../definition/fields.store.ts';
import { columnsOf, flag, mapTakenFieldName, permissionNames, requireUsers, saveOrder } from './new-field.ts';
import { insertFieldValue } from '../definition/trackers.store.ts';
import { fieldIs } from '../fields/field-is.ts';

/**
 * Which of these values of these fields the history of artifacts holds, from changesets with greater ids; and the
 * greatest id there is. A higher feature knows.
 */
export type FindUsedValues = (
  db: Reader,
  values: { fieldIds: readonly number[]; trackerIds: readonly number[]; ids: readonly number[] },
  afterChangesetId: number,
) => Promise<{ used: Set<number>; lastChangesetId: number }>;

/** Values that a change leaves out, with what the history of artifacts said of them before the transaction began. */
export interface History {
  fieldIds: readonly number[];
  trackerIds: readonly number[];
  /** The values that the change leaves out. */
  leftIds: ReadonlySet<number>;
  used: ReadonlySet<number>;
  lastChangesetId: number;
}

const idsIn = (sent: Static<typeof FieldChange>['values']): Set<number> | undefined =>
  isValueList(sent) ? new Set(sent.map((value) => Number(value.id))) : undefined;

/** Reads all of the history where a change deletes values, outside of the transaction, because that may take long. */
export async function surveyHistory(
  { database, findUsedValues }: { database: Database; findUsedValues: FindUsedValues },
  tracker: Definition,
  fieldId: number,
  change: Static<typeof FieldChange>,
): Promise<History | undefined> {
  const kept = idsIn(change.values);
  const left = tracker.fieldById.get(fieldId)?.values.filter((value) => kept?.has(value.id) === false) ?? [];
  if (left.length === 0) return undefined;
  const sharers = await listSharers(database.read, tracker, fieldId);
  const fieldIds = sharers.map((row) => row.id);
  const trackerIds = [...new Set(sharers.map((row) => row.tracker_id))];
  const ids = left.map((value) => value.id);
  const leftIds = new Set(ids);
  return {
    fieldIds,
    trackerIds,
    leftIds,
    ...(await findUsedValues(database.readSlow, { fieldIds, trackerIds, ids }, 0)),
  };
}

export interface FieldContext {
  tx: Writer;
  tracker: Definition;
  field: Field;
  findUsedValues: FindUsedValues;
  listLaterUses: ListLaterUses;
  history: History | undefined;
}

/** Ids of values by what a change calls them. */
export type ValueIds = ReadonlyMap<string, number>;

/** Writes what is given of the change; gives the values that it adds. Throws invalid. */
export async function saveField(context: FieldContext, change: Static<typeof FieldChange>): Promise<ValueIds> {
  const { tx, tracker, field } = context;
  if (change.label?.trim() === '') throw invalid(says('tracker-field.blank')`is required`, 'label');
  if (change.required !== undefined) requireMayBeRequired(field.type, change.required);
  if (change.use_it === false && field.isUsed) {
    requireNoParts(tracker, field, (child) => child.isUsed);
    await requireUnneeded(tx, tracker, { fieldId: field.id }, context.listLaterUses);
  }
  if (change.use_it === true && !field.isUsed) requireSingle(tracker, field.type, field.id);
  const settings = readSettings(change, field.type, field.settings, tracker);
  const people = settings.bind?.defaultUserIds ?? [];
  if (people !== field.settings.bind?.defaultUserIds) await requireUsers(tx, people);
  const isNameSent = change.name !== undefined && change.name !== null && change.name !== field.name;
  const name = isNameSent ? readFieldName(change.name ?? '') : field.name;
  try {
    await store.updateField(tx, field.id, {
      label: change.label?.trim() ?? field.label,
      name,
      description: change.description ?? field.description,
      is_required: flag(change.required ?? field.isRequired),
      has_notifications: flag(change.has_notifications ?? field.hasNotifications),
      is_used: flag(change.use_it ?? field.isUsed),
      settings_json: JSON.stringify(settings),
    });
  } catch (error) {
    throw mapTakenFieldName(error, name);
  }
  const added = await saveValues(context, change);
  const permissions = readFieldPermissions(change.permissions_for_groups, tracker);
  for (const permission of permissionNames) {
    const groups = permissions[permission];
    if (groups !== undefined) await store.replaceFieldPermission(tx, field.id, permission, groups);
  }
  if (change.move !== undefined && change.move !== null) await moveField(tx, tracker, field, change.move);
  return added;
}

async function moveField(tx: Writer, tracker: Definition, field: Field, place: FieldPosition): Promise<void> {
  const { parentId, order } = positionOfMoved(tracker, field, place);
  if (parentId !== field.parentId) await store.updateField(tx, field.id, { parent_id: parentId });
  await saveOrder(tx, tracker, order);
}

/**
 * Puts elements below their parents in the order of the list, other children of these parents behind them. Where they
 * stand like that already nothing moves. Throws invalid for what can't stand there.
 */
export async function positionFields(
  tx: Writer,
  tracker: Definition,
  places: readonly { fieldId: number; parentId: number | null }[],
): Promise<void> {
  for (const [parentId, group] of Map.groupBy(places, (place) => place.parentId)) {
    const order = group.map(({ fieldId }) => fieldId);
    const children = [...tracker.fieldById.values()].filter((field) => field.parentId === parentId);
    const ids = children.map(({ id }) => id);
    if (
      isDeepStrictEqual(
        ids.filter((id) => order.includes(id)),
        order,
      )
    )
      continue;
    for (const field of order.flatMap((id) => tracker.fieldById.get(id) ?? [])) {
      if (field.parentId === parentId) continue;
      requireParent(tracker, field.type, parentId);
      await store.updateField(tx, field.id, { parent_id: parentId });
    }
    await saveOrder(tx, tracker, [...order, ...ids.filter((id) => !order.includes(id))]);
  }
}

/** Changes, adds, orders and deletes values, and says which are chosen by default. */
async function saveValues(context: FieldContext, change: Static<typeof FieldChange>): Promise<ValueIds> {
  const added = new Map<string, number>();
  const { tx, tracker, field } = context;
  const news = change.new_values ?? [];
  const { bind, originalFieldId } = field.settings;
  if (news.length > 0 && !fieldIs.list(field))
    throw invalid(says('tracker-field.no-simple-list')`this field is not a simple list`, 'new_values');
  if (news.length > 0 && bind?.kind !== 'static')
    throw invalid(
      says('tracker-field.static-only')`new values can only be added to lists of static values`,
      'new_values',
    );
  const isTouched = news.length > 0 || isValueList(change.values) || change.default_value !== undefined;
  if (bind === undefined || bind.kind === 'users' || !isTouched) return added;
  const existing = field.values.map((value) => ({ ...value, sentId: String(value.id) }));
  let planned: PlannedValue[] = isValueList(change.values)
    ? readValues(change.values, bind.kind, field.values, tracker)
    : existing;
  planned = [
    ...planned,
    ...news.map((text, index) => ({
      id: undefined,
      sentId: undefined,
      label: readLabel(text, `new_values[${index}]`),
      description: '',
      isHidden: false,
      isDefault: false,
      color: '',
      groupId: undefined,
    })),
  ];
  const place = news.length > 0 ? 'new_values' : 'values';
  if (planned.length > valuesMax)
    throw invalid(says('tracker-field.many-values')`a list can have at most ${valuesMax} values`, place);
  if (planned.length > field.values.length) requireRoomForValues(tracker, planned.length - field.values.length, place);
  if (change.default_value !== undefined) planned = markDefaults(planned, change.default_value, tracker);
  if (originalFieldId !== undefined) {
    if (!isDeepStrictEqual(planned, existing))
      throw invalid(
        says('tracker-field.shared-values')`the values belong to field ${originalFieldId}; change them there`,
        'values',
      );
    return added;
  }
  await deleteValues(context, planned);
  for (const [rank, value] of planned.entries()) {
    if (value.id !== undefined) {
      await store.updateFieldValue(tx, bind.kind, value.id, columnsOf(value, rank));
      continue;
    }
    const id = await insertFieldValue(tx, bind.kind, { field_id: field.id, ...columnsOf(value, rank) });
    if (value.sentId !== undefined) added.set(value.sentId, id);
  }
  return added;
}

/** Changesets that may have got their ids before the last one that was seen, and commit after it. */
const inFlightMax = 1000;

/** Deletes the values that are not planned. Throws invalid for one that something needs or that artifacts hold or held. */
async function deleteValues(
  { tx, tracker, field, findUsedValues, history }: FieldContext,
  planned: readonly PlannedValue[],
): Promise<void> {
  const left = field.values.filter((value) => planned.every(({ id }) => id !== value.id));
  if (left.length === 0) return;
  const ids = left.map((value) => value.id);
  const { fieldIds = [field.id], trackerIds = [tracker.id], used, lastChangesetId = 0 } = history ?? {};
  const since = await findUsedValues(tx, { fieldIds, trackerIds, ids }, lastChangesetId - inFlightMax);
  for (const value of left) {
    await requireUnneeded(tx, tracker, { fieldId: field.id, valueId: value.id }, undefined);
    if (used?.has(value.id) === true || since.used.has(value.id))
      throw invalid(
        says(
          'tracker-field.held-value',
        )`"${value.label}" (${value.id}) can't be removed, because artifacts use or used it; hide it instead (\`is_hidden\`)`,
        'values',
      );
    await store.deleteFieldValue(tx, bindKind(field), value.id);
  }
}
