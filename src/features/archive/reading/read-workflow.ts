// Reads the workflow of a tracker, advanced (`workflow`) or simple (`simple_workflow`).
import { says } from '../../../platform/texts/said.ts';
import type {
  AdvancedTransition,
  ArchiveWorkflow,
  PostAction,
  TransitionRules,
  WorkflowState,
} from '../model/workflow-model.ts';
import {
  defineShape,
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
  readWholeNumber,
  readWord,
} from '../xml/xml-shape.ts';
import type { Shape } from '../xml/xml-shape.ts';
import { faultAt, tolerate } from '../xml/xml-tree.ts';
import type { XmlElement } from '../xml/xml-tree.ts';

const WORKFLOW = defineShape({ children: 'field_id is_used? transitions?' });
const SIMPLE_WORKFLOW = defineShape({ children: 'field_id is_used? states?' });
const TRANSITION = defineShape({ children: 'from_id to_id postactions? conditions? permissions?' });
const STATE = defineShape({ children: 'to_id transitions? postactions? conditions?' });
const STATE_TRANSITION = defineShape({ children: 'from_id' });
const CONDITIONS = ['perms', 'notempty', 'commentnotempty'] as const;
const CONDITION_SHAPES: Readonly<Record<'perms' | 'notempty' | 'commentnotempty', Shape>> = {
  perms: defineShape({ attributes: 'type', children: 'permissions?' }),
  notempty: defineShape({ attributes: 'type', children: 'field*' }),
  commentnotempty: defineShape({ attributes: 'type is_comment_required' }),
};
const PERMISSION = defineShape({ attributes: 'ugroup' });
const POST_ACTION_SHAPES: ReadonlyMap<string, Shape> = new Map([
  ['postaction_field_date', defineShape({ attributes: 'valuetype', children: 'field_id' })],
  ['postaction_field_int', defineShape({ attributes: 'value', children: 'field_id' })],
  ['postaction_field_float', defineShape({ attributes: 'value', children: 'field_id' })],
  ['postaction_ci_build', defineShape({ attributes: 'job_url' })],
  ['postaction_frozen_fields', defineShape({ children: 'field_id*' })],
  ['postaction_hidden_fieldsets', defineShape({ children: 'fieldset_id*' })],
  ['postaction_add_to_top_backlog', defineShape({})],
  ['postaction_add_to_program_top_backlog', defineShape({})],
]);
const SIMPLE_ONLY = ['postaction_frozen_fields', 'postaction_hidden_fieldsets'];
const POST_ACTIONS = defineShape({
  children: Array.from(POST_ACTION_SHAPES.keys(), (name) => `${name}*`).join(' '),
});

const readDecimal = (element: XmlElement): number => {
  const value = readFilledAttribute(element, 'value');
  const number = Number(value);
  if (!Number.isFinite(number))
    throw faultAt(element, says('archive-xml.number-value')`attribute \`value\` is \`${value}\`, must be a number`);
  return number;
};

const readSetDate = (element: XmlElement): PostAction => ({
  kind: 'set-date',
  fieldRef: readChildReference(element, 'field_id'),
  value: readWord(element, 'valuetype', ['1', '2']) === '1' ? 'clear' : 'now',
});

const readPostAction = (element: XmlElement): PostAction => {
  const shape = POST_ACTION_SHAPES.get(element.name);
  if (shape !== undefined) matchShape(element, shape);
  switch (element.name) {
    case 'postaction_field_date':
      return readSetDate(element);
    case 'postaction_field_int':
      return {
        kind: 'set-int',
        fieldRef: readChildReference(element, 'field_id'),
        value: readWholeNumber(element, 'value'),
      };
    case 'postaction_field_float':
      return { kind: 'set-float', fieldRef: readChildReference(element, 'field_id'), value: readDecimal(element) };
    case 'postaction_ci_build':
      return { kind: 'run-job', jobUrl: readFilledAttribute(element, 'job_url') };
    case 'postaction_frozen_fields':
      return { kind: 'frozen-fields', fieldRefs: findChildren(element, 'field_id').map(readReference) };
    case 'postaction_hidden_fieldsets':
      return { kind: 'hidden-fieldsets', fieldsetRefs: findChildren(element, 'fieldset_id').map(readReference) };
    case 'postaction_add_to_top_backlog':
      return { kind: 'add-to-top-backlog' };
    case 'postaction_add_to_program_top_backlog':
      return { kind: 'add-to-program-top-backlog' };
    default:
      throw faultAt(element, says('archive-xml.post-action')`this post action is unknown`);
  }
};

