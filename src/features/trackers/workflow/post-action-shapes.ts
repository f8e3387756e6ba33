// Post actions of transitions between the wire and what is stored.
import type { Static } from 'typebox';
import { invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import type { Said } from '../../../platform/texts/said.ts';
import type { Definition, Field } from '../definition/definition.ts';
import { fieldTypeOf } from '../fields/index.ts';
import type { PostAction } from '../definition/post-actions.ts';
import type { SentIds } from '../definition/sent-ids.ts';
import type { PostActionList } from './workflow.schema.ts';
import { fieldIs } from '../fields/field-is.ts';

type Sent = Static<typeof PostActionList>['post_actions'][number];

/** Keys that only its type has stand beside. */
export interface ShownAction extends Record<string, unknown> {
  id: number;
  type: string;
}

/** In the order in which clients know them (reference page 70). */
const kinds: readonly PostAction['kind'][] = [
  'set-date',
  'set-int',
  'set-float',
  'run-job',
  'frozen-fields',
  'hidden-fieldsets',
  'add-to-top-backlog',
  'add-to-program-top-backlog',
];

/** By kind, those of one kind as they are stored. `id` is the action's place among those of the transition. */
export const viewPostActions = (actions: readonly PostAction[]): ShownAction[] =>
  actions
    .map((action, index) => ({ action, shown: viewPostAction(action, index) }))
    .toSorted((a, b) => kinds.indexOf(a.action.kind) - kinds.indexOf(b.action.kind))
    .map(({ shown }) => shown);

function viewPostAction(action: PostAction, index: number): ShownAction {
  const id = index + 1;
  switch (action.kind) {
    case 'run-job':
      return { id, type: 'run_job', job_url: action.jobUrl };
    case 'set-date':
      return viewSetValue(id, action.fieldId, 'date', dateValues[action.value]);
    case 'set-int':
      return viewSetValue(id, action.fieldId, 'int', action.value);
    case 'set-float':
      return viewSetValue(id, action.fieldId, 'float', action.value);
    case 'frozen-fields':
      return { id, type: 'frozen_fields', field_ids: action.fieldIds };
    case 'hidden-fieldsets':
      return { id, type: 'hidden_fieldsets', fieldset_ids: action.fieldIds };
    case 'add-to-top-backlog':
      return { id, type: 'add_to_top_backlog' };
    case 'add-to-program-top-backlog':
      return { id, type: 'program_management_add_to_top_backlog' };
  }
}

const viewSetValue = (id: number, fieldId: number | null, fieldType: string, value: unknown): ShownAction => ({
  id,
  type: 'set_field_value',
  field_id: fieldId ?? 0,
  field_type: fieldType,
  value,
});

const dateValues = { now: 'current', clear: '', unset: null } as const;

export interface ActionScope {
  tracker: Definition;
  isAdvanced: boolean;
  ids: SentIds;
  /** Why nothing may call the address; undefined where it may be called. */
  refuseJobUrl(url: URL): Said | undefined;
}

/** Throws invalid for what is no action, for fields of another kind or tracker, and for two actions on one thing. */
export function readPostActions(sent: readonly Sent[], scope: ActionScope): PostAction[] {
  const seen = new Set<string>();
  return sent.map((entry, index) => {
    const path = `post_actions[${index}]`;
    const action = readPostAction(entry, scope, path);
    const key = 'fieldId' in action ? `field ${action.fieldId}` : action.kind;
    if (action.kind !== 'run-job' && seen.has(key))
      throw invalid(says('action.twice')`duplicates an earlier action`, path);
    seen.add(key);
    return action;
  });
}

function readPostAction(sent: Sent, scope: ActionScope, path: string): PostAction {
  switch (sent.type) {
    case 'run_job':
      return { kind: 'run-job', jobUrl: readJobUrl(sent.job_url, scope, `${path}.job_url`) };
    case 'set_field_value':
      return readSetValue(sent, scope, path);
    case 'frozen_fields':
      return { kind: 'frozen-fields', fieldIds: readFrozen(sent.field_ids, scope, path) };
    case 'hidden_fieldsets':
      return { kind: 'hidden-fieldsets', fieldIds: readHidden(sent.fieldset_ids, scope, path) };
    case 'add_to_top_backlog':
      return { kind: 'add-to-top-backlog' };
    case 'program_management_add_to_top_backlog':
      return { kind: 'add-to-program-top-backlog' };
    default:
      throw invalid(
        says(
          'action.unknown',
        )`"${sent.type}" is not an action; use run_job, set_field_value, frozen_fields, hidden_fieldsets or add_to_top_backlog`,
        `${path}.type`,
      );
  }
}

function readJobUrl(text: string | undefined, { refuseJobUrl }: ActionScope, path: string): string {
  if (text === undefined) throw invalid(says('body.required')`is required`, path);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol))
    throw invalid(says('action.address')`must be an http or https URL, such as https://ci.example.com/job/build`, path);
  if (url.username !== '' || url.password !== '')
    throw invalid(says('action.credentials')`must not contain a user name or password`, path);
  const refusal = refuseJobUrl(url);
  if (refusal !== undefined) throw invalid(refusal, path);
  return text;
}

