// Plannings as the wire shows them.
import type { Static } from 'typebox';
import { trackerViews } from '../../trackers/index.ts';
import type { TrackerHead } from '../../trackers/index.ts';
import type { Planning as PlanningShape, PlanningReference } from './planning.schema.ts';
import type { Planning } from './planning.store.ts';

/** What the format says where a resource has no address of its own. */
export const noAddress = 'route-not-yet-implemented';

export const viewPlanning = (
  planning: Planning,
  tracker: TrackerHead,
  backlogTrackers: readonly TrackerHead[],
): Static<typeof PlanningShape> => ({
  id: planning.id,
  uri: noAddress,
  label: planning.name,
  project: {
    id: planning.projectId,
    uri: `projects/${planning.projectId}`,
    label: null,
    icon: tracker.project.icon,
  },
  milestone_tracker: trackerViews.viewTrackerReference(tracker),
  backlog_trackers: backlogTrackers.map(({ id }) => ({ id, uri: `trackers/${id}` })),
  milestones_uri: `plannings/${planning.id}/milestones`,
});

export const viewPlanningReference = (planning: Planning): Static<typeof PlanningReference> => ({
  id: planning.id,
  uri: `plannings/${planning.id}`,
});
