// Turns the stored workflow, rules and triggers of a tracker into the archive's model.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { storedJson } from '../../platform/database/index.ts';
import type { Reader } from '../../platform/database/index.ts';
import { listTriggers } from '../trackers/index.ts';
import { createTrackerNames } from './export-context.ts';
import type { ExportContext, TrackerNames, TrackerSource } from './export-context.ts';
import { noneId } from './import-workflow.ts';
import type {
  ArchiveWorkflow,
  DateRule,
  FieldValueReference,
  ListRule,
  PostAction,
  TransitionRules,
  TriggerRule,
  WorkflowState,
} from './workflow-model.ts';

const Ids = Type.Array(Type.Integer());
const readConditions = storedJson(
  Type.Object({
    groupIds: Ids,
    notEmptyFieldIds: Type.Optional(Ids),
    isCommentRequired: Type.Optional(Type.Boolean()),
  }),
);
const fieldId = Type.Union([Type.Integer(), Type.Null()]);
const PostActionRow = Type.Union([
  Type.Object({
    kind: Type.Literal('set-date'),
    fieldId,
    value: Type.Union([Type.Literal('clear'), Type.Literal('now')]),
  }),
  Type.Object({
    kind: Type.Union([Type.Literal('set-int'), Type.Literal('set-float')]),
    fieldId,
    value: Type.Number(),
  }),
  Type.Object({
    kind: Type.Union([Type.Literal('frozen-fields'), Type.Literal('hidden-fieldsets')]),
    fieldIds: Ids,
  }),
  Type.Object({ kind: Type.Literal('run-job'), jobUrl: Type.String() }),
  Type.Object({
    kind: Type.Union([Type.Literal('add-to-top-backlog'), Type.Literal('add-to-program-top-backlog')]),
  }),
]);
const readActions = storedJson(Type.Array(PostActionRow));

const present = <T>(values: readonly (T | undefined)[]): T[] => values.flatMap((value) => value ?? []);

function exportAction(action: Static<typeof PostActionRow>, names: TrackerNames): PostAction[] {
  switch (action.kind) {
    case 'run-job':
    case 'add-to-top-backlog':
    case 'add-to-program-top-backlog':
      return [action];
    case 'frozen-fields':
      return [{ kind: action.kind, fieldRefs: present(action.fieldIds.map(names.field)) }];
    case 'hidden-fieldsets':
      return [{ kind: action.kind, fieldsetRefs: present(action.fieldIds.map(names.field)) }];
    case 'set-date': {
      const fieldRef = names.field(action.fieldId);
      return fieldRef === undefined ? [] : [{ kind: action.kind, fieldRef, value: action.value }];
    }
    case 'set-int':
    case 'set-float': {
      const fieldRef = names.field(action.fieldId);
      return fieldRef === undefined ? [] : [{ kind: action.kind, fieldRef, value: action.value }];
    }
  }
}

type TransitionRow = TrackerSource['rows']['transitions'][number];

function exportTransitionRules(context: ExportContext, names: TrackerNames, row: TransitionRow): TransitionRules {
  const conditions = readConditions(row.conditions_json, `conditions of transition ${row.id}`);
  const groups = present(conditions.groupIds.map(context.names.group));
  return {
    userGroups: groups.length === 0 ? undefined : groups,
    notEmptyFieldRefs: present((conditions.notEmptyFieldIds ?? []).map(names.field)),
    isCommentRequired: conditions.isCommentRequired ?? false,
    postActions: readActions(row.actions_json, `actions of transition ${row.id}`).flatMap((action) =>
      exportAction(action, names),
    ),
    line: 0,
  };
}