const readPostActions = (owner: XmlElement, mode: ArchiveWorkflow['mode']): PostAction[] => {
  const list = findChild(owner, 'postactions');
  if (list === undefined) return [];
  matchShape(list, POST_ACTIONS);
  const known = list.children.filter(({ name }) => POST_ACTION_SHAPES.has(name));
  const isMisplaced = ({ name }: XmlElement): boolean => mode === 'advanced' && SIMPLE_ONLY.includes(name);
  for (const action of known.filter(isMisplaced))
    tolerate(action, says('archive-xml.simple-action')`this post action needs a <simple_workflow>`);
  return known.filter((action) => !isMisplaced(action)).map(readPostAction);
};

const readPermittedGroups = (owner: XmlElement): string[] =>
  readList(owner, 'permissions', 'permission').map((permission) => {
    matchShape(permission, PERMISSION);
    return readFilledAttribute(permission, 'ugroup');
  });

const readRules = (owner: XmlElement, mode: ArchiveWorkflow['mode']): TransitionRules => {
  const hasLegacyPermissions = findChild(owner, 'permissions') !== undefined;
  let userGroups = hasLegacyPermissions ? readPermittedGroups(owner) : undefined;
  let notEmptyFieldRefs: string[] = [];
  let isCommentRequired = false;
  for (const condition of readList(owner, 'conditions', 'condition')) {
    const word = readAttribute(condition, 'type');
    const type = CONDITIONS.find((known) => known === word);
    if (type === undefined) {
      tolerate(condition, says('archive-xml.condition')`there is no condition \`${word}\``);
      continue;
    }
    matchShape(condition, CONDITION_SHAPES[type]);
    if (type === 'perms') userGroups = [...(userGroups ?? []), ...readPermittedGroups(condition)];
    if (type === 'notempty')
      notEmptyFieldRefs = notEmptyFieldRefs.concat(findChildren(condition, 'field').map(readReference));
    if (type === 'commentnotempty') isCommentRequired ||= readSwitch(condition, 'is_comment_required', false);
  }
  const postActions = readPostActions(owner, mode);
  return { userGroups, notEmptyFieldRefs, isCommentRequired, postActions, line: owner.line };
};

const readFrom = (owner: XmlElement): string | undefined => {
  const ref = readChildReference(owner, 'from_id');
  return ref === 'null' ? undefined : ref;
};

const readTransition = (element: XmlElement): AdvancedTransition => {
  matchShape(element, TRANSITION);
  return { ...readRules(element, 'advanced'), fromRef: readFrom(element), toRef: readChildReference(element, 'to_id') };
};

const readState = (element: XmlElement): WorkflowState => {
  matchShape(element, STATE);
  const fromRefs = readList(element, 'transitions', 'transition').map((transition) => {
    matchShape(transition, STATE_TRANSITION);
    return readFrom(transition);
  });
  return { ...readRules(element, 'simple'), fromRefs, toRef: readChildReference(element, 'to_id') };
};

const readBase = (element: XmlElement, shape: Shape) => {
  matchShape(element, shape);
  const isUsed = findChild(element, 'is_used');
  return {
    fieldRef: readChildReference(element, 'field_id'),
    isUsed: isUsed !== undefined && parseSwitch(isUsed, says('archive-xml.text')`the text`, readText(isUsed)),
    line: element.line,
  };
};

/**
 * The workflow of `<tracker>`; an empty `<workflow/>` is none, and of both kinds the simple one counts. Throws invalid with the
 * place.
 */
export const readWorkflow = (tracker: XmlElement): ArchiveWorkflow | undefined => {
  const advanced = findChild(tracker, 'workflow');
  const simple = findChild(tracker, 'simple_workflow');
  if (simple !== undefined) {
    if (advanced !== undefined && advanced.children.length > 0)
      tolerate(advanced, says('archive-xml.two-workflows')`the tracker has a <simple_workflow>, which counts`);
    const states = readList(simple, 'states', 'state').map(readState);
    return { ...readBase(simple, SIMPLE_WORKFLOW), mode: 'simple', states };
  }
  if (advanced === undefined) return undefined;
  if (advanced.children.length === 0) {
    expectEmpty(advanced);
    return undefined;
  }
  const transitions = readList(advanced, 'transitions', 'transition').map(readTransition);
  return { ...readBase(advanced, WORKFLOW), mode: 'advanced', transitions };
};
