// Writes what a tracker does by itself: semantics, rules, workflow, triggers.
import type { ArchiveTracker, Semantic } from '../model/archive-model.ts';
import type {
  ArchiveWorkflow,
  DateRule,
  FieldValueReference,
  ListRule,
  PostAction,
  TransitionRules,
  TriggerRule,
} from '../model/workflow-model.ts';
import { element, leaf, optionalList, reference } from '../xml/xml-element.ts';

const references = (name: string, refs: readonly string[]): string[] => refs.map((ref) => reference(name, ref));

function writeMeaning(semantic: Semantic): (string | undefined)[] {
  switch (semantic.type) {
    case 'status':
      return [
        reference('field', semantic.fieldRef),
        element('open_values', {}, references('open_value', semantic.openValueRefs)),
      ];
    case 'done':
      return [element('closed_values', {}, references('closed_value', semantic.closedValueRefs))];
    case 'timeframe': {
      const { timeframe } = semantic;
      if (timeframe.kind === 'inherited') return [element('inherited_from_tracker', { id: timeframe.trackerRef })];
      return [
        reference('start_date_field', timeframe.startDateFieldRef),
        timeframe.kind === 'duration'
          ? reference('duration_field', timeframe.durationFieldRef)
          : reference('end_date_field', timeframe.endDateFieldRef),
      ];
    }
    case 'progress': {
      const { progress } = semantic;
      if (progress.kind === 'links') return [element('artifact_link_type', { shortname: progress.linkType })];
      return [
        reference('total_effort_field', progress.totalEffortFieldRef),
        reference('remaining_effort_field', progress.remainingEffortFieldRef),
      ];
    }
    case 'tooltip':
      return references('field', semantic.fieldRefs);
    case 'plugin_cardwall_card_fields':
      return [
        ...references('field', semantic.fieldRefs),
        semantic.backgroundColorFieldRef === undefined
          ? undefined
          : reference('background-color', semantic.backgroundColorFieldRef),
      ];
    case 'title':
    case 'description':
    case 'contributor':
    case 'initial_effort':
    case 'velocity':
      return [reference('field', semantic.fieldRef)];
  }
}

/** Labels and descriptions of those semantics that must have them; the others must not. */
const semanticTexts: Partial<Record<Semantic['type'], readonly [label: string, description: string]>> = {
  title: ['Title', 'The field that names an artifact'],
  description: ['Description', 'The field that describes an artifact'],
  status: ['Status', 'The field that says whether an artifact is open'],
  contributor: ['Assigned to', 'The field of the people who work on an artifact'],
  initial_effort: ['Initial effort', 'The field of the effort that was estimated'],
  done: ['Done', 'The values of the status that say that an artifact is done'],
  velocity: ['Velocity', 'The field of what was achieved'],
};

function writeSemantic(semantic: Semantic): string {
  const [label, description] = semanticTexts[semantic.type] ?? [];
  const texts =
    label === undefined || description === undefined
      ? []
      : [leaf('shortname', semantic.type), leaf('label', label), leaf('description', description)];
  return element('semantic', { type: semantic.type }, [...texts, ...writeMeaning(semantic)]);
}

/** Those that the format knows. */
export const writeSemantics = ({ semantics }: ArchiveTracker): string =>
  element('semantics', {}, semantics.map(writeSemantic));

const writeFieldPair = (rule: { sourceFieldRef: string; targetFieldRef: string }): string[] => [
  reference('source_field', rule.sourceFieldRef),
  reference('target_field', rule.targetFieldRef),
];

const writeRuleValue = (name: string, ref: string | undefined): string =>
  ref === undefined ? element(name, { is_none: true }) : reference(name, ref);

const writeListRule = (rule: ListRule): string =>
  element('rule', {}, [
    ...writeFieldPair(rule),
    writeRuleValue('source_value', rule.sourceValueRef),
    writeRuleValue('target_value', rule.targetValueRef),
  ]);

const writeDateRule = (rule: DateRule): string =>
  element('rule', {}, [...writeFieldPair(rule), element('comparator', { type: rule.comparator })]);