/** The workflow; transitions that follow each other into one state with the same rules make a state of a simple one. */
export function exportWorkflow(context: ExportContext, source: TrackerSource): ArchiveWorkflow | undefined {
  const { workflow, transitions } = source.rows;
  const names = createTrackerNames(context, source);
  const fieldRef = names.field(workflow?.field_id);
  if (workflow === undefined || fieldRef === undefined) return undefined;
  const base = { fieldRef, isUsed: workflow.is_used === 1, line: 0 };
  const steps = transitions.flatMap((row) => {
    const toRef = names.value(row.to_value_id);
    const fromRef = names.value(row.from_value_id);
    if (toRef === undefined || (fromRef === undefined && row.from_value_id !== null)) return [];
    return [{ row, fromRef, toRef, rules: exportTransitionRules(context, names, row) }];
  });
  if (workflow.is_advanced === 1)
    return {
      ...base,
      mode: 'advanced',
      transitions: steps.map(({ fromRef, toRef, rules }) => ({ ...rules, fromRef, toRef })),
    };
  const states: (WorkflowState & { fromRefs: (string | undefined)[]; key: string })[] = [];
  for (const { row, fromRef, toRef, rules } of steps) {
    const key = JSON.stringify([toRef, row.conditions_json, row.actions_json]);
    const last = states.at(-1);
    if (last?.key === key) last.fromRefs.push(fromRef);
    else states.push({ ...rules, toRef, fromRefs: [fromRef], key });
  }
  return { ...base, mode: 'simple', states };
}

const comparators = ['<', '≤', '=', '≥', '>', '≠'] as const;

/** Date rules and list rules whose fields and values are there. */
export function exportRules(
  context: ExportContext,
  source: TrackerSource,
): { dateRules: DateRule[]; listRules: ListRule[] } {
  const names = createTrackerNames(context, source);
  const pair = (rule: { source_field_id: number; target_field_id: number }) => {
    const sourceFieldRef = names.field(rule.source_field_id);
    const targetFieldRef = names.field(rule.target_field_id);
    return sourceFieldRef === undefined || targetFieldRef === undefined
      ? []
      : [{ sourceFieldRef, targetFieldRef, line: 0 }];
  };
  const isKnown = (id: number): boolean => id === noneId || names.value(id) !== undefined;
  return {
    dateRules: source.definition.dateRules.flatMap((rule) => {
      const comparator = comparators.find((known) => known === rule.comparator);
      return comparator === undefined ? [] : pair(rule).map((fields) => ({ ...fields, comparator }));
    }),
    listRules: source.definition.listRules
      .filter((rule) => isKnown(rule.source_value_id) && isKnown(rule.target_value_id))
      .flatMap((rule) =>
        pair(rule).map((fields) => ({
          ...fields,
          sourceValueRef: names.value(rule.source_value_id),
          targetValueRef: names.value(rule.target_value_id),
        })),
      ),
  };
}

const FieldValue = Type.Object({ trackerId: Type.Integer(), fieldId: Type.Integer(), valueId: Type.Integer() });
const readTrigger = storedJson(
  Type.Object({
    condition: Type.Union([Type.Literal('all_of'), Type.Literal('at_least_one')]),
    sources: Type.Array(FieldValue),
    target: FieldValue,
  }),
);

/** Triggers of the project's trackers; one that names what is gone is left out. */
export async function exportTriggers(db: Reader, context: ExportContext): Promise<TriggerRule[]> {
  const refer = ({ trackerId, fieldId, valueId }: Static<typeof FieldValue>): FieldValueReference | undefined => {
    const source = context.trackers.get(trackerId);
    const names = source === undefined ? undefined : createTrackerNames(context, source);
    const fieldRef = names?.field(fieldId);
    const valueRef = names?.value(valueId);
    return fieldRef === undefined || valueRef === undefined ? undefined : { fieldRef, valueRef };
  };
  const rules: TriggerRule[] = [];
  for (const trackerId of context.trackers.keys())
    for (const row of await listTriggers(db, trackerId)) {
      const trigger = readTrigger(row.settings_json, `trigger ${row.id}`);
      const target = refer(trigger.target);
      const sources = present(trigger.sources.map(refer));
      if (target !== undefined && sources.length === trigger.sources.length)
        rules.push({ condition: trigger.condition, sources, target, line: 0 });
    }
  return rules;
}
