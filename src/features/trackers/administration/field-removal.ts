// When a field or a value may go, and how a field goes.
import type { Reader, Writer } from '../../../platform/database/index.ts';
import { invalid } from '../../../platform/errors.ts';
import { says, several } from '../../../platform/texts/said.ts';
import type { Definition, Field } from '../definition/definition.ts';
import { listProjectTriggers } from '../definition/definition.store.ts';
import { chooseFieldName } from './field-names.ts';
import { describeUse, listFieldUses, listValueUses } from './field-uses.ts';
import type { Part, Use } from './field-uses.ts';
import * as store from '../definition/fields.store.ts';
import { loadDefinitionRows } from '../definition/trackers.store.ts';

/** The field and those of the same project that share its values. */
export async function listSharers(
  db: Reader,
  tracker: Definition,
  fieldId: number,
): Promise<{ id: number; tracker_id: number }[]> {
  const all = await store.listFieldSettings(db, tracker.project.id);
  return all.filter((row) => row.id === fieldId || originalOf(row.settings_json) === fieldId);
}

function originalOf(settingsJson: string): unknown {
  const settings: unknown = JSON.parse(settingsJson);
  return typeof settings === 'object' && settings !== null && 'originalFieldId' in settings
    ? settings.originalFieldId
    : undefined;
}

/** What of later features needs a field as a whole. */
export type ListLaterUses = (db: Reader, fieldId: number) => Promise<Use[]>;

/** Everything of trackers that needs a field or a value, in its own tracker and in those that share its values. */
export async function findUses(db: Reader, tracker: Definition, part: Part): Promise<Use[]> {
  const sharers = (await listSharers(db, tracker, part.fieldId)).filter((row) => row.id !== part.fieldId);
  const rows = await loadDefinitionRows(db, tracker.id);
  const context = { rows, triggers: await listProjectTriggers(db, tracker.project.id) };
  const { valueId } = part;
  if (valueId === undefined) {
    const uses = listFieldUses(part.fieldId, context);
    return sharers.length === 0 ? uses : [...uses, { kind: 'shared', fieldIds: sharers.map((row) => row.id) }];
  }
  const value = { fieldIds: [part.fieldId, ...sharers.map((row) => row.id)], valueId };
  const uses = listValueUses(value, context);
  for (const trackerId of new Set(sharers.map((row) => row.tracker_id))) {
    const found = listValueUses(value, { rows: await loadDefinitionRows(db, trackerId), triggers: [] });
    uses.push(...found.map((use) => ({ ...use, trackerId })));
  }
  return uses;
}

/** Throws invalid, naming every use, while something needs the field or the value, which later features don't. */
export async function requireUnneeded(
  tx: Writer,
  tracker: Definition,
  part: Part,
  listLaterUses: ListLaterUses | undefined,
): Promise<void> {
  const later = (await listLaterUses?.(tx, part.fieldId)) ?? [];
  const uses = [...(await findUses(tx, tracker, part)), ...later];
  if (uses.length === 0) return;
  const field = tracker.fieldById.get(part.fieldId);
  const value = field?.values.find((known) => known.id === part.valueId);
  const name =
    value === undefined
      ? says('tracker-use.field')`the field "${field?.label ?? ''}"`
      : says('tracker-use.value')`the value "${value.label}" (${value.id})`;
  throw invalid(
    says('tracker-use.needed')`${name} is used by ${several(uses.map(describeUse))}`,
    part.valueId === undefined ? undefined : 'values',
  );
}

/** Throws invalid for a container with such elements inside. */
export function requireNoParts(tracker: Definition, field: Field, isPart: (child: Field) => boolean): void {
  const inside = [...tracker.fieldById.values()].filter((child) => child.parentId === field.id && isPart(child));
  if (inside.length === 0) return;
  const ids = inside.map((child) => child.id).join(', ');
  throw invalid(says('tracker-field.holds')`"${field.label}" contains other elements: ${ids}; remove them first`);
}

/** A tracker that never had an artifact forgets the field; otherwise it stays for the values that artifacts hold. */
export async function removeField(
  tx: Writer,
  tracker: Definition,
  field: Field,
  listLaterUses: ListLaterUses,
): Promise<void> {
  await requireUnneeded(tx, tracker, { fieldId: field.id }, listLaterUses);
  requireNoParts(tracker, field, (child) => child.settings.isDeleted !== true);
  const holdsDeleted = [...tracker.fieldById.values()].some((child) => child.parentId === field.id);
  if (!holdsDeleted && (await store.readLastNumber(tx, tracker.id)) === 0) return store.deleteField(tx, field.id);
  await store.updateField(tx, field.id, {
    is_used: 0,
    name: chooseFieldName(`deleted ${field.id}`, field.type, tracker),
    settings_json: JSON.stringify({ ...field.settings, isDeleted: true }),
  });
}
