// Rules between the fields of a tracker, and triggers between its artifacts and their children: reading and replacing them.
import { isDeepStrictEqual } from 'node:util';
import type { Static } from 'typebox';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Writer } from '../../../platform/database/index.ts';
import { invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import type { Said } from '../../../platform/texts/said.ts';
import type { Viewer } from '../../projects/index.ts';
import { changeDefinition, requireTrackerAdmin } from '../trackers/definition-changes.ts';
import { findValue } from '../definition/definition.ts';
import type { Definition, Field, FieldValueKey } from '../definition/definition.ts';
import { loadDefinition } from '../definition/definition-loader.ts';
import { noneId } from '../fields/bind.ts';
import { findTrackerOfField } from '../definition/fields.store.ts';
import { sameIds } from '../definition/sent-ids.ts';
import type { SentIds } from '../definition/sent-ids.ts';
import { maySeeTracker } from '../trackers/trackers.access.ts';
import type { Trackers } from '../trackers/trackers.service.ts';
import type { Triggers, WorkflowRules } from './workflow.schema.ts';
import * as store from './workflow.store.ts';
import { viewTriggers } from './workflow.view.ts';
import { fieldIs } from '../fields/field-is.ts';

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

export function createFieldRules(deps: { database: Database; clock: Clock; trackers: Trackers }): FieldRules {
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
      changeDefinition(deps, viewer, id, { changed: 'rules' }, (tx, tracker) => saveRules(tx, tracker, rules)),
    async readTriggers(viewer, id) {
      const tracker = await readAsAdmin(viewer, id);
      return { triggers: viewTriggers(tracker) };
    },
    replaceTriggers: (viewer, id, list) =>
      changeDefinition(deps, viewer, id, { changed: 'triggers' }, (tx, tracker) =>
        saveTriggers({ tx, viewer }, tracker, list.triggers),
      ),
  };
}

/**
 * Replaces the rules of the kinds that are given and differ from those that are there. Throws invalid for fields and
 * values that can't be in such a rule.
 */
export async function saveRules(
  tx: Writer,
  tracker: Definition,
  { dates = tracker.dateRules, lists = tracker.listRules }: Partial<SentRules>,
  ids: SentIds = sameIds,
): Promise<void> {
  if (!isDeepStrictEqual(dates, tracker.dateRules))
    await store.replaceRules(tx, tracker.id, 'date', readDateRules(tracker, dates, ids));
  if (!isDeepStrictEqual(lists, tracker.listRules))
    await store.replaceRules(tx, tracker.id, 'list', readListRules(tracker, lists, ids));
}

/**
 * Replaces the triggers that set fields of the tracker, where they differ from those that are there. Throws invalid for
 * fields and values that can't be in a trigger.
 */
export async function saveTriggers(
  context: { tx: Writer; viewer: Viewer },
  tracker: Definition,
  triggers: TriggerList['triggers'],
  ids: SentIds = sameIds,
): Promise<void> {
  if (isDeepStrictEqual(triggers, viewTriggers(tracker))) return;
  const sources = await loadSources(context, tracker, triggers);
  const settings = triggers.map((trigger, index) => readTrigger(tracker, sources, trigger, `triggers[${index}]`, ids));
  await store.replaceTriggers(context.tx, tracker.id, settings);
}

interface SentRules {
  readonly dates: readonly Rules['dates'][number][];
  readonly lists: readonly Rules['lists'][number][];
}

interface StoredRule {
  source_field_id: number;
  target_field_id: number;
  settings_json: string;
}

/** Throws invalid unless the rule is about two fields in use that `fits` accepts. */
function requirePair(
  { fieldById }: Definition,
  rule: { source_field_id: number; target_field_id: number },
  path: string,
  ids: SentIds,
  fits: (field: Field) => Said | undefined,
): Record<'source' | 'target', Field> {
  const read = (key: 'source_field_id' | 'target_field_id'): Field => {
    const field = fieldById.get(ids.field(rule[key]) ?? 0);
    if (field === undefined || !field.isUsed)
      throw invalid(says('tracker-field.unused')`${rule[key]} is not a field in use in this tracker`, `${path}.${key}`);
    const refusal = fits(field);
    if (refusal !== undefined) throw invalid(refusal, `${path}.${key}`);
    return field;
  };
  const pair = { source: read('source_field_id'), target: read('target_field_id') };
  if (pair.source === pair.target)
    throw invalid(says('rules.same-field')`must be another field than the source`, `${path}.target_field_id`);
  return pair;
}

function requireOnce(rules: readonly object[], path: string): void {
  const seen = new Set<string>();
  for (const [index, rule] of rules.entries()) {
    const key = JSON.stringify(rule);
    if (seen.has(key)) throw invalid(says('rules.there')`already exists`, `${path}[${index}]`);
    seen.add(key);
  }
}

