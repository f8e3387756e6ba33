// What of a project's plannings a viewer may see: trackers by the rules of trackers, artifacts by those of artifacts.
import type { Reader } from '../../../platform/database/index.ts';
import { visibleArtifacts } from '../../artifacts/index.ts';
import { isInGroup, isProjectAdmin } from '../../projects/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { fieldIs, mayField, trackerAccess } from '../../trackers/index.ts';
import type { Definition, Field } from '../../trackers/index.ts';
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
  tracker.fields.some((field) => fieldIs.links(field) && mayField(viewer, tracker, field, 'read'));

/** Whether the viewer may change what artifacts of the tracker link to; invalid or not, a tracker without links refuses later. */
export const mayChangeLinks = (viewer: Viewer, tracker: Definition): boolean => {
  const field = tracker.fields.find(fieldIs.links);
  return field === undefined || mayField(viewer, tracker, field, 'update');
};

/** Administrators and the groups that the planning names; where it names none or there is none, members of the project. */
export function mayChangePriority(viewer: Viewer, projectId: number, planning: Planning | undefined): boolean {
  if (isProjectAdmin(viewer, projectId)) return true;
  const groupIds = planning?.priorityGroupIds ?? [];
  if (groupIds.length === 0) return viewer.memberships.projects.has(projectId);
  return groupIds.some((id) => isInGroup(viewer, id, projectId));
}

export interface RightsToAdd {
  mayAdd: boolean;
  /** By a title alone. */
  mayAddInPlace: boolean;
}

/** Whether the viewer may make cards of the tracker with a value in `list`; required fields of `givenIds` are filled besides the title. */
export function rightsToAdd(
  viewer: Viewer,
  tracker: Definition,
  list: Field | undefined,
  givenIds: readonly number[] = [],
): RightsToAdd {
  const titleId = tracker.semantics.title?.field_id;
  const isAlive = tracker.project.status !== 'suspended' && tracker.project.status !== 'deleted';
  const mayAdd =
    isAlive &&
    viewer.user !== undefined &&
    trackerAccess.maySubmit(viewer, tracker) &&
    list !== undefined &&
    mayField(viewer, tracker, list, 'submit');
  const needsMore = tracker.fields.some(
    (field) => field.isRequired && field.id !== titleId && !givenIds.includes(field.id) && !fieldIs.structure(field),
  );
  return { mayAdd, mayAddInPlace: mayAdd && titleId !== undefined && !needsMore };
}
