// The workflow of a tracker at work: which move of its field a change makes, what that asks for, does and locks.
import { invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import type { Said } from '../../../platform/texts/said.ts';
import type { DomainError } from '../../../platform/errors.ts';
import type { Viewer } from '../../projects/index.ts';
import { dateFields, fieldIs, fieldTypeOf, listValues, mayField, trackerAccess } from '../../trackers/index.ts';
import type { Definition, Field, PostAction, Trackers, Transition } from '../../trackers/index.ts';
import type { StoredValues } from '../artifact/change.ts';

type Locked = NonNullable<Parameters<Trackers['view']>[2]>;

/** Who asks for a change, as far as workflows and rules care. */
export interface Mover {
  may(transition: Transition): boolean;
  /** What may not be read is not named in refusals. */
  reads(field: Field): boolean;
}

export const moverOf = (viewer: Viewer, tracker: Definition): Mover => ({
  may: (transition) => trackerAccess.mayMakeTransition(viewer, tracker, transition),
  reads: (field) => mayField(viewer, tracker, field, 'read'),
});

/** The tracker itself, when one of its triggers fires: it may make every transition that exists. */
export const workflowItself: Mover = { may: () => true, reads: () => true };

/** A change that is judged. */
export interface Proposal {
  /** Empty for an artifact that is being created. */
  before: StoredValues;
  values: ReadonlyMap<number, unknown>;
  /** Request path by field, for messages. */
  paths: ReadonlyMap<number, string>;
}

interface Move {
  field: Field;
  from: number | null;
  to: number | null;
}

/** The chosen value of a list; null for none, which is also where a new artifact starts. */
const valueIn = (stored: unknown): number | null => {
  const first: unknown = Array.isArray(stored) ? stored[0] : undefined;
  return typeof first === 'number' ? first : null;
};

/** The value after the change. */
export const valueAfter = ({ before, values }: Proposal, fieldId: number): unknown =>
  values.has(fieldId) ? values.get(fieldId) : before[fieldId];

export const pathOf = ({ paths }: Proposal, ...fieldIds: number[]): string =>
  fieldIds.flatMap((id) => paths.get(id) ?? [])[0] ?? 'values';

function findGovernedField({ workflow, fieldById }: Definition): Field | undefined {
  const field = workflow?.isUsed === true ? fieldById.get(workflow.fieldId) : undefined;
  return field?.isUsed === true ? field : undefined;
}

function findMove(tracker: Definition, proposal: Proposal): Move | undefined {
  const field = findGovernedField(tracker);
  if (field === undefined) return undefined;
  const from = valueIn(proposal.before[field.id]);
  const to = valueIn(valueAfter(proposal, field.id));
  return from === to ? undefined : { field, from, to };
}

const labelOf = (field: Field, id: number | null): string | Said =>
  id === null ? says('value.none')`no value` : `"${listValues.findValue(field, id)?.label ?? id}"`;

/**
 * The transition that the change makes; undefined when it makes none, or the refusal when the workflow has none such that
 * the mover may make. An artifact that has no value yet moves as a new one does.
 */
export function findTransition(
  mover: Mover,
  tracker: Definition,
  proposal: Proposal,
): Transition | DomainError | undefined {
  const move = findMove(tracker, proposal);
  if (move === undefined) return undefined;
  const { field, from, to } = move;
  const open = (tracker.workflow?.transitions ?? []).filter(
    (transition) => transition.fromValueId === from && mover.may(transition),
  );
  const made = open.find((transition) => transition.toValueId === to);
  if (made !== undefined) return made;
  const path = pathOf(proposal, field.id);
  if (!mover.reads(field)) return invalid(says('field.unsettable')`can't be set here`, path);
  const allowed = open.map(({ toValueId }) => `${toValueId} (${listValues.findValue(field, toValueId)?.label ?? ''})`);
  const way =
    allowed.length === 0
      ? says('workflow.no-way')`no transition from there is available to you`
      : says('workflow.ways')`you can change it to ${allowed.join(', ')}`;
  return invalid(
    says(
      'workflow.transition',
    )`the workflow does not let you change the field "${field.label}" from ${labelOf(field, from)} to ${labelOf(field, to)}; ${way}`,
    path,
  );
}

/** The transitions that the viewer may make from where the values are; undefined where no workflow that they may read governs. */
export function listOpenTransitions(
  viewer: Viewer,
  tracker: Definition,
  values: StoredValues,
): { field: Field; transition: Transition }[] | undefined {
  const field = findGovernedField(tracker);
  const mover = moverOf(viewer, tracker);
  if (field === undefined || !mover.reads(field)) return undefined;
  const from = valueIn(values[field.id]);
  return (tracker.workflow?.transitions ?? [])
    .filter((transition) => transition.fromValueId === from && mover.may(transition))
    .map((transition) => ({ field, transition }));
}

/** The values that the transition sets, by field; actions on fields that are gone do nothing. */
export function listSetValues(
  tracker: Definition,
  transition: Transition | undefined,
  nowMs: number,
): [fieldId: number, value: unknown][] {
  return (transition?.actions ?? []).flatMap((action): [number, unknown][] => {
    const fieldId = 'fieldId' in action ? action.fieldId : null;
    const field = fieldId === null ? undefined : tracker.fieldById.get(fieldId);
    if (field === undefined || !field.isUsed) return [];
    switch (action.kind) {
      case 'set-date':
        if (!fieldIs.date(field) || action.value === 'unset') return [];
        return [[field.id, action.value === 'now' ? dateFields.storeDate(field, nowMs) : null]];
      case 'set-int':
        return fieldIs.whole(field) ? [[field.id, action.value]] : [];
      case 'set-float':
        return fieldIs.decimal(field) ? [[field.id, action.value]] : [];
      default:
        return [];
    }
  });
}

/** Of texts, blanks alone are nothing. */
function isBlank(field: Field, value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  const content =
    typeof value === 'object' && value !== null && 'content' in value && 'format' in value ? value.content : undefined;
  return typeof content === 'string' ? content.trim() === '' : fieldTypeOf(field.type).isEmpty(value);
}

/** Why the conditions of the transition are not met; `comment` is undefined for who never comments. */
export function refuseConditions(
  mover: Mover,
  tracker: Definition,
  proposal: Proposal,
  transition: Transition,
  comment: string | undefined,
): DomainError | undefined {
  const moved = findGovernedField(tracker);
  const isMoveKnown = moved !== undefined && mover.reads(moved);
  const goal = isMoveKnown
    ? says('workflow.to-move')`to change "${moved.label}" to ${labelOf(moved, transition.toValueId)}`
    : says('workflow.to-change')`for this change`;
  for (const fieldId of transition.notEmptyFieldIds) {
    const field = tracker.fieldById.get(fieldId);
    if (field === undefined || !field.isUsed || !isFillable(field)) continue;
    if (!isBlank(field, valueAfter(proposal, fieldId))) continue;
    const name = mover.reads(field)
      ? says('field.named')`the field "${field.label}" (${field.name}, id ${field.id})`
      : says('field.another')`another field`;
    return invalid(
      says('workflow.not-empty')`${name} must not be empty ${goal}`,
      pathOf(proposal, fieldId, ...(moved === undefined ? [] : [moved.id])),
    );
  }
  if (transition.isCommentRequired && transition.fromValueId !== null && comment?.trim() === '')
    return invalid(says('workflow.comment')`a comment is required ${goal}`, 'comment.body');
  return undefined;
}

const isFillable = (field: Field): boolean => ['stored', 'shown'].includes(fieldTypeOf(field.type).kind);

/** Fields that nobody may change and fieldsets that are out of sight while an artifact has these values. */
export function findLocked(tracker: Definition, values: StoredValues): Locked {
  const { workflow } = tracker;
  const field = findGovernedField(tracker);
  const state = field === undefined ? null : valueIn(values[field.id]);
  const isStateful = workflow !== undefined && !workflow.isAdvanced && state !== null;
  const actions = isStateful
    ? workflow.transitions.filter(({ toValueId }) => toValueId === state).flatMap((transition) => transition.actions)
    : [];
  const idsOf = (kind: 'frozen-fields' | 'hidden-fieldsets'): Set<number> =>
    new Set(actions.flatMap((action: PostAction) => (action.kind === kind ? action.fieldIds : [])));
  return { frozen: idsOf('frozen-fields'), hidden: idsOf('hidden-fieldsets') };
}