function readDateRules(tracker: Definition, rules: SentRules['dates'], ids: SentIds): StoredRule[] {
  requireOnce(rules, 'dates');
  return rules.map(({ comparator, ...rule }, index) => {
    const { source, target } = requirePair(tracker, rule, `dates[${index}]`, ids, (field) =>
      fieldIs.dated(field) ? undefined : says('rules.no-date')`the field "${field.label}" is not a date`,
    );
    return { source_field_id: source.id, target_field_id: target.id, settings_json: JSON.stringify({ comparator }) };
  });
}

/** Lists with values of their own: people come and go, and have no values. */
const isValueList = (field: Field): boolean => fieldIs.list(field) && field.values.length > 0;

const frozenIn = ({ workflow }: Definition): Set<number> =>
  new Set(
    (workflow?.transitions ?? []).flatMap(({ actions }) =>
      actions.flatMap((action) => (action.kind === 'frozen-fields' ? action.fieldIds : [])),
    ),
  );

function readListRules(tracker: Definition, rules: SentRules['lists'], ids: SentIds): StoredRule[] {
  requireOnce(rules, 'lists');
  const frozen = frozenIn(tracker);
  return rules.map((rule, index) => {
    const path = `lists[${index}]`;
    const { source, target } = requirePair(tracker, rule, path, ids, (field) => {
      if (!isValueList(field)) return says('rules.no-list')`the field "${field.label}" is not a list of static values`;
      return frozen.has(field.id)
        ? says('rules.frozen')`the field "${field.label}" is frozen by the workflow for some values`
        : undefined;
    });
    const source_value_id = requireValue(source, rule.source_value_id, ids, `${path}.source_value_id`);
    const target_value_id = requireValue(target, rule.target_value_id, ids, `${path}.target_value_id`);
    return {
      source_field_id: source.id,
      target_field_id: target.id,
      settings_json: JSON.stringify({ source_value_id, target_value_id }),
    };
  });
}

function requireValue(field: Field, sentId: number, ids: SentIds, path: string): number {
  if (sentId === noneId) return noneId;
  const value = findValue(field, ids.value(field.id, sentId) ?? 0);
  if (value === undefined)
    throw invalid(
      says('rules.value')`${sentId} is not a value of the field "${field.label}"; use ${noneId} for none`,
      path,
    );
  return value.id;
}

/** The other trackers of the project that the viewer may see and that the triggers name, by the ids of those fields. */
async function loadSources(
  { tx, viewer }: { tx: Writer; viewer: Viewer },
  tracker: Definition,
  triggers: TriggerList['triggers'],
): Promise<Map<number, Definition>> {
  const byField = new Map<number, Definition>();
  const loaded = new Map<number, Definition | undefined>();
  for (const fieldId of new Set(triggers.flatMap((trigger) => trigger.triggering_fields.map((one) => one.field_id)))) {
    const id = await findTrackerOfField(tx, fieldId);
    if (id === undefined || id === tracker.id) continue;
    const source = loaded.get(id) ?? (await loadDefinition(tx, id));
    loaded.set(id, source);
    if (source?.project.id === tracker.project.id && maySeeTracker(viewer, source)) byField.set(fieldId, source);
  }
  return byField;
}

/** Gives the stored settings. */
function readTrigger(
  tracker: Definition,
  trackers: ReadonlyMap<number, Definition>,
  { condition, triggering_fields: fields, target }: TriggerList['triggers'][number],
  path: string,
  ids: SentIds,
): string {
  const sources = fields.map((source, index) =>
    requireKey(
      trackers.get(source.field_id),
      source,
      sameIds,
      `${path}.triggering_fields[${index}]`,
      says('trigger.elsewhere')`another tracker of the project`,
    ),
  );
  requireOnce(sources, `${path}.triggering_fields`);
  return JSON.stringify({
    condition,
    sources,
    target: requireKey(tracker, target, ids, `${path}.target`, says('trigger.here')`this tracker`),
  });
}

function requireKey(
  tracker: Definition | undefined,
  { field_id: sentId, field_value_id: sentValueId }: { field_id: number; field_value_id: number },
  ids: SentIds,
  path: string,
  owner: Said,
): FieldValueKey {
  const field = tracker?.fieldById.get(ids.field(sentId) ?? 0);
  if (tracker === undefined || field === undefined || !field.isUsed || !isValueList(field))
    throw invalid(says('trigger.no-list')`${sentId} is not a list of static values in ${owner}`, `${path}.field_id`);
  const value = findValue(field, ids.value(field.id, sentValueId) ?? 0);
  if (value === undefined)
    throw invalid(
      says('tracker-value.not-of')`${sentValueId} is not a value of the field "${field.label}"`,
      `${path}.field_value_id`,
    );
  return { trackerId: tracker.id, fieldId: field.id, valueId: value.id };
}
