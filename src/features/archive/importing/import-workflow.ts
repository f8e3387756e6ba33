// Stores workflows, rules and triggers of an archive; nothing here makes them act.
import { says } from '../../../platform/texts/said.ts';
import type { Said } from '../../../platform/texts/said.ts';
import { groupIds } from '../../projects/index.ts';
import { insertDefinitionRows, insertTransition } from '../../trackers/index.ts';
import { fieldIdsOf } from '../model/import-context.ts';
import type { ImportContext, ImportedTracker } from '../model/import-context.ts';
import { warnUnknownGroup } from './import-fields.ts';
import type { ListRule, PostAction, TransitionRules, TriggerRule } from '../model/workflow-model.ts';

/** Stands for None in rules. */
export const noneId = 100;

/** Writes the workflow of a tracker; the states of a simple one become a transition per origin, in document order. */
export async function importWorkflow(context: ImportContext, tracker: ImportedTracker): Promise<void> {
  const { workflow } = tracker.model;
  const field = workflow === undefined ? undefined : tracker.fieldsByRef.get(workflow.fieldRef);
  if (workflow === undefined || field === undefined) return;
  await insertDefinitionRows(context.tx, 'workflows', [
    {
      tracker_id: tracker.id,
      field_id: field.id,
      is_used: workflow.isUsed ? 1 : 0,
      is_advanced: workflow.mode === 'advanced' ? 1 : 0,
    },
  ]);
  const moves =
    workflow.mode === 'advanced'
      ? workflow.transitions.map((transition) => ({ ...transition, rules: transition }))
      : workflow.states.flatMap((state) =>
          state.fromRefs.map((fromRef) => ({ fromRef, toRef: state.toRef, rules: state })),
        );
  const known = new Set<string>();
  for (const { fromRef, toRef, rules } of moves) {
    const key = JSON.stringify([fromRef, toRef]);
    if (known.has(key))
      context.warn(rules.line, 'transition', says('left.twice')`it is there already and is passed over`);
    else await importTransition(context, tracker, fromRef, toRef, rules);
    known.add(key);
  }
}

async function importTransition(
  context: ImportContext,
  tracker: ImportedTracker,
  fromRef: string | undefined,
  toRef: string,
  rules: TransitionRules,
): Promise<void> {
  const field = tracker.fieldsByRef.get(tracker.model.workflow?.fieldRef ?? '');
  const fromId = fromRef === undefined ? null : field?.valueIds.get(fromRef);
  const toId = field?.valueIds.get(toRef);
  if (fromId === undefined || toId === undefined) {
    context.warn(rules.line, 'transition', unknownValue());
    return;
  }
  await insertTransition(context.tx, {
    tracker_id: tracker.id,
    from_value_id: fromId,
    to_value_id: toId,
    conditions_json: JSON.stringify({
      groupIds: listGroupIds(context, rules),
      notEmptyFieldIds: fieldIdsOf(tracker, rules.notEmptyFieldRefs),
      isCommentRequired: rules.isCommentRequired && fromId !== null,
    }),
    actions_json: JSON.stringify(
      rules.postActions.flatMap((action) => readAction(context, tracker, { action, line: rules.line }) ?? []),
    ),
  });
}

const unknownValue = (): Said =>
  says('left.unknown-value')`it names a value that its field does not have and is passed over`;

/** Where an archive names groups and none of them is here, the transition is nobody's. */
function listGroupIds(context: ImportContext, { userGroups, line }: TransitionRules): number[] {
  if (userGroups === undefined) return [];
  const ids = userGroups.flatMap((name) => {
    const id = context.findGroup(name);
    if (id === undefined) warnUnknownGroup(context, line, name);
    return id ?? [];
  });
  return ids.length === 0 ? [groupIds.nobody] : [...new Set(ids)];
}

/** As REST has it. Private addresses stay: whether they are called is looked at before each call. */
function isCallable(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
}