export const writeRules = ({ dateRules, listRules }: ArchiveTracker): string | undefined =>
  optionalList('rules', [
    ...(dateRules.length === 0 ? [] : [element('date_rules', {}, dateRules.map(writeDateRule))]),
    ...(listRules.length === 0 ? [] : [element('list_rules', {}, listRules.map(writeListRule))]),
  ]);

export const writeDependencies = ({ dependencies }: ArchiveTracker): string | undefined =>
  optionalList('dependencies', dependencies.map(writeListRule));

function writePostAction(action: PostAction): string | undefined {
  switch (action.kind) {
    case 'set-date':
      return element('postaction_field_date', { valuetype: action.value === 'clear' ? 1 : 2 }, [
        reference('field_id', action.fieldRef),
      ]);
    case 'set-int':
      return element('postaction_field_int', { value: action.value }, [reference('field_id', action.fieldRef)]);
    case 'set-float':
      return element('postaction_field_float', { value: action.value }, [reference('field_id', action.fieldRef)]);
    case 'run-job':
      return element('postaction_ci_build', { job_url: action.jobUrl });
    case 'frozen-fields':
      return optionalList('postaction_frozen_fields', references('field_id', action.fieldRefs));
    case 'hidden-fieldsets':
      return optionalList('postaction_hidden_fieldsets', references('fieldset_id', action.fieldsetRefs));
    case 'add-to-top-backlog':
      return element('postaction_add_to_top_backlog', {});
    case 'add-to-program-top-backlog':
      return element('postaction_add_to_program_top_backlog', {});
  }
}

function writeConditions({ userGroups, notEmptyFieldRefs, isCommentRequired }: TransitionRules): string | undefined {
  const permissions = userGroups?.map((ugroup) => element('permission', { ugroup }));
  return optionalList('conditions', [
    ...(permissions === undefined
      ? []
      : [element('condition', { type: 'perms' }, [element('permissions', {}, permissions)])]),
    ...(notEmptyFieldRefs.length === 0
      ? []
      : [element('condition', { type: 'notempty' }, references('field', notEmptyFieldRefs))]),
    ...(isCommentRequired ? [element('condition', { type: 'commentnotempty', is_comment_required: true })] : []),
  ]);
}

const writeTransitionRules = (rules: TransitionRules): (string | undefined)[] => [
  optionalList(
    'postactions',
    rules.postActions.flatMap((action) => writePostAction(action) ?? []),
  ),
  writeConditions(rules),
];

const writeFrom = (ref: string | undefined): string => reference('from_id', ref ?? 'null');

export function writeWorkflow(workflow: ArchiveWorkflow | undefined): string | undefined {
  if (workflow === undefined) return undefined;
  const head = [reference('field_id', workflow.fieldRef), leaf('is_used', workflow.isUsed ? '1' : '0')];
  if (workflow.mode === 'advanced') {
    const transitions = workflow.transitions.map((transition) =>
      element('transition', {}, [
        writeFrom(transition.fromRef),
        reference('to_id', transition.toRef),
        ...writeTransitionRules(transition),
      ]),
    );
    return element('workflow', {}, [...head, element('transitions', {}, transitions)]);
  }
  const states = workflow.states.map((state) =>
    element('state', {}, [
      reference('to_id', state.toRef),
      optionalList(
        'transitions',
        state.fromRefs.map((ref) => element('transition', {}, [writeFrom(ref)])),
      ),
      ...writeTransitionRules(state),
    ]),
  );
  return element('simple_workflow', {}, [...head, optionalList('states', states)]);
}

const writeFieldValue = (name: string, { fieldRef, valueRef }: FieldValueReference): string =>
  element(name, {}, [reference('field_id', fieldRef), reference('field_value_id', valueRef)]);

const writeTrigger = ({ sources, condition, target }: TriggerRule): string =>
  element('trigger_rule', {}, [
    element(
      'triggers',
      {},
      sources.map((source) => writeFieldValue('trigger', source)),
    ),
    leaf('condition', condition),
    writeFieldValue('target', target),
  ]);

export const writeTriggers = (triggers: readonly TriggerRule[]): string =>
  element('triggers', {}, triggers.map(writeTrigger));
