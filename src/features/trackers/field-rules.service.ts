// Rules between the fields of a tracker, and triggers between its artifacts and their children: reading and replacing them.
import type { Static } from 'typebox';
import type { Database, Writer } from '../../platform/database/index.ts';
import { invalid } from '../../platform/errors.ts';
import type { Viewer } from '../projects/index.ts';
import { changeDefinition, requireTrackerAdmin } from './changing.ts';
import { findValue } from './definition.ts';
import type { Definition, Field, FieldValueKey, Trigger } from './definition.ts';
import { loadDefinition } from './definition-loader.ts';
import { noneId } from './fields/bind.ts';
import { maySeeTracker } from './trackers.access.ts';
import type { Trackers } from './trackers.service.ts';
import type { Triggers, WorkflowRules } from './workflow.schema.ts';
import * as store from './workflow.store.ts';

type Rules = Static<typeof WorkflowRules>;
type TriggerList = Static<typeof Triggers>;

/** All throw as changeDefinition; what replaces throws invalid for fields and values that can't be in such a rule. */
export interface FieldRules {
  readRules(viewer: Viewer, trackerId: number): Promise<Rules>;
  replaceRules(viewer: Viewer, trackerId: number, rules: Rules): Promise<void>;
  /** Those that set fields of the tracker. */
  readTriggers(viewer: Viewer, trackerId: number): Promise<TriggerList>;
  replaceTriggers(viewer: Viewer, trackerId: number, list: TriggerList): Promise<void>;
}

export function createFieldRules(deps: { database: Database; trackers: Trackers }): FieldRules {
  const readAsAdmin = async (viewer: Viewer, id: number): Promise<Definition> => {
    const tracker = await deps.trackers.read(viewer, id);
    requireTrackerAdmin(viewer, tracker);
    return tracker;
  };
  return {
    async readRules(viewer, id) {
      const { dateRules, listRules } = await readAsAdmin(viewer, id);
      return { dates: [...dateRules], lists: [...listRules] };
    },
    replaceRules: (viewer, id, rules) =>
      changeDefinition(deps, viewer, id, (tx, tracker) =>
        store.replaceRules(tx, id, [...readDateRules(tracker, rules.dates), ...readListRules(tracker, rules.lists)]),
      ),
    async readTriggers(viewer, id) {
      const { triggers } = await readAsAdmin(viewer, id);
      return { triggers: triggers.filter(({ target }) => target.trackerId === id).map(viewTrigger) };
    },
    replaceTriggers: (viewer, id, list) =>
      changeDefinition(deps, viewer, id, async (tx, tracker) => {
        const children = await loadChildren(tx, viewer, id);
        const settings = list.triggers.map((trigger, index) =>
          readTrigger(tracker, children, trigger, `triggers[${index}]`),
        );
        await store.replaceTriggers(tx, id, settings);
      }),
  };
}

interface StoredRule {
  kind: 'date' | 'list';
  source_field_id: number;
  target_field_id: number;
  settings_json: string;
}

/** Throws invalid unless the rule is about two fields in use that `fits` accepts. */
function requirePair(
  { fieldById }: Definition,
  rule: { source_field_id: number; target_field_id: number },
  path: string,
  fits: (field: Field) => string | undefined,
): Record<'source' | 'target', Field> {
  const read = (key: 'source_field_id' | 'target_field_id'): Field => {
    const field = fieldById.get(rule[key]);
    if (field === undefined || !field.isUsed)
      throw invalid(`${rule[key]} is no field in use in this tracker`, `${path}.${key}`);
    const refusal = fits(field);
    if (refusal !== undefined) throw invalid(refusal, `${path}.${key}`);
    return field;
  };
  const pair = { source: read('source_field_id'), target: read('target_field_id') };
  if (pair.source === pair.target) throw invalid('must be another field than the source', `${path}.target_field_id`);
  return pair;
}

function requireOnce(rules: readonly object[], path: string): void {
  const seen = new Set<string>();
  for (const [index, rule] of rules.entries()) {
    const key = JSON.stringify(rule);
    if (seen.has(key)) throw invalid('is there already', `${path}[${index}]`);
    seen.add(key);
  }
}

const dateTypes = ['date', 'subon', 'lud'];

