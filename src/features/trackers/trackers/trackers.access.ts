// Who may see, fill and administer a tracker, its fields and its transitions. Visibility of artifacts builds on it.
import { isInGroup, isProjectAdmin, refuseProject } from '../../projects/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { fieldTypeOf } from '../fields/index.ts';
import type {
  Definition,
  Field,
  FieldPermission,
  TrackerHead,
  TrackerPermission,
  Transition,
} from '../definition/definition.ts';
import { fieldIs } from '../fields/field-is.ts';

const isInOneOf = (viewer: Viewer, groups: readonly number[], projectId: number): boolean =>
  groups.some((id) => isInGroup(viewer, id, projectId));

/** Whether one of the viewer's groups has the permission. */
const hasTrackerPermission = (viewer: Viewer, tracker: TrackerHead, permission: TrackerPermission): boolean =>
  isInOneOf(viewer, tracker.permissions[permission], tracker.project.id);

export const isTrackerAdmin = (viewer: Viewer, tracker: TrackerHead): boolean =>
  isProjectAdmin(viewer, tracker.project.id) || hasTrackerPermission(viewer, tracker, 'admin');

/** Whether the tracker is there and its project is open to the viewer. */
const mayEnterTracker = (viewer: Viewer, tracker: TrackerHead): boolean =>
  !tracker.isDeleted && refuseProject(viewer, tracker.project) === undefined;

/** Any tracker permission lets its holder see the tracker itself, not yet its artifacts. */
export const maySeeTracker = (viewer: Viewer, tracker: TrackerHead): boolean =>
  mayEnterTracker(viewer, tracker) &&
  (isTrackerAdmin(viewer, tracker) ||
    (['full', 'submitter', 'assignee', 'submitter_only'] as const).some((name) =>
      hasTrackerPermission(viewer, tracker, name),
    ));

/**
 * Whether the viewer holds the permission on the field; update implies read, read-only types are never written, and
 * fields out of use are nobody's.
 */
export function mayField(viewer: Viewer, tracker: Definition, field: Field, permission: FieldPermission): boolean {
  if (!field.isUsed) return false;
  if (fieldIs.structure(field)) return permission === 'read';
  if (permission !== 'read' && fieldTypeOf(field.type).kind === 'derived') return false;
  if (viewer.isSuperUser) return true;
  const { permissions } = field;
  const { id } = tracker.project;
  return (
    isInOneOf(viewer, permissions[permission], id) ||
    (permission === 'read' && isInOneOf(viewer, permissions.update, id))
  );
}

/** The field whose values are links to other artifacts, when the viewer may read it. */
const findReadableLinkField = (viewer: Viewer, tracker: Definition): Field | undefined =>
  tracker.fields.find((field) => fieldIs.links(field) && mayField(viewer, tracker, field, 'read'));

/** Someone may add artifacts who is signed in, sees the tracker and may submit at least one of its fields. */
export const maySubmit = (viewer: Viewer, tracker: Definition): boolean =>
  viewer.user !== undefined &&
  maySeeTracker(viewer, tracker) &&
  tracker.fields.some((field) => mayField(viewer, tracker, field, 'submit'));

/** Why the viewer can't create an artifact by giving its title alone; empty when they can. */
export function refuseCreation(viewer: Viewer, tracker: Definition): string[] {
  const title = tracker.fieldById.get(tracker.semantics.title?.field_id ?? -1);
  if (title === undefined || !title.isUsed) return ['the tracker does not say which field is the title'];
  if (!maySubmit(viewer, tracker) || !mayField(viewer, tracker, title, 'submit'))
    return ['you may not fill the title of a new artifact'];
  const others = tracker.fields.filter(
    (field) => field.isRequired && field.id !== title.id && mayField(viewer, tracker, field, 'submit'),
  );
  return others.length === 0 ? [] : ['other fields than the title are required'];
}

/** Whether the transition is the viewer's to make; one that names no groups is everybody's. */
export const mayMakeTransition = (viewer: Viewer, tracker: Definition, transition: Transition): boolean =>
  viewer.isSuperUser || transition.groupIds.length === 0 || isInOneOf(viewer, transition.groupIds, tracker.project.id);

export const trackerAccess = {
  maySeeTracker,
  mayEnterTracker,
  hasTrackerPermission,
  maySubmit,
  mayMakeTransition,
  findReadableLinkField,
};
