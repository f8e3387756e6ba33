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

export const useKinds = ['semantic', 'workflow', 'transition', 'rule', 'trigger', 'shared'] as const;

/** What needs a part of a tracker. */
export interface Use {
  kind: (typeof useKinds)[number];
  /** Of a semantic. */
  name?: string;
  /** Where it is in another tracker. */
  trackerId?: number;
  /** Fields that share the values. */
  fieldIds?: readonly number[];
}

const texts: Readonly<Record<Exclude<Use['kind'], 'semantic' | 'shared'>, string>> = {
  workflow: 'the workflow, which moves it',
  transition: 'a transition of the workflow',
  rule: 'a rule between fields',
  trigger: 'a trigger between parents and children',
};

/** The end of a sentence, such as `the semantic "title"`. */
export function describeUse({ kind, name = '', trackerId, fieldIds = [] }: Use): string {
  if (kind === 'shared') return `the fields that share its values: ${fieldIds.join(', ')}`;
  const text = kind === 'semantic' ? `the semantic "${name}"` : texts[kind];
  return trackerId === undefined ? text : `${text} of the tracker ${trackerId}`;
}

/** One for each kind of use, and for each semantic; empty when nothing needs the part. */
export function listUses({ fieldId, valueId }: Part, { rows, triggers }: Surroundings): Use[] {
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
    .map((row): Use => ({ kind: 'semantic', name: row.name }));
  const found = (kind: Use['kind'], is: boolean): Use[] => (is ? [{ kind }] : []);
  const isWorkflow = valueId === undefined && rows.workflow?.field_id === fieldId;
  return [
    ...semantics,
    ...found('workflow', isWorkflow),
    ...found('transition', rows.transitions.some(isInTransition)),
    ...found('rule', rows.rules.some(isInRule)),
    ...found('trigger', triggers.some(isInTrigger)),
  ];
}