function readDateRules(tracker: Definition, rules: Rules['dates']): StoredRule[] {
  requireOnce(rules, 'dates');
  return rules.map(({ comparator, ...rule }, index) => {
    requirePair(tracker, rule, `dates[${index}]`, ({ id, type }) =>
      dateTypes.includes(type) ? undefined : `${id} is no date`,
    );
    return { kind: 'date', ...rule, settings_json: JSON.stringify({ comparator }) };
  });
}

const listTypes = ['sb', 'rb', 'msb', 'cb'];

/** Lists with values of their own: people come and go, and have no values. */
const isValueList = (field: Field): boolean => listTypes.includes(field.type) && field.values.length > 0;

const frozenIn = ({ workflow }: Definition): Set<number> =>
  new Set(
    (workflow?.transitions ?? []).flatMap(({ actions }) =>
      actions.flatMap((action) => (action.kind === 'frozen-fields' ? action.fieldIds : [])),
    ),
  );

function readListRules(tracker: Definition, rules: Rules['lists']): StoredRule[] {
  requireOnce(rules, 'lists');
  const frozen = frozenIn(tracker);
  return rules.map((rule, index) => {
    const path = `lists[${index}]`;
    const { source, target } = requirePair(tracker, rule, path, (field) => {
      if (!isValueList(field)) return `${field.id} is no list with values of its own`;
      return frozen.has(field.id) ? `${field.id} is frozen in some state of the workflow` : undefined;
    });
    const { source_value_id, target_value_id } = rule;
    requireValue(source, source_value_id, `${path}.source_value_id`);
    requireValue(target, target_value_id, `${path}.target_value_id`);
    return {
      kind: 'list',
      source_field_id: source.id,
      target_field_id: target.id,
      settings_json: JSON.stringify({ source_value_id, target_value_id }),
    };
  });
}

function requireValue(field: Field, id: number, path: string): void {
  if (id !== noneId && findValue(field, id) === undefined)
    throw invalid(`${id} is no value of the field ${field.id}; ${noneId} is none`, path);
}

const viewTrigger = ({ condition, sources, target }: Trigger): TriggerList['triggers'][number] => ({
  condition,
  triggering_fields: sources.map(viewFieldValue),
  target: viewFieldValue(target),
});

const viewFieldValue = ({ fieldId, valueId }: FieldValueKey) => ({ field_id: fieldId, field_value_id: valueId });

/** The child trackers that the viewer may see, by the ids of their fields. */
async function loadChildren(tx: Writer, viewer: Viewer, trackerId: number): Promise<Map<number, Definition>> {
  const byField = new Map<number, Definition>();
  for (const id of await store.listChildTrackers(tx, trackerId)) {
    const child = await loadDefinition(tx, id);
    if (child !== undefined && maySeeTracker(viewer, child))
      for (const fieldId of child.fieldById.keys()) byField.set(fieldId, child);
  }
  return byField;
}

/** Gives the stored settings. */
function readTrigger(
  tracker: Definition,
  children: ReadonlyMap<number, Definition>,
  { condition, triggering_fields: fields, target }: TriggerList['triggers'][number],
  path: string,
): string {
  const sources = fields.map((source, index) =>
    requireKey(
      children.get(source.field_id),
      source,
      `${path}.triggering_fields[${index}]`,
      'a child tracker of this one',
    ),
  );
  requireOnce(sources, `${path}.triggering_fields`);
  return JSON.stringify({
    condition,
    sources,
    target: requireKey(tracker, target, `${path}.target`, 'this tracker'),
  });
}

function requireKey(
  tracker: Definition | undefined,
  { field_id: fieldId, field_value_id: valueId }: { field_id: number; field_value_id: number },
  path: string,
  owner: string,
): FieldValueKey {
  const field = tracker?.fieldById.get(fieldId);
  if (tracker === undefined || field === undefined || !field.isUsed || !isValueList(field))
    throw invalid(`${fieldId} is no list with values of its own in ${owner}`, `${path}.field_id`);
  if (findValue(field, valueId) === undefined)
    throw invalid(`${valueId} is no value of the field ${fieldId}`, `${path}.field_value_id`);
  return { trackerId: tracker.id, fieldId, valueId };
}
