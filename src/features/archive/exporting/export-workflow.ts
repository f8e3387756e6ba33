// Turns the stored workflow, rules and triggers of a tracker into the archive's model.
import type { FieldValueKey, PostAction as StoredAction, Transition } from '../../trackers/index.ts';
import { createTrackerNames } from '../model/export-context.ts';
import type { ExportContext, TrackerNames, TrackerSource } from '../model/export-context.ts';
import { noneId } from '../importing/import-workflow.ts';
import type {
  ArchiveWorkflow,
  DateRule,
  FieldValueReference,
  ListRule,
  PostAction,
  TransitionRules,
  TriggerRule,
  WorkflowState,
} from '../model/workflow-model.ts';

const present = <T>(values: readonly (T | undefined)[]): T[] => values.flatMap((value) => value ?? []);

function exportAction(action: StoredAction, names: TrackerNames): PostAction[] {
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
      const { kind, value } = action;
      return fieldRef === undefined || value === 'unset' ? [] : [{ kind, fieldRef, value }];
    }
    case 'set-int':
    case 'set-float': {
      const fieldRef = names.field(action.fieldId);
      return fieldRef === undefined ? [] : [{ kind: action.kind, fieldRef, value: action.value }];
    }
  }
}

function exportTransitionRules(context: ExportContext, names: TrackerNames, transition: Transition): TransitionRules {
  const groups = present(transition.groupIds.map(context.names.group));
  return {
    userGroups: groups.length === 0 ? undefined : groups,
    notEmptyFieldRefs: present(transition.notEmptyFieldIds.map(names.field)),
    isCommentRequired: transition.isCommentRequired,
    postActions: transition.actions.flatMap((action) => exportAction(action, names)),
    line: 0,
  };
}

/**
 * The workflow; transitions into one value with the same rules make a state of a simple one. Nobody comments on a new
 * artifact, so whether a state asks for comments is said by its other transitions.
 */
export function exportWorkflow(context: ExportContext, source: TrackerSource): ArchiveWorkflow | undefined {
  const { workflow } = source.definition;
  const names = createTrackerNames(context, source);
  const fieldRef = names.field(workflow?.fieldId);
  if (workflow === undefined || fieldRef === undefined) return undefined;
  const base = { fieldRef, isUsed: workflow.isUsed, line: 0 };
  const steps = workflow.transitions.flatMap((transition) => {
    const toRef = names.value(workflow.fieldId, transition.toValueId);
    const fromRef = names.value(workflow.fieldId, transition.fromValueId);
    if (toRef === undefined || (fromRef === undefined && transition.fromValueId !== null)) return [];
    return [{ fromRef, toRef, rules: exportTransitionRules(context, names, transition) }];
  });
  if (workflow.isAdvanced)
    return {
      ...base,
      mode: 'advanced',
      transitions: steps.map(({ fromRef, toRef, rules }) => ({ ...rules, fromRef, toRef })),
    };
  const keyOf = ({ toRef, rules }: (typeof steps)[number]): string =>
    JSON.stringify([toRef, { ...rules, isCommentRequired: undefined }]);
  const states = [...Map.groupBy(steps, keyOf).values()].flatMap((group): WorkflowState[] =>
    group.slice(0, 1).map(({ toRef, rules }) => ({
      ...rules,
      isCommentRequired: group.some((step) => step.rules.isCommentRequired),
      toRef,
      fromRefs: group.map(({ fromRef }) => fromRef),
    })),
  );
  return { ...base, mode: 'simple', states };
}

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
  const isKnown = (fieldId: number, id: number): boolean => id === noneId || names.value(fieldId, id) !== undefined;
  return {
    dateRules: source.definition.dateRules.flatMap((rule) =>
      pair(rule).map((fields) => ({ ...fields, comparator: rule.comparator })),
    ),
    listRules: source.definition.listRules
      .filter(
        (rule) =>
          isKnown(rule.source_field_id, rule.source_value_id) && isKnown(rule.target_field_id, rule.target_value_id),
      )
      .flatMap((rule) =>
        pair(rule).map((fields) => ({
          ...fields,
          sourceValueRef: names.value(rule.source_field_id, rule.source_value_id),
          targetValueRef: names.value(rule.target_field_id, rule.target_value_id),
        })),
      ),
  };
}

/** Triggers of the project's trackers, in their order; one that names what is gone is left out. */
export function exportTriggers(context: ExportContext): TriggerRule[] {
  const refer = ({ trackerId, fieldId, valueId }: FieldValueKey): FieldValueReference | undefined => {
    const source = context.trackers.get(trackerId);
    const names = source === undefined ? undefined : createTrackerNames(context, source);
    const fieldRef = names?.field(fieldId);
    const valueRef = names?.value(fieldId, valueId);
    return fieldRef === undefined || valueRef === undefined ? undefined : { fieldRef, valueRef };
  };
  const all = [...context.trackers].flatMap(([id, { definition }]) =>
    definition.triggers.filter(({ target }) => target.trackerId === id),
  );
  return all
    .sort((a, b) => a.id - b.id)
    .flatMap(({ condition, sources, target }): TriggerRule[] => {
      const targetRef = refer(target);
      const sourceRefs = present(sources.map(refer));
      if (targetRef === undefined || sourceRefs.length !== sources.length) return [];
      return [{ condition, sources: sourceRefs, target: targetRef, line: 0 }];
    });
}
