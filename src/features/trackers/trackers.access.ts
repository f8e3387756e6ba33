// Who may see, fill and administer a tracker and its fields. Visibility of artifacts builds on it.
import { isInGroup, isProjectAdmin } from '../projects/index.ts';
import type { Viewer } from '../projects/index.ts';
import { fieldTypeOf } from './fields/index.ts';
import type { Definition, Field, FieldPermission, TrackerHead, TrackerPermission } from './definition.ts';

const isInOneOf = (viewer: Viewer, groups: readonly number[], projectId: number): boolean =>
  groups.some((id) => isInGroup(viewer, id, projectId));

/** Whether one of the viewer's groups has the permission. */
export const hasTrackerPermission = (viewer: Viewer, tracker: TrackerHead, permission: TrackerPermission): boolean =>
  isInOneOf(viewer, tracker.permissions[permission], tracker.project.id);

export const isTrackerAdmin = (viewer: Viewer, tracker: TrackerHead): boolean =>
  isProjectAdmin(viewer, tracker.project.id) || hasTrackerPermission(viewer, tracker, 'admin');

/** Any tracker permission lets its holder see the tracker itself, not yet its artifacts. */
export const maySeeTracker = (viewer: Viewer, tracker: TrackerHead): boolean =>
  !tracker.isDeleted &&
  (isTrackerAdmin(viewer, tracker) ||
    (['full', 'submitter', 'assignee', 'submitter_only'] as const).some((name) =>
      hasTrackerPermission(viewer, tracker, name),
    ));

/** Fieldsets, columns and decoration: everybody sees them and they never hold a value. */
export const isStructural = (field: Field): boolean => fieldTypeOf(field.type).kind === 'structure';

/** Whether the viewer holds the permission on the field; update implies read, read-only types are never written. */
export function mayField(viewer: Viewer, tracker: Definition, field: Field, permission: FieldPermission): boolean {
  if (isStructural(field)) return permission === 'read';
  if (permission !== 'read' && fieldTypeOf(field.type).kind === 'derived') return false;
  if (viewer.isSuperUser) return true;
  const has = (name: FieldPermission): boolean => isInOneOf(viewer, field.permissions[name], tracker.project.id);
  return has(permission) || (permission === 'read' && has('update'));
}
