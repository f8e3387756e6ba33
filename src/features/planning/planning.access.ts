// What of a project's plannings a viewer may see: trackers by the rules of trackers, artifacts by those of artifacts.
import type { Reader } from '../../platform/database/index.ts';
import { visibleArtifacts } from '../artifacts/index.ts';
import { isInGroup, isProjectAdmin } from '../projects/index.ts';
import type { Viewer } from '../projects/index.ts';
import { mayField } from '../trackers/index.ts';
import type { Definition } from '../trackers/index.ts';
import { allOf, nothing, withStatus } from './board.store.ts';
import type { Narrow, Selection } from './board.store.ts';
import type { Planning } from './planning.store.ts';

/** Artifacts of a tracker that the viewer may see, narrowed further. */
export const visibleOf = (
  db: Reader,
  viewer: Viewer,
  tracker: Definition,
  ...filters: readonly Narrow[]
): Selection => ({
  trackerId: tracker.id,
  narrow: allOf(visibleArtifacts(db, viewer, tracker), ...filters),
});

/** By status as the viewer sees it: whoever may not read it sees everything as open. */
export function byStatus(viewer: Viewer, tracker: Definition, isOpen: boolean): Narrow {
  const { status } = tracker.semantics;
  const field = tracker.fieldById.get(status?.field_id ?? -1);
  if (status !== undefined && field !== undefined && mayField(viewer, tracker, field, 'read'))
    return withStatus(status, isOpen);
  return isOpen ? allOf() : nothing;
}

/** Whether the viewer may know what artifacts of the tracker link to. */
export const mayReadLinks = (viewer: Viewer, tracker: Definition): boolean =>
  tracker.fields.some((field) => field.type === 'art_link' && mayField(viewer, tracker, field, 'read'));

/** Administrators and the groups that the planning names; where it names none, members of the project. */
export function mayChangePriority(viewer: Viewer, planning: Planning): boolean {
  if (isProjectAdmin(viewer, planning.projectId)) return true;
  if (planning.priorityGroupIds.length === 0) return viewer.memberships.projects.has(planning.projectId);
  return planning.priorityGroupIds.some((id) => isInGroup(viewer, id, planning.projectId));
}
