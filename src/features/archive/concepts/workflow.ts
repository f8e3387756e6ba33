// The workflow of a tracker, advanced (`workflow`) or simple (`simple_workflow`).
import { says } from '../../../platform/texts/said.ts';
import { groupIds } from '../../projects/index.ts';
import { trackerWrites } from '../../trackers/index.ts';
import type { Transition } from '../../trackers/index.ts';
import { createTrackerNames } from '../model/export-context.ts';
import type { ExportContext, TrackerNames, TrackerSource } from '../model/export-context.ts';
import { fieldIdsOf, warnUnknownGroup } from '../model/import-context.ts';
import type { ImportContext, ImportedTracker } from '../model/import-context.ts';
import { checkFields, unknownValue } from '../model/tracker-concept.ts';
import type { CheckContext, TrackerConcept } from '../model/tracker-concept.ts';
import type { TrackerIndex } from '../model/reference-index.ts';
import type { AdvancedTransition, ArchiveWorkflow, TransitionRules, WorkflowState } from '../model/workflow-model.ts';
import { list, referring, shapeOf, stored } from '../xml/outcome.ts';
import type { Parts } from '../xml/outcome.ts';
import { element, leaf, optionalList, reference } from '../xml/xml-element.ts';
import {
  expectEmpty,
  findChild,
  findChildren,
  matchShape,
  parseSwitch,
  readAttribute,
  readChildReference,
  readFilledAttribute,
  readList,
  readReference,
  readSwitch,
  readText,
} from '../xml/xml-shape.ts';
import type { Shape } from '../xml/xml-shape.ts';
import { tolerate } from '../xml/xml-tree.ts';
import type { XmlElement } from '../xml/xml-tree.ts';
import {
  exportPostAction,
  importPostAction,
  listFieldRefs,
  postActions,
  readPostActions,
  writePostAction,
} from './post-actions.ts';

const permission = stored('permission', { '@ugroup': stored('group') });
const groups = list('permission', permission);
const which: Parts = { '@type': stored('which one') };
const conditions = {
  perms: stored('who may make it', { ...which, 'permissions?': groups }),
  notempty: stored('what must be filled', { ...which, 'field*': referring('field that must have a value') }),
  commentnotempty: stored('comment', { ...which, '@is_comment_required': stored('whether a comment is needed') }),
};
const conditionTypes = ['perms', 'notempty', 'commentnotempty'] as const;
const condition = stored('condition of a transition', {
  ...conditions.perms.parts,
  ...conditions.notempty.parts,
  ...conditions.commentnotempty.parts,
});
const rules: Parts = { 'postactions?': postActions, 'conditions?': list('condition', condition) };
const head: Parts = {
  field_id: referring('field whose values are states'),
  'is_used?': stored('whether it is used'),
};
const from: Parts = { from_id: referring('state before; null: a new artifact') };
const to: Parts = { to_id: referring('state after') };
const transition = stored('transition', { ...from, ...to, ...rules, 'permissions?': groups });
const stateTransition = stored('transition', from);
const state = stored('state with the transitions into it', {
  ...to,
  'transitions?': list('transition', stateTransition),
  ...rules,
});
const workflow = stored('workflow; an empty one is none', {
  ...head,
  'transitions?': list('transition', transition),
});
const simpleWorkflow = stored('workflow by states', { ...head, 'states?': list('state', state) });

const shapes = {
  workflow: shapeOf(workflow),
  simpleWorkflow: shapeOf(simpleWorkflow),
  transition: shapeOf(transition),
  state: shapeOf(state),
  stateTransition: shapeOf(stateTransition),
  permission: shapeOf(permission),
  perms: shapeOf(conditions.perms),
  notempty: shapeOf(conditions.notempty),
  commentnotempty: shapeOf(conditions.commentnotempty),
};

