// Who needs a field or a list value: semantics, the workflow, rules, triggers, fields that share it. Pure.
import type { DefinitionRows } from '../definition/trackers.store.ts';
import { listTriggerParts } from '../definition/triggers.ts';

/** Whether a stored JSON value names an id under a key that `isKey` accepts, at any depth. */
function names(value: unknown, id: number, isKey: (key: string) => boolean, key = ''): boolean {
  if (typeof value === 'number') return value === id && isKey(key);
  if (Array.isArray(value)) return value.some((item) => names(item, id, isKey, key));
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, member]) => names(member, id, isKey, name));
}

const isFieldKey = (key: string): boolean => /field_?ids?$/i.test(key);
const isValueKey = (key: string): boolean => /value_?ids?$/i.test(key);

/** A field, or a value of it. */
export interface Part {
  fieldId: number;
  /** Undefined: the field as a whole. */
  valueId?: number;
}

/** What of one project may need a part of a tracker. */
export interface Surroundings {
  rows: Pick<DefinitionRows, 'semantics' | 'workflow' | 'transitions' | 'rules'>;
  /** Of the whole project. */
  triggers: readonly { settings_json: string }[];
}

/** Sentences' ends such as `the semantic "title"`, one for each kind of use; empty when nothing needs the part. */
export function listUses({ fieldId, valueId }: Part, { rows, triggers }: Surroundings): string[] {
  const id = valueId ?? fieldId;
  const isKey = valueId === undefined ? isFieldKey : isValueKey;
  const inJson = (text: string): boolean => names(JSON.parse(text), id, isKey);
  const isInTransition = (row: (typeof rows.transitions)[number]): boolean =>
    (valueId !== undefined && (row.from_value_id === valueId || row.to_value_id === valueId)) ||
    inJson(row.conditions_json) ||
    inJson(row.actions_json);
  const isInRule = (row: (typeof rows.rules)[number]): boolean =>
    valueId === undefined ? [row.source_field_id, row.target_field_id].includes(fieldId) : inJson(row.settings_json);
  const isInTrigger = (row: { settings_json: string }): boolean =>
    listTriggerParts(row).some((part) => (valueId === undefined ? part.fieldId : part.valueId) === id);
  const semantics = rows.semantics
    .filter((row) => inJson(row.settings_json))
    .map((row) => `the semantic "${row.name}"`);
  const isWorkflow = valueId === undefined && rows.workflow?.field_id === fieldId;
  return [
    ...semantics,
    ...(isWorkflow ? ['the workflow, which moves it'] : []),
    ...(rows.transitions.some(isInTransition) ? ['a transition of the workflow'] : []),
    ...(rows.rules.some(isInRule) ? ['a rule between fields'] : []),
    ...(triggers.some(isInTrigger) ? ['a trigger between parents and children'] : []),
  ];
}
