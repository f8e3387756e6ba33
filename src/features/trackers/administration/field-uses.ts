// Who needs a field or a list value: semantics, the workflow, rules, triggers, fields that share it, reminders. Pure.
import type { DefinitionRows } from '../definition/trackers.store.ts';
import { says } from '../../../platform/texts/said.ts';
import type { Said } from '../../../platform/texts/said.ts';
import { listTriggerParts } from '../definition/triggers.ts';

/** Whether a stored JSON value names an id under a key that `isKey` accepts, at any depth. */
function names(value: unknown, id: number, isKey: (key: string) => boolean, key = ''): boolean {
  if (typeof value === 'number') return value === id && isKey(key);
  if (Array.isArray(value)) return value.some((item) => names(item, id, isKey, key));
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, member]) => names(member, id, isKey, name));
}

const isFieldKey = (key: string): boolean => /field_?ids?$/i.test(key);

/** A field, or a value of it. */
export interface Part {
  fieldId: number;
  /** Undefined: the field as a whole. */
  valueId?: number;
}

/** A value of a list, and the fields that offer it: the list and those that share its values. */
export interface ListPart {
  fieldIds: readonly number[];
  valueId: number;
}

/** What of one project may need a part of a tracker. */
export interface UseSources {
  rows: Pick<DefinitionRows, 'semantics' | 'workflow' | 'transitions' | 'rules'>;
  /** Of the whole project. */
  triggers: readonly { settings_json: string }[];
}

export const useKinds = ['semantic', 'workflow', 'transition', 'rule', 'trigger', 'shared', 'reminder'] as const;

/** What needs a part of a tracker. */
export interface Use {
  kind: (typeof useKinds)[number];
  /** Of a semantic. */
  name?: string;
  /** Where it is in another tracker. */
  trackerId?: number;
  /** Fields that share the values. */
  fieldIds?: readonly number[];
  /** Of a reminder: so many days after the date, before it where negative. */
  days?: number;
}

const texts: Readonly<Record<Exclude<Use['kind'], 'semantic' | 'shared' | 'reminder'>, Said>> = {
  workflow: says('tracker-use.workflow')`the workflow`,
  transition: says('tracker-use.transition')`a transition of the workflow`,
  rule: says('tracker-use.rule')`a rule between fields`,
  trigger: says('tracker-use.trigger')`a trigger between parents and children`,
};

const describeReminder = (days: number): Said => {
  if (days === 0) return says('tracker-use.reminder')`the reminder on its date`;
  return days < 0
    ? says('tracker-use.reminder-before')`the reminder ${-days} days before it`
    : says('tracker-use.reminder-after')`the reminder ${days} days after it`;
};

/** The end of a sentence, such as `the semantic "title"`. */
export function describeUse({ kind, name = '', trackerId, fieldIds = [], days = 0 }: Use): Said {
  if (kind === 'reminder') return describeReminder(days);
  if (kind === 'shared') return says('tracker-use.shared')`the fields that share its values: ${fieldIds.join(', ')}`;
  const use = kind === 'semantic' ? says('tracker-use.semantic')`the semantic "${name}"` : texts[kind];
  return trackerId === undefined ? use : says('tracker-use.elsewhere')`${use} of the tracker ${trackerId}`;
}

const found = (kind: Use['kind'], is: boolean): Use[] => (is ? [{ kind }] : []);

/** Of a field, one for each kind of use, and for each semantic; empty when nothing needs it. */
export function listFieldUses(fieldId: number, { rows, triggers }: UseSources): Use[] {
  const inJson = (text: string): boolean => names(JSON.parse(text), fieldId, isFieldKey);
  return [
    ...rows.semantics
      .filter((row) => inJson(row.settings_json))
      .map((row): Use => ({ kind: 'semantic', name: row.name })),
    ...found('workflow', rows.workflow?.field_id === fieldId),
    ...found(
      'transition',
      rows.transitions.some((row) => inJson(row.conditions_json) || inJson(row.actions_json)),
    ),
    ...found(
      'rule',
      rows.rules.some((row) => row.source_field_id === fieldId || row.target_field_id === fieldId),
    ),
    ...found(
      'trigger',
      triggers.some((row) => listTriggerParts(row).some((part) => part.fieldId === fieldId)),
    ),
  ];
}

/** As listFieldUses of a value. Values of different lists may have one id, so each use is looked at with its field. */
export function listValueUses({ fieldIds, valueId }: ListPart, { rows, triggers }: UseSources): Use[] {
  const isOwn = (fieldId: unknown): boolean => typeof fieldId === 'number' && fieldIds.includes(fieldId);
  const semantics = rows.semantics.map(({ name, settings_json: text }) => ({ name, settings: readIds(text) }));
  const isStatusOwn = isOwn(semantics.find(({ name }) => name === 'status')?.settings['field_id']);
  const isInRule = (row: (typeof rows.rules)[number]): boolean => {
    if (row.kind !== 'list') return false;
    const { source_value_id: source, target_value_id: target } = readIds(row.settings_json);
    return (isOwn(row.source_field_id) && source === valueId) || (isOwn(row.target_field_id) && target === valueId);
  };
  return [
    ...semantics.flatMap(({ name, settings }): Use[] => {
      const ids = settings['value_ids'];
      return isStatusOwn && Array.isArray(ids) && ids.includes(valueId) ? [{ kind: 'semantic', name }] : [];
    }),
    ...found(
      'transition',
      isOwn(rows.workflow?.field_id) &&
        rows.transitions.some((row) => row.from_value_id === valueId || row.to_value_id === valueId),
    ),
    ...found('rule', rows.rules.some(isInRule)),
    ...found(
      'trigger',
      triggers.some((row) => listTriggerParts(row).some((part) => isOwn(part.fieldId) && part.valueId === valueId)),
    ),
  ];
}

function readIds(text: string): Readonly<Record<string, unknown>> {
  const settings: unknown = JSON.parse(text);
  return typeof settings === 'object' && settings !== null ? { ...settings } : {};
}
