// Programs as the wire shows them.
import type { Static } from 'typebox';
import { formatIso } from '../../platform/texts/dates.ts';
import { fieldValues, statusOf, titleOf } from '../artifacts/index.ts';
import type { Reading, Subject } from '../artifacts/index.ts';
import { backgroundOf } from '../planning/index.ts';
import { projectViews, userGroupNames } from '../projects/index.ts';
import type { Viewer } from '../projects/index.ts';
import { fieldIs, mayField, trackerViews } from '../trackers/index.ts';
import type { Field } from '../trackers/index.ts';
import { mayPrioritize } from './program.access.ts';
import type { SeenProgram } from './program.access.ts';
import type { Feature, Iteration, ProgramIncrement, ProgramPlan, UserStory } from './program.schema.ts';
import type { Plan } from './program.store.ts';
import type { Story } from './stories.ts';

type IsReadable = (field: Field) => boolean;

const readableBy =
  (viewer: Viewer, { tracker }: Subject): IsReadable =>
  (field) =>
    mayField(viewer, tracker, field, 'read');

export function viewElement(viewer: Viewer, subject: Subject) {
  const { row, tracker, values } = subject;
  return {
    id: row.id,
    uri: `/plugins/tracker/?aid=${row.id}`,
    xref: `${tracker.itemName} #${row.id}`,
    title: titleOf(tracker, values, readableBy(viewer, subject)),
  };
}

export const isOpen = (viewer: Viewer, subject: Subject): boolean =>
  statusOf(subject.tracker, subject.values, readableBy(viewer, subject), () => undefined).isOpen;

/** `stories` are those of any features. */
export function viewFeature(viewer: Viewer, subject: Subject, stories: readonly Story[]): Static<typeof Feature> {
  const own = stories.filter(({ featureId }) => featureId === subject.row.id);
  return {
    ...viewElement(viewer, subject),
    is_open: isOpen(viewer, subject),
    tracker: trackerViews.viewMinimalTracker(subject.tracker),
    background_color: backgroundOf(subject, readableBy(viewer, subject)),
    has_user_story_planned: own.some(({ isPlanned }) => isPlanned),
    has_user_story_linked: own.length > 0,
  };
}

/** `reading` says when it is, as another tracker may imply. */
export function viewIteration(viewer: Viewer, subject: Subject, reading: Reading): Static<typeof Iteration> {
  const { tracker, values } = subject;
  const { startMs, endMs } = fieldValues.timeframeOf(reading);
  const { label } = statusOf(tracker, values, readableBy(viewer, subject), () => undefined);
  const title = tracker.fieldById.get(tracker.semantics.title?.field_id ?? -1);
  return {
    ...viewElement(viewer, subject),
    status: label === '' ? null : label,
    start_date: startMs === undefined ? null : formatIso(startMs),
    end_date: endMs === undefined ? null : formatIso(endMs),
    user_can_update: title !== undefined && mayField(viewer, tracker, title, 'update'),
  };
}

export function viewIncrement(
  viewer: Viewer,
  program: SeenProgram,
  subject: Subject,
  reading: Reading,
): Static<typeof ProgramIncrement> {
  const { tracker } = subject;
  const links = tracker.fields.find(fieldIs.links);
  return {
    ...viewIteration(viewer, subject, reading),
    user_can_plan: mayPrioritize(viewer, program) && links !== undefined && mayField(viewer, tracker, links, 'update'),
  };
}

export const viewStory = (viewer: Viewer, subject: Subject): Static<typeof UserStory> => ({
  ...viewElement(viewer, subject),
  is_open: isOpen(viewer, subject),
  project: projectViews.viewProjectReference(subject.tracker.project),
  tracker: trackerViews.viewMinimalTracker(subject.tracker),
  background_color: backgroundOf(subject, readableBy(viewer, subject)),
});

const labelOf = (text: string): string | null => (text === '' ? null : text);

export const viewPlan = (viewer: Viewer, program: SeenProgram, plan: Plan): Static<typeof ProgramPlan> => ({
  program_increment_tracker_id: plan.increment_tracker_id,
  plannable_tracker_ids: [...plan.plannableTrackerIds],
  permissions: { can_prioritize_features: plan.groupIds.map((id) => userGroupNames.groupRestId(id, plan.project_id)) },
  program_increment_label: labelOf(plan.increment_label),
  program_increment_sub_label: labelOf(plan.increment_sub_label),
  iteration:
    plan.iteration_tracker_id === null
      ? null
      : {
          iteration_tracker_id: plan.iteration_tracker_id,
          iteration_label: labelOf(plan.iteration_label),
          iteration_sub_label: labelOf(plan.iteration_sub_label),
        },
  user_can_prioritize: mayPrioritize(viewer, program),
});