/** The actions that set a field, by its type. */
const setKinds: ReadonlyMap<string, 'set-date' | 'set-int' | 'set-float'> = new Map([
  ['date', 'set-date'],
  ['int', 'set-int'],
  ['float', 'set-float'],
]);

function readSetValue(sent: Sent, scope: ActionScope, path: string): PostAction {
  const { field_id: sentId, field_type: type } = sent;
  if (sentId === undefined) throw invalid(says('body.required')`is required`, `${path}.field_id`);
  const kind = setKinds.get(type ?? '');
  if (type === undefined || kind === undefined)
    throw invalid(says('action.type')`must be date, int or float`, `${path}.field_type`);
  const field = requireUsed(scope, sentId, `${path}.field_id`);
  const fieldId = field.id;
  if (field.type !== type)
    throw invalid(says('action.other-type')`the field ${sentId} is of type ${field.type}`, `${path}.field_type`);
  if (kind === 'set-date') return { kind, fieldId, value: readDateValue(sent.value, `${path}.value`) };
  const parsed = fieldTypeOf(type).parse(
    { field_id: fieldId, value: sent.value },
    { field, definition: scope.tracker, nowMs: 0, path },
  );
  if (typeof parsed !== 'number') throw invalid(says('action.number')`must be a number`, `${path}.value`);
  return { kind, fieldId, value: parsed };
}

function readDateValue(value: unknown, path: string): 'now' | 'clear' | 'unset' {
  if (value === 'current') return 'now';
  if (value === '') return 'clear';
  if (value === null) return 'unset';
  throw invalid(
    says(
      'action.date',
    )`of a date field must be "current" for the time of the change, "" to clear it, or null to leave it unchanged`,
    path,
  );
}

function requireUsed({ tracker, ids }: ActionScope, sentId: number, path: string): Field {
  const field = tracker.fieldById.get(ids.field(sentId) ?? 0);
  if (field === undefined || !field.isUsed)
    throw invalid(says('tracker-field.unused')`${sentId} is not a field in use in this tracker`, path);
  return field;
}

function requireSome(ids: readonly number[] | undefined, path: string): readonly number[] {
  if (ids === undefined || ids.length === 0) throw invalid(says('action.none')`must contain at least one entry`, path);
  if (new Set(ids).size < ids.length) throw invalid(says('action.repeated')`contains the same entry twice`, path);
  return ids;
}

function requireSimple({ isAdvanced }: ActionScope, path: string): void {
  if (isAdvanced)
    throw invalid(
      says('action.states')`is set for each state; switch the workflow to simple mode first`,
      `${path}.type`,
    );
}

function readFrozen(ids: readonly number[] | undefined, scope: ActionScope, path: string): number[] {
  requireSimple(scope, path);
  const { tracker } = scope;
  return requireSome(ids, `${path}.field_ids`).map((id, index) => {
    const place = `${path}.field_ids[${index}]`;
    const field = requireUsed(scope, id, place);
    if (fieldTypeOf(field.type).kind === 'structure')
      throw invalid(says('action.no-value')`${id} is not a field with a value`, place);
    if (field.id === tracker.workflow?.fieldId)
      throw invalid(says('action.moved')`${id} is the field that the workflow controls`, place);
    if (tracker.listRules.some((rule) => [rule.source_field_id, rule.target_field_id].includes(field.id)))
      throw invalid(says('action.depends')`${id} is part of a field dependency`, place);
    return field.id;
  });
}

function readHidden(ids: readonly number[] | undefined, scope: ActionScope, path: string): number[] {
  requireSimple(scope, path);
  return requireSome(ids, `${path}.fieldset_ids`).map((id, index) => {
    const place = `${path}.fieldset_ids[${index}]`;
    const field = requireUsed(scope, id, place);
    if (!fieldIs.fieldset(field)) throw invalid(says('action.no-fieldset')`${id} is not a fieldset`, place);
    return field.id;
  });
}
