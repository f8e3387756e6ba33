// What somebody may do with an artifact as it is, said beforehand; each act asks again when it comes.
import type { Static } from 'typebox';
import type { Viewer } from '../../projects/index.ts';
import { isTrackerAdmin, listValues, mayField } from '../../trackers/index.ts';
import type { Definition, Field } from '../../trackers/index.ts';
import type { StoredValues } from '../artifact/change.ts';
import type { AllowedActions } from '../artifact/artifacts.schema.ts';
import { areListsKept } from './value-rules.ts';
import { listOpenTransitions } from './workflow.ts';

/** Tells which values of a list, 100 for none, the workflow and the rules between lists let the artifact take now. */
export function mayTake(
  viewer: Viewer,
  tracker: Definition,
  values: StoredValues,
  field: Field,
): (valueId: number) => boolean {
  const isGoverned = tracker.workflow?.isUsed === true && tracker.workflow.fieldId === field.id;
  const open = isGoverned ? listOpenTransitions(viewer, tracker, values) : undefined;
  const goals = isGoverned ? new Set(open?.map(({ transition }) => transition.toValueId)) : undefined;
  return (valueId) => goals?.has(valueId) !== false && areListsKept(tracker, values, field.id, valueId);
}

/** In the backlog of its project, where that is filled by hand. */
export type TopBacklogAct = 'add' | 'remove';

/** What is in the way of deleting it; null where nothing is. */
function whyNotDelete(may: {
  isLiving: boolean;
  isAdmin: boolean;
  max: number;
  left: number;
}): Static<typeof AllowedActions>['delete_obstacle'] {
  if (!may.isLiving) return 'closed';
  if (may.max === 0) return 'site';
  if (!may.isAdmin) return 'administrators';
  return may.left === 0 ? 'limit' : null;
}

/**
 * `values` are those of the artifact; frozen fields and hidden fieldsets are told with its tracker. `deletions` is how many
 * artifacts the viewer deleted within the time that the limit is for, `backlog` what they may do in that of its project.
 */
export function listAllowedActions(
  viewer: Viewer,
  tracker: Definition,
  values: StoredValues,
  { deletions = 0, backlog }: { deletions?: number; backlog?: TopBacklogAct | undefined } = {},
): Static<typeof AllowedActions> {
  const isLiving =
    viewer.user !== undefined && tracker.project.status !== 'suspended' && tracker.project.status !== 'deleted';
  const isAdmin = isLiving && isTrackerAdmin(viewer, tracker);
  const max = viewer.site.settings.sys_artifact_deletions_per_day;
  const mayDelete = isAdmin && max > 0;
  const left = Math.max(0, max - deletions);
  const open = listOpenTransitions(viewer, tracker, values);
  return {
    can_update: isLiving && tracker.fields.some((field) => field.isUsed && mayField(viewer, tracker, field, 'update')),
    can_comment: isLiving,
    can_comment_privately: isLiving && tracker.settings.flags['use_private_comments'] !== '0',
    can_delete: mayDelete,
    deletions_left: mayDelete ? left : null,
    delete_obstacle: whyNotDelete({ isLiving, isAdmin, max, left }),
    can_move: isAdmin && tracker.settings.flags['enable_move_artifacts'] !== '0',
    top_backlog: (isLiving ? backlog : undefined) ?? null,
    transitions:
      open?.map(({ field, transition }) => ({
        to_id: transition.toValueId,
        to_label: listValues.findValue(field, transition.toValueId)?.label ?? '',
        is_comment_required: transition.isCommentRequired,
        not_empty_field_ids: [...transition.notEmptyFieldIds],
      })) ?? null,
  };
}
