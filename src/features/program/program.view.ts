// Programs as the wire shows them.
import type { Static } from 'typebox';
import { formatIso } from '../../platform/texts/dates.ts';
import { fieldValues, statusOf, titleOf } from '../artifacts/index.ts';
import type { Reading, RenderableArtifact } from '../artifacts/index.ts';
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
  (viewer: Viewer, { tracker }: RenderableArtifact): IsReadable =>
  (field) =>
    mayField(viewer, tracker, field, 'read');

export function viewElement(viewer: Viewer, renderable: RenderableArtifact) {
  const { row, tracker, values } = renderable;
  return {
    id: row.id,
    uri: `/plugins/tracker/?aid=${row.id}`,
    xref: `${tracker.itemName} #${row.id}`,
    title: titleOf(tracker, values, readableBy(viewer, renderable)),
  };
}

export const isOpen = (viewer: Viewer, renderable: RenderableArtifact): boolean =>
  statusOf(renderable.tracker, renderable.values, readableBy(viewer, renderable), () => undefined).isOpen;

/** `stories` are those of any features. */
export function viewFeature(
  viewer: Viewer,
  renderable: RenderableArtifact,
  stories: readonly Story[],
): Static<typeof Feature> {
  const own = stories.filter(({ featureId }) => featureId === renderable.row.id);
  return {
    ...viewElement(viewer, renderable),
    is_open: isOpen(viewer, renderable),
    tracker: trackerViews.viewMinimalTracker(renderable.tracker),
    background_color: backgroundOf(renderable, readableBy(viewer, renderable)),
    has_user_story_planned: own.some(({ isPlanned }) => isPlanned),
    has_user_story_linked: own.length > 0,
  };
}

/** `reading` says when it is, as another tracker may imply. */
export function viewIteration(
  viewer: Viewer,
  renderable: RenderableArtifact,
  reading: Reading,
): Static<typeof Iteration> {
  const { tracker, values } = renderable;
  const { startMs, endMs } = fieldValues.timeframeOf(reading);
  const { label } = statusOf(tracker, values, readableBy(viewer, renderable), () => undefined);
  const title = tracker.fieldById.get(tracker.semantics.title?.field_id ?? -1);
  return {
    ...viewElement(viewer, renderable),
    status: label === '' ? null : label,
    start_date: startMs === undefined ? null : formatIso(startMs),
    end_date: endMs === undefined ? null : formatIso(endMs),
    user_can_update: title !== undefined && mayField(viewer, tracker, title, 'update'),
  };
}

export function viewIncrement(
  viewer: Viewer,
  program: SeenProgram,
  renderable: RenderableArtifact,
  reading: Reading,
): Static<typeof ProgramIncrement> {
  const { tracker } = renderable;
  const links = tracker.fields.find(fieldIs.links);
  return {
    ...viewIteration(viewer, renderable, reading),
    user_can_plan: mayPrioritize(viewer, program) && links !== undefined && mayField(viewer, tracker, links, 'update'),
  };
}

export const viewStory = (viewer: Viewer, renderable: RenderableArtifact): Static<typeof UserStory> => ({
  ...viewElement(viewer, renderable),
  is_open: isOpen(viewer, renderable),
  project: projectViews.viewProjectReference(renderable.tracker.project),
  tracker: trackerViews.viewMinimalTracker(renderable.tracker),
  background_color: backgroundOf(renderable, readableBy(viewer, renderable)),
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