/** Undefined for one whose fields are all not there, or that calls no address. */
function readAction(
  context: ImportContext,
  tracker: ImportedTracker,
  { action, line }: { action: PostAction; line: number },
): Record<string, unknown> | undefined {
  switch (action.kind) {
    case 'set-date':
    case 'set-int':
    case 'set-float': {
      const [fieldId] = fieldIdsOf(tracker, [action.fieldRef]);
      return fieldId === undefined ? undefined : { kind: action.kind, fieldId, value: action.value };
    }
    case 'frozen-fields':
    case 'hidden-fieldsets': {
      const refs = action.kind === 'frozen-fields' ? action.fieldRefs : action.fieldsetRefs;
      const fieldIds = fieldIdsOf(tracker, refs);
      return refs.length > 0 && fieldIds.length === 0 ? undefined : { kind: action.kind, fieldIds };
    }
    case 'run-job': {
      if (isCallable(action.jobUrl)) return { kind: action.kind, jobUrl: action.jobUrl };
      const why = says(
        'left.job-address',
      )`it calls no http or https address without a user and a password; it is left out`;
      context.warn(line, 'postaction_ci_build', why);
      return undefined;
    }
    case 'add-to-top-backlog':
    case 'add-to-program-top-backlog':
      return { kind: action.kind };
  }
}

/** Writes date rules, list rules, and dependencies as the list rules that they are. */
export async function importRules(context: ImportContext, tracker: ImportedTracker): Promise<void> {
  const { dateRules, listRules, dependencies } = tracker.model;
  const fieldPair = (rule: { sourceFieldRef: string; targetFieldRef: string }) => {
    const source = tracker.fieldsByRef.get(rule.sourceFieldRef)?.id;
    const target = tracker.fieldsByRef.get(rule.targetFieldRef)?.id;
    return source === undefined || target === undefined
      ? []
      : [{ tracker_id: tracker.id, source_field_id: source, target_field_id: target }];
  };
  const dates = dateRules.flatMap((rule) =>
    fieldPair(rule).map((pair) => ({
      ...pair,
      kind: 'date' as const,
      settings_json: JSON.stringify({ comparator: rule.comparator }),
    })),
  );
  const lists = [...dependencies, ...listRules].flatMap((rule) => {
    const values = readRuleValues(context, tracker, rule);
    return values === undefined
      ? []
      : fieldPair(rule).map((pair) => ({ ...pair, kind: 'list' as const, settings_json: JSON.stringify(values) }));
  });
  await insertDefinitionRows(context.tx, 'rules', [...dates, ...lists]);
}

function readRuleValues(context: ImportContext, tracker: ImportedTracker, rule: ListRule) {
  const idOf = (fieldRef: string, ref: string | undefined): number | undefined =>
    ref === undefined ? noneId : tracker.fieldsByRef.get(fieldRef)?.valueIds.get(ref);
  const source = idOf(rule.sourceFieldRef, rule.sourceValueRef);
  const target = idOf(rule.targetFieldRef, rule.targetValueRef);
  if (source !== undefined && target !== undefined) return { source_value_id: source, target_value_id: target };
  context.warn(rule.line, 'rule', unknownValue());
  return undefined;
}

/** Writes triggers with the tracker whose field they set. */
export async function importTriggers(
  context: ImportContext,
  trackers: readonly ImportedTracker[],
  triggers: readonly TriggerRule[],
): Promise<void> {
  const resolve = ({ fieldRef, valueRef }: { fieldRef: string; valueRef: string }) => {
    const tracker = trackers.find((candidate) => candidate.fieldsByRef.has(fieldRef));
    const fieldId = tracker?.fieldsByRef.get(fieldRef)?.id;
    const valueId = tracker?.fieldsByRef.get(fieldRef)?.valueIds.get(valueRef);
    return tracker === undefined || fieldId === undefined || valueId === undefined
      ? undefined
      : { trackerId: tracker.id, fieldId, valueId };
  };
  for (const trigger of triggers) {
    const target = resolve(trigger.target);
    const sources = trigger.sources.map(resolve);
    if (target === undefined || sources.includes(undefined)) {
      context.warn(trigger.line, 'trigger_rule', unknownValue());
      continue;
    }
    const settings = { condition: trigger.condition, sources, target };
    await insertDefinitionRows(context.tx, 'triggers', [
      { tracker_id: target.trackerId, settings_json: JSON.stringify(settings) },
    ]);
  }
}
