// What a tracker's rules leave to choose and to change: dependencies between lists, and what a state freezes or hides. Pure.
import type { Schemas } from '../../../platform/schemas.ts';
import { listIn, numberIn, textIn } from '../../../platform/parse-unknown.ts';
import { isChosen, noneId } from '../../fields/index.ts';
import type { Edit } from '../../fields/index.ts';

type Tracker = Schemas['Tracker'];

/** What is chosen in a list now, by field; none is its own value. */
export type ChosenOf = (fieldId: number) => readonly string[];

export const chosenIn = (edit: Edit | undefined): readonly string[] =>
  isChosen(edit) && edit.ids.length > 0 ? edit.ids : [noneId];

/**
 * Ids that a list may have beside what the lists that it depends on have; undefined where it depends on none. A list that
 * depends on several allows what all of them do. With a value that no rule names goes no value alone.
 */
export function allowedIds(
  { workflow }: Tracker,
  fieldId: number,
  chosenOf: ChosenOf,
): ReadonlySet<string> | undefined {
  const rules = (workflow?.rules.lists ?? []).filter((rule) => rule.target_field_id === fieldId);
  let allowed: ReadonlySet<string> | undefined;
  for (const source of new Set(rules.map((rule) => rule.source_field_id))) {
    const byThis = new Set(
      chosenOf(source).flatMap((id) => {
        const named = rules.filter((rule) => rule.source_field_id === source && String(rule.source_value_id) === id);
        return named.length === 0 ? [noneId] : named.map((rule) => String(rule.target_value_id));
      }),
    );
    allowed = allowed === undefined ? byThis : allowed.intersection(byThis);
  }
  return allowed;
}

/** Ids that the actions of a kind name, for the state that an artifact is in. */
function namedByState({ workflow }: Tracker, chosenOf: ChosenOf, type: string, key: string): ReadonlySet<number> {
  if (workflow === null || workflow === undefined || workflow.is_used !== '1') return new Set();
  const states = new Set(chosenOf(workflow.field_id));
  const actions = workflow.transitions
    .filter((transition) => states.has(String(transition.to_id)))
    .flatMap((transition) => listIn(transition, 'post_actions'))
    .filter((action) => textIn(action, 'type') === type);
  return new Set(actions.flatMap((action) => listIn(action, key)).filter((id) => typeof id === 'number'));
}

/** Fields that the state freezes: what they hold can't be changed in it. */
export const frozenFields = (tracker: Tracker, chosenOf: ChosenOf): ReadonlySet<number> =>
  namedByState(tracker, chosenOf, 'frozen_fields', 'field_ids');

/** Fieldsets that the state hides. */
export const hiddenFieldsets = (tracker: Tracker, chosenOf: ChosenOf): ReadonlySet<number> =>
  namedByState(tracker, chosenOf, 'hidden_fieldsets', 'fieldset_ids');

/** Fields that a step to a state needs to be filled in, and whether it needs a comment, as the artifact tells. */
export function needsOf(
  actions: Schemas['AllowedActions'] | undefined,
  goal: string,
): { fieldIds: readonly number[]; isCommentNeeded: boolean } {
  const step = actions?.transitions?.find(({ to_id: id }) => String(id) === goal);
  return { fieldIds: step?.not_empty_field_ids ?? [], isCommentNeeded: step?.is_comment_required ?? false };
}

/** Id of the field that the workflow governs; undefined where none is in use. */
export const governedField = ({ workflow }: Tracker): number | undefined =>
  workflow?.is_used === '1' ? numberIn(workflow, 'field_id') : undefined;

/** States that a new artifact may have; undefined where no workflow governs them. */
export const firstStates = ({ workflow }: Tracker): ReadonlySet<string> | undefined =>
  workflow?.is_used === '1'
    ? new Set(workflow.transitions.filter(({ from_id: from }) => from === null).map(({ to_id: to }) => String(to)))
    : undefined;