const readPermittedGroups = (owner: XmlElement): string[] =>
  readList(owner, 'permissions', 'permission').map((permitted) => {
    matchShape(permitted, shapes.permission);
    return readFilledAttribute(permitted, 'ugroup');
  });

function readRules(owner: XmlElement, mode: ArchiveWorkflow['mode']): TransitionRules {
  const hasLegacyPermissions = findChild(owner, 'permissions') !== undefined;
  let userGroups = hasLegacyPermissions ? readPermittedGroups(owner) : undefined;
  let notEmptyFieldRefs: string[] = [];
  let isCommentRequired = false;
  for (const found of readList(owner, 'conditions', 'condition')) {
    const word = readAttribute(found, 'type');
    const type = conditionTypes.find((known) => known === word);
    if (type === undefined) {
      tolerate(found, says('archive-xml.condition')`the condition \`${word}\` is unknown`);
      continue;
    }
    matchShape(found, shapes[type]);
    if (type === 'perms') userGroups = [...(userGroups ?? []), ...readPermittedGroups(found)];
    if (type === 'notempty')
      notEmptyFieldRefs = notEmptyFieldRefs.concat(findChildren(found, 'field').map(readReference));
    if (type === 'commentnotempty') isCommentRequired ||= readSwitch(found, 'is_comment_required', false);
  }
  return {
    userGroups,
    notEmptyFieldRefs,
    isCommentRequired,
    postActions: readPostActions(owner, mode),
    line: owner.line,
  };
}

function readFrom(owner: XmlElement): string | undefined {
  const ref = readChildReference(owner, 'from_id');
  return ref === 'null' ? undefined : ref;
}

function readTransition(found: XmlElement): AdvancedTransition {
  matchShape(found, shapes.transition);
  return { ...readRules(found, 'advanced'), fromRef: readFrom(found), toRef: readChildReference(found, 'to_id') };
}

function readState(found: XmlElement): WorkflowState {
  matchShape(found, shapes.state);
  const fromRefs = readList(found, 'transitions', 'transition').map((one) => {
    matchShape(one, shapes.stateTransition);
    return readFrom(one);
  });
  return { ...readRules(found, 'simple'), fromRefs, toRef: readChildReference(found, 'to_id') };
}

function readHead(found: XmlElement, shape: Shape) {
  matchShape(found, shape);
  const isUsed = findChild(found, 'is_used');
  return {
    fieldRef: readChildReference(found, 'field_id'),
    isUsed: isUsed !== undefined && parseSwitch(isUsed, says('archive-xml.text')`the text`, readText(isUsed)),
    line: found.line,
  };
}

/** An empty `<workflow/>` is none, and of both kinds the simple one counts. */
function readWorkflow(tracker: XmlElement): ArchiveWorkflow | undefined {
  const advanced = findChild(tracker, 'workflow');
  const simple = findChild(tracker, 'simple_workflow');
  if (simple !== undefined) {
    if (advanced !== undefined && advanced.children.length > 0)
      tolerate(
        advanced,
        says('archive-xml.two-workflows')`the tracker also has a <simple_workflow>, which takes precedence`,
      );
    const states = readList(simple, 'states', 'state').map(readState);
    return { ...readHead(simple, shapes.simpleWorkflow), mode: 'simple', states };
  }
  if (advanced === undefined) return undefined;
  if (advanced.children.length === 0) {
    expectEmpty(advanced);
    return undefined;
  }
  const transitions = readList(advanced, 'transitions', 'transition').map(readTransition);
  return { ...readHead(advanced, shapes.workflow), mode: 'advanced', transitions };
}

function checkRules(context: CheckContext, own: TrackerIndex, name: string, found: TransitionRules): void {
  const referrer = { line: found.line, element: name, what: says('left.condition')`a condition` };
  checkFields(context, own, referrer, found.notEmptyFieldRefs);
  for (const action of found.postActions) {
    const what = says('left.post-action')`the post action ${action.kind}`;
    checkFields(context, own, { ...referrer, what }, listFieldRefs(action));
  }
}

