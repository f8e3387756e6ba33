// What a change of an artifact must satisfy, whoever asks for it over the API: permissions of fields, required fields,
// the workflow, rules between fields. Imports bring history as it was and are not asked.
import { DomainError, invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import type { Said } from '../../../platform/texts/said.ts';
import type { Viewer } from '../../projects/index.ts';
import { fieldIs, fieldTypeOf, mayField } from '../../trackers/index.ts';
import type { Definition, Field, Transition } from '../../trackers/index.ts';
import { findChangedFields } from '../artifact/change.ts';
import { refuseByRules } from './value-rules.ts';
import { findLocked, findTransition, listSetValues, moverOf, refuseConditions, workflowItself } from './workflow.ts';
import type { Mover, Proposal } from './workflow.ts';

/**
 * Values that fields get at creation because nobody gave them: those that the viewer may set, and computed ones whoever makes the
 * artifact, as in the origin.
 */
export function addDefaults(viewer: Viewer, tracker: Definition, values: Map<number, unknown>, nowMs: number): void {
  for (const field of tracker.fields) {
    if (values.has(field.id)) continue;
    if (!fieldIs.sum(field) && !mayField(viewer, tracker, field, 'submit')) continue;
    const context = { field, definition: tracker, nowMs, path: 'values' };
    const fallback = fieldTypeOf(field.type).defaultValue(context);
    if (fallback !== undefined) values.set(field.id, fallback);
  }
}

/** What is known beside the values when a change is judged. */
export interface Occasion {
  permission: 'submit' | 'update';
  /** Of the writer; '' for none. */
  comment: string;
  nowMs: number;
  /** When the artifact was created; for a new one, now. */
  submittedAtMs: number;
}

/** A change that is allowed, with what its transition sets. */
export interface Judged {
  values: Map<number, unknown>;
  transition: Transition | undefined;
}

/**
 * Checks a viewer's change in the order of docs/workflow.md. Throws invalid, as existing clients expect, naming the field
 * unless the viewer may not read it.
 */
export function judgeChange(viewer: Viewer, tracker: Definition, proposal: Proposal, occasion: Occasion): Judged {
  const { permission, comment } = occasion;
  requirePermissions(viewer, tracker, proposal, permission);
  const mover = moverOf(viewer, tracker);
  const judged = moveAlong(mover, tracker, proposal, occasion.nowMs);
  if (judged instanceof DomainError) throw judged;
  const whole = { ...proposal, values: judged.values };
  requireFilled(viewer, tracker, whole, permission);
  const refusal = refuseOutcome(mover, tracker, whole, { ...occasion, comment, transition: judged.transition });
  if (refusal !== undefined) throw refusal;
  return judged;
}

/**
 * The same for a change that a trigger of the tracker makes: permissions, required fields, frozen ones and comments are
 * not asked for. Gives the refusal instead of throwing it.
 */
export function judgeTriggered(
  tracker: Definition,
  proposal: Proposal,
  times: Pick<Occasion, 'nowMs' | 'submittedAtMs'>,
): Judged | DomainError {
  const judged = moveAlong(workflowItself, tracker, proposal, times.nowMs);
  if (judged instanceof DomainError) return judged;
  const whole = { ...proposal, values: judged.values };
  const outcome = { ...times, comment: undefined, transition: judged.transition };
  return refuseOutcome(workflowItself, tracker, whole, outcome) ?? judged;
}

function moveAlong(mover: Mover, tracker: Definition, proposal: Proposal, nowMs: number): Judged | DomainError {
  const transition = findTransition(mover, tracker, proposal);
  if (transition instanceof DomainError) return transition;
  return { values: new Map([...proposal.values, ...listSetValues(tracker, transition, nowMs)]), transition };
}

interface Outcome extends Pick<Occasion, 'nowMs' | 'submittedAtMs'> {
  comment: string | undefined;
  transition: Transition | undefined;
}

function refuseOutcome(
  mover: Mover,
  tracker: Definition,
  proposal: Proposal,
  { transition, comment, nowMs, submittedAtMs }: Outcome,
): DomainError | undefined {
  const refusal =
    transition === undefined ? undefined : refuseConditions(mover, tracker, proposal, transition, comment);
  const { before, values } = proposal;
  const isNew = Object.keys(before).length === 0;
  const changed = new Set(isNew ? tracker.fieldById.keys() : findChangedFields(tracker, before, values));
  return refusal ?? refuseByRules({ mover, tracker, proposal, changed, nowMs, submittedAtMs });
}

function requirePermissions(
  viewer: Viewer,
  tracker: Definition,
  { before, values, paths }: Proposal,
  permission: 'submit' | 'update',
): void {
  const { frozen } = findLocked(tracker, before);
  for (const id of findChangedFields(tracker, before, values)) {
    const field = tracker.fieldById.get(id);
    if (field === undefined || !paths.has(id)) continue;
    if (!mayField(viewer, tracker, field, permission))
      throw invalid(
        says('field.not-allowed')`you don't have permission to set the field "${field.label}"`,
        paths.get(id),
      );
    if (frozen.has(id))
      throw invalid(
        says(
          'field.frozen',
        )`the field "${field.label}" is frozen: the workflow does not allow changes to it in the current state of the artifact`,
        paths.get(id),
      );
  }
}

function requireFilled(
  viewer: Viewer,
  tracker: Definition,
  { before, values, paths }: Proposal,
  permission: 'submit' | 'update',
): void {
  for (const field of tracker.fields) {
    if (!field.isRequired || !mayField(viewer, tracker, field, permission)) continue;
    const type = fieldTypeOf(field.type);
    const value = values.has(field.id) ? values.get(field.id) : before[field.id];
    if (type.kind === 'stored' && type.isEmpty(value))
      throw invalid(
        says('field.required')`the field ${nameOf(viewer, tracker, field)} is required`,
        paths.get(field.id) ?? 'values',
      );
  }
}

/** Those who may fill a field and not read it know its number alone. */
const nameOf = (viewer: Viewer, tracker: Definition, field: Field): string | Said =>
  mayField(viewer, tracker, field, 'read')
    ? says('field.label')`"${field.label}" (${field.name}, id ${field.id})`
    : String(field.id);
