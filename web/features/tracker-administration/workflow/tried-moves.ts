// What somebody could do with an artifact by the workflow as it is drafted, judged as the server judges it. Pure.
import { isRecord, listIn } from '../../../platform/parse-unknown.ts';
import type { DefinitionDraft, DraftTransition } from '../definition/definition-draft.ts';
import { isFilled } from '../form/field-kinds.ts';
import { isGranted, rightsOn } from '../form/viewing.ts';
import type { Subject } from '../form/viewing.ts';
import { findTransition } from './transitions.ts';

/** An artifact, as far as workflows care. */
export interface TriedArtifact {
  /** Of the list that the workflow moves; null: none, and that of a new artifact. */
  state: number | null;
  isNew: boolean;
  /** Fields that hold something. */
  filled: ReadonlySet<number>;
}

export const newArtifact: TriedArtifact = { state: null, isNew: true, filled: new Set() };

/** Why somebody can't move an artifact there, or what it takes and does. */
export type Verdict =
  | { to: number; refusal: 'noTransition' | 'notTheirs' | 'fieldNotTheirs' }
  | { to: number; refusal: undefined; missing: number[]; needsComment: boolean; actions: DraftTransition['actions'] };

/** For each of these states but the present one. */
export function tryMoves(
  { workflow, fields }: DefinitionDraft,
  subject: Subject,
  { state, isNew, filled }: TriedArtifact,
  states: readonly number[],
): Verdict[] {
  const field = fields[workflow.fieldId];
  const may = field === undefined ? undefined : rightsOn(field, subject);
  const changes = isNew ? may?.submits === true : may?.updates === true;
  return states
    .filter((to) => to !== state)
    .map((to): Verdict => {
      const transition = findTransition(workflow, state, to);
      if (transition === undefined) return { to, refusal: 'noTransition' };
      if (transition.groups.length > 0 && !isGranted(subject, transition.groups)) return { to, refusal: 'notTheirs' };
      if (!changes) return { to, refusal: 'fieldNotTheirs' };
      const missing = transition.notEmpty.filter((id) => {
        const needed = fields[id];
        return needed !== undefined && needed.isUsed && isFilled(needed.type) && !filled.has(id);
      });
      const needsComment = transition.needsComment && transition.from !== null;
      return { to, refusal: undefined, missing, needsComment, actions: transition.actions };
    });
}

/** Ids of `name` in the actions that hold while an artifact is in this state. */
export function lockedIn(
  { workflow }: DefinitionDraft,
  state: number | null,
  name: 'field_ids' | 'fieldset_ids',
): number[] {
  if (workflow.isAdvanced || state === null) return [];
  const actions = workflow.transitions.filter(({ to }) => to === state).flatMap((one) => one.actions);
  const ids = actions.flatMap((action) => listIn(action, name)).filter((id) => typeof id === 'number');
  return [...new Set(ids)];
}

/** Keys of a value as the server shows it, one of which is filled where the field holds something. */
const lists = ['links', 'file_descriptions', 'granted_groups', 'bind_value_objects'] as const;

function holdsSomething(value: unknown): boolean {
  const chosen = listIn(value, 'bind_value_ids').filter((id) => id !== null && id !== 0 && id !== 100);
  if (chosen.length > 0 || lists.some((key) => listIn(value, key).length > 0)) return true;
  const plain = isRecord(value) ? (value['value'] ?? value['manual_value']) : undefined;
  return typeof plain === 'string'
    ? plain.trim() !== ''
    : plain !== undefined && plain !== null && !Array.isArray(plain);
}

/** From the artifact's values as the server shows them. */
export function triedArtifactOf(stateField: number, values: readonly unknown[]): TriedArtifact {
  const idOf = (value: unknown): number => (isRecord(value) ? Number(value['field_id']) : 0);
  const own = values.find((value) => idOf(value) === stateField);
  const state = listIn(own, 'bind_value_ids').find((id) => typeof id === 'number' && id !== 100);
  return {
    state: typeof state === 'number' ? state : null,
    isNew: false,
    filled: new Set(values.filter(holdsSomething).map(idOf)),
  };
}