function checkWorkflow(context: CheckContext, found: ArchiveWorkflow, own: TrackerIndex): void {
  const name = found.mode === 'simple' ? 'simple_workflow' : 'workflow';
  const what = says('left.workflow')`the workflow`;
  checkFields(context, own, { line: found.line, element: name, what }, [found.fieldRef]);
  const [step, steps] =
    found.mode === 'simple' ? (['state', found.states] as const) : (['transition', found.transitions] as const);
  for (const one of steps) checkRules(context, own, step, one);
}

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

interface Step {
  readonly fromRef: string | undefined;
  readonly toRef: string;
  readonly rules: TransitionRules;
}

async function importTransition(context: ImportContext, tracker: ImportedTracker, step: Step): Promise<void> {
  const { fromRef, toRef, rules: own } = step;
  const field = tracker.fieldsByRef.get(tracker.model.workflow?.fieldRef ?? '');
  const fromId = fromRef === undefined ? null : field?.valueIds.get(fromRef);
  const toId = field?.valueIds.get(toRef);
  if (fromId === undefined || toId === undefined) {
    context.warn(own.line, 'transition', unknownValue());
    return;
  }
  const actions = own.postActions.flatMap(
    (action) => importPostAction(context, tracker, { action, line: own.line }) ?? [],
  );
  await trackerWrites.insertTransition(context.tx, {
    tracker_id: tracker.id,
    from_value_id: fromId,
    to_value_id: toId,
    conditions_json: JSON.stringify({
      groupIds: listGroupIds(context, own),
      notEmptyFieldIds: fieldIdsOf(tracker, own.notEmptyFieldRefs),
      isCommentRequired: own.isCommentRequired && fromId !== null,
    }),
    actions_json: JSON.stringify(actions),
  });
}

/** The states of a simple one become a transition per origin, in document order. */
const listSteps = (found: ArchiveWorkflow): Step[] =>
  found.mode === 'advanced'
    ? found.transitions.map((one) => ({ ...one, rules: one }))
    : found.states.flatMap((one) => one.fromRefs.map((fromRef) => ({ fromRef, toRef: one.toRef, rules: one })));

async function importWorkflow(context: ImportContext, tracker: ImportedTracker): Promise<void> {
  const found = tracker.model.workflow;
  const field = found === undefined ? undefined : tracker.fieldsByRef.get(found.fieldRef);
  if (found === undefined || field === undefined) return;
  const row = { is_used: found.isUsed ? 1 : 0, is_advanced: found.mode === 'advanced' ? 1 : 0 };
  await trackerWrites.insertDefinitionRows(context.tx, 'workflows', [
    { tracker_id: tracker.id, field_id: field.id, ...row },
  ]);
  const known = new Set<string>();
  for (const step of listSteps(found)) {
    const key = JSON.stringify([step.fromRef, step.toRef]);
    if (known.has(key))
      context.warn(step.rules.line, 'transition', says('left.twice')`it is a duplicate and is skipped`);
    else await importTransition(context, tracker, step);
    known.add(key);
  }
}

function exportRules(context: ExportContext, names: TrackerNames, stored: Transition): TransitionRules {
  const userGroups = stored.groupIds.flatMap((id) => context.names.group(id) ?? []);
  return {
    userGroups: userGroups.length === 0 ? undefined : userGroups,
    notEmptyFieldRefs: stored.notEmptyFieldIds.flatMap((id) => names.field(id) ?? []),
    isCommentRequired: stored.isCommentRequired,
    postActions: stored.actions.flatMap((action) => exportPostAction(action, names)),
    line: 0,
  };
}

/**
 * Transitions into one value with the same rules make a state of a simple one. Nobody comments on a new artifact, so whether a
 * state asks for comments is said by its other transitions.
 */
