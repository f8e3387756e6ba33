// Transitions and triggers as the wire shows them.
import type { Static } from 'typebox';
import { groupIds, userGroupNames } from '../../projects/index.ts';
import type { Definition, FieldValueKey, Transition, Trigger } from '../definition/definition.ts';
import type { Transition as ShownTransition, Triggers } from './workflow.schema.ts';

/** One that names no groups is everybody's. */
export const viewTransition = (tracker: Definition, transition: Transition): Static<typeof ShownTransition> => ({
  id: transition.id,
  from_id: transition.fromValueId,
  to_id: transition.toValueId,
  authorized_user_group_ids: (transition.groupIds.length === 0 ? [groupIds.anonymous] : transition.groupIds).map((id) =>
    userGroupNames.groupRestId(id, tracker.project.id),
  ),
  not_empty_field_ids: [...transition.notEmptyFieldIds],
  is_comment_required: transition.isCommentRequired,
});

/** Those that set fields of the tracker. */
export const viewTriggers = ({ id, triggers }: Definition): Static<typeof Triggers>['triggers'] =>
  triggers.filter(({ target }) => target.trackerId === id).map(viewTrigger);

const viewTrigger = ({ condition, sources, target }: Trigger): Static<typeof Triggers>['triggers'][number] => ({
  condition,
  triggering_fields: sources.map(viewFieldValue),
  target: viewFieldValue(target),
});

const viewFieldValue = ({ fieldId, valueId }: FieldValueKey) => ({ field_id: fieldId, field_value_id: valueId });
