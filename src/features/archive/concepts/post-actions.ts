// What a transition does by itself, one entry for each kind.
import { says } from '../../../platform/texts/said.ts';
import type { PostAction as StoredAction } from '../../trackers/index.ts';
import type { TrackerNames } from '../model/export-context.ts';
import { fieldIdsOf } from '../model/import-context.ts';
import type { ImportContext, ImportedTracker } from '../model/import-context.ts';
import type { ArchiveWorkflow, PostAction } from '../model/workflow-model.ts';
import { each, referring, shapeOf, stored } from '../xml/outcome.ts';
import type { Parts } from '../xml/outcome.ts';
import { element, optionalList, reference } from '../xml/xml-element.ts';
import {
  findChild,
  findChildren,
  matchShape,
  readChildReference,
  readFilledAttribute,
  readReference,
  readWholeNumber,
  readWord,
} from '../xml/xml-shape.ts';
import { faultAt, tolerate } from '../xml/xml-tree.ts';
import type { XmlElement } from '../xml/xml-tree.ts';

const field: Parts = { field_id: referring('field') };
const number: Parts = { '@value': stored('value'), ...field };
const backlog = stored('adds to a backlog');

const elements = {
  postaction_field_date: stored('sets a date', { '@valuetype': stored('clear or now'), ...field }),
  postaction_field_int: stored('sets a whole number', number),
  postaction_field_float: stored('sets a number', number),
  postaction_ci_build: stored('starts a job', { '@job_url': stored('where') }),
  postaction_frozen_fields: stored('freezes fields', { 'field_id*': referring('field') }),
  postaction_hidden_fieldsets: stored('hides fieldsets', { 'fieldset_id*': referring('fieldset') }),
  ...each('postaction_add_to_top_backlog postaction_add_to_program_top_backlog', backlog),
};
const shapes = new Map(Object.entries(elements).map(([name, outcome]) => [name, shapeOf(outcome)]));
const onlyOfStates = ['postaction_frozen_fields', 'postaction_hidden_fieldsets'];

/** `<postactions>`. */
export const postActions = stored(
  'list',
  Object.fromEntries(Object.entries(elements).map(([name, outcome]) => [`${name}*`, outcome])),
);
const listShape = shapeOf(postActions);

function readDecimal(action: XmlElement): number {
  const value = readFilledAttribute(action, 'value');
  const decimal = Number(value);
  if (!Number.isFinite(decimal))
    throw faultAt(action, says('archive-xml.number-value')`attribute \`value\` is \`${value}\`; it must be a number`);
  return decimal;
}

function readPostAction(action: XmlElement): PostAction {
  const shape = shapes.get(action.name);
  if (shape !== undefined) matchShape(action, shape);
  const readField = (): string => readChildReference(action, 'field_id');
  switch (action.name) {
    case 'postaction_field_date':
      return {
        kind: 'set-date',
        fieldRef: readField(),
        value: readWord(action, 'valuetype', ['1', '2']) === '1' ? 'clear' : 'now',
      };
    case 'postaction_field_int':
      return { kind: 'set-int', fieldRef: readField(), value: readWholeNumber(action, 'value') };
    case 'postaction_field_float':
      return { kind: 'set-float', fieldRef: readField(), value: readDecimal(action) };
    case 'postaction_ci_build':
      return { kind: 'run-job', jobUrl: readFilledAttribute(action, 'job_url') };
    case 'postaction_frozen_fields':
      return { kind: 'frozen-fields', fieldRefs: findChildren(action, 'field_id').map(readReference) };
    case 'postaction_hidden_fieldsets':
      return { kind: 'hidden-fieldsets', fieldsetRefs: findChildren(action, 'fieldset_id').map(readReference) };
    case 'postaction_add_to_top_backlog':
      return { kind: 'add-to-top-backlog' };
    case 'postaction_add_to_program_top_backlog':
      return { kind: 'add-to-program-top-backlog' };
    default:
      throw faultAt(action, says('archive-xml.post-action')`this post action is unknown`);
  }
}

/** Those of a transition or state, in document order. Throws invalid with the place. */
export function readPostActions(owner: XmlElement, mode: ArchiveWorkflow['mode']): PostAction[] {
  const list = findChild(owner, 'postactions');
  if (list === undefined) return [];
  matchShape(list, listShape);
  const known = list.children.filter(({ name }) => shapes.has(name));
  const isMisplaced = ({ name }: XmlElement): boolean => mode === 'advanced' && onlyOfStates.includes(name);
  for (const action of known.filter(isMisplaced))
    tolerate(action, says('archive-xml.simple-action')`this post action needs a <simple_workflow>`);
  return known.filter((action) => !isMisplaced(action)).map(readPostAction);
}

/** The fields and fieldsets that it is about. */
export function listFieldRefs(action: PostAction): readonly string[] {
  if ('fieldRef' in action) return [action.fieldRef];
  if ('fieldRefs' in action) return action.fieldRefs;
  return 'fieldsetRefs' in action ? action.fieldsetRefs : [];
}

/** As REST has it. Private addresses stay: whether they are called is looked at before each call. */
function isCallable(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
}

/** As the database has it; undefined for one whose fields are all not there, or that calls no address. */
export function importPostAction(
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
      const refs = listFieldRefs(action);
      const fieldIds = fieldIdsOf(tracker, refs);
      return refs.length > 0 && fieldIds.length === 0 ? undefined : { kind: action.kind, fieldIds };
    }
    case 'run-job': {
      if (isCallable(action.jobUrl)) return { kind: action.kind, jobUrl: action.jobUrl };
      const why = says('left.job-address')`it has no http or https URL without user name and password; it is skipped`;
      context.warn(line, 'postaction_ci_build', why);
      return undefined;
    }
    case 'add-to-top-backlog':
    case 'add-to-program-top-backlog':
      return { kind: action.kind };
  }
}

/** None where its field is not exported. */
export function exportPostAction(action: StoredAction, names: TrackerNames): PostAction[] {
  switch (action.kind) {
    case 'run-job':
    case 'add-to-top-backlog':
    case 'add-to-program-top-backlog':
      return [action];
    case 'frozen-fields':
      return [{ kind: action.kind, fieldRefs: action.fieldIds.flatMap((id) => names.field(id) ?? []) }];
    case 'hidden-fieldsets':
      return [{ kind: action.kind, fieldsetRefs: action.fieldIds.flatMap((id) => names.field(id) ?? []) }];
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

export function writePostAction(action: PostAction): string | undefined {
  const refs = (name: string): string[] => listFieldRefs(action).map((ref) => reference(name, ref));
  switch (action.kind) {
    case 'set-date':
      return element('postaction_field_date', { valuetype: action.value === 'clear' ? 1 : 2 }, refs('field_id'));
    case 'set-int':
      return element('postaction_field_int', { value: action.value }, refs('field_id'));
    case 'set-float':
      return element('postaction_field_float', { value: action.value }, refs('field_id'));
    case 'run-job':
      return element('postaction_ci_build', { job_url: action.jobUrl });
    case 'frozen-fields':
      return optionalList('postaction_frozen_fields', refs('field_id'));
    case 'hidden-fieldsets':
      return optionalList('postaction_hidden_fieldsets', refs('fieldset_id'));
    case 'add-to-top-backlog':
      return element('postaction_add_to_top_backlog', {});
    case 'add-to-program-top-backlog':
      return element('postaction_add_to_program_top_backlog', {});
  }
}