function groupSteps(steps: readonly Step[]): WorkflowState[] {
  const keyOf = (step: Step): string => JSON.stringify([step.toRef, { ...step.rules, isCommentRequired: undefined }]);
  return [...Map.groupBy(steps, keyOf).values()].flatMap((group) =>
    group.slice(0, 1).map((first) => ({
      ...first.rules,
      isCommentRequired: group.some((step) => step.rules.isCommentRequired),
      toRef: first.toRef,
      fromRefs: group.map(({ fromRef }) => fromRef),
    })),
  );
}

function exportWorkflow(context: ExportContext, source: TrackerSource): ArchiveWorkflow | undefined {
  const found = source.definition.workflow;
  const names = createTrackerNames(context, source);
  const fieldRef = names.field(found?.fieldId);
  if (found === undefined || fieldRef === undefined) return undefined;
  const steps = found.transitions.flatMap((one): Step[] => {
    const toRef = names.value(found.fieldId, one.toValueId);
    const fromRef = names.value(found.fieldId, one.fromValueId);
    if (toRef === undefined || (fromRef === undefined && one.fromValueId !== null)) return [];
    return [{ fromRef, toRef, rules: exportRules(context, names, one) }];
  });
  const base = { fieldRef, isUsed: found.isUsed, line: 0 };
  if (!found.isAdvanced) return { ...base, mode: 'simple', states: groupSteps(steps) };
  const transitions = steps.map((step) => ({ ...step.rules, fromRef: step.fromRef, toRef: step.toRef }));
  return { ...base, mode: 'advanced', transitions };
}

function writeConditions({ userGroups, notEmptyFieldRefs, isCommentRequired }: TransitionRules): string | undefined {
  const permitted = userGroups?.map((ugroup) => element('permission', { ugroup }));
  const fields = notEmptyFieldRefs.map((ref) => reference('field', ref));
  return optionalList('conditions', [
    ...(permitted === undefined
      ? []
      : [element('condition', { type: 'perms' }, [element('permissions', {}, permitted)])]),
    ...(fields.length === 0 ? [] : [element('condition', { type: 'notempty' }, fields)]),
    ...(isCommentRequired ? [element('condition', { type: 'commentnotempty', is_comment_required: true })] : []),
  ]);
}

const writeRules = (found: TransitionRules): (string | undefined)[] => [
  optionalList(
    'postactions',
    found.postActions.flatMap((action) => writePostAction(action) ?? []),
  ),
  writeConditions(found),
];

const writeFrom = (ref: string | undefined): string => reference('from_id', ref ?? 'null');

const writeTransition = (one: AdvancedTransition): string =>
  element('transition', {}, [writeFrom(one.fromRef), reference('to_id', one.toRef), ...writeRules(one)]);

const writeState = (one: WorkflowState): string =>
  element('state', {}, [
    reference('to_id', one.toRef),
    optionalList(
      'transitions',
      one.fromRefs.map((ref) => element('transition', {}, [writeFrom(ref)])),
    ),
    ...writeRules(one),
  ]);

function writeWorkflow(found: ArchiveWorkflow): string {
  const start = [reference('field_id', found.fieldRef), leaf('is_used', found.isUsed ? '1' : '0')];
  return found.mode === 'advanced'
    ? element('workflow', {}, [...start, element('transitions', {}, found.transitions.map(writeTransition))])
    : element('simple_workflow', {}, [...start, optionalList('states', found.states.map(writeState))]);
}

export const workflowConcept: TrackerConcept<'workflow'> = {
  elements: { 'workflow?': workflow, 'simple_workflow?': simpleWorkflow },
  read: (tracker) => ({ workflow: readWorkflow(tracker) }),
  check(context, tracker, own) {
    if (tracker.workflow !== undefined) checkWorkflow(context, tracker.workflow, own);
  },
  import: importWorkflow,
  export: (context, source) => ({ workflow: exportWorkflow(context, source) }),
  write: ({ workflow: found }) => (found === undefined ? [] : [writeWorkflow(found)]),
};
