// Who sees an artifact: one rule in SQL, for lists and for single artifacts alike, with a short cut for full access.
import type { Reader } from '../../platform/database/index.ts';
import { groupIds, groupsOf, isInGroup, membersOfGroups, refuseProject } from '../projects/index.ts';
import type { Viewer } from '../projects/index.ts';
import { hasTrackerPermission, isTrackerAdmin, mayField } from '../trackers/index.ts';
import type { Definition, Trackers } from '../trackers/index.ts';
import { listVisibleIds } from './artifacts.store.ts';
import type { ArtifactExpressions, VisibilityFilter, VisibilityRow } from './artifacts.store.ts';

/** Whether nothing but the artifact's own limits can hide an artifact of this tracker from the viewer. */
const hasFullAccess = (viewer: Viewer, tracker: Definition): boolean =>
  isTrackerAdmin(viewer, tracker) || hasTrackerPermission(viewer, tracker, 'full');

const mayEnter = (viewer: Viewer, tracker: Definition): boolean =>
  !tracker.isDeleted && refuseProject(viewer, tracker.project) === undefined;

/**
 * The filter of one tracker's artifacts (reference page 50, section 1, `userCanView`): the artifact's own groups and one of the
 * tracker's permissions must let the viewer in; administrators see everything.
 */
export function visibleArtifacts(db: Reader, viewer: Viewer, tracker: Definition): VisibilityFilter {
  if (!mayEnter(viewer, tracker)) return (query) => query.where('artifacts.id', '=', -1);
  if (isTrackerAdmin(viewer, tracker)) return (query) => query;
  const groups = groupsOf(viewer, tracker.project.id);
  return (query) =>
    query.where((eb) =>
      eb.and([
        eb.or([
          eb('artifacts.is_limited', '=', 0),
          eb.exists(
            eb
              .selectFrom('artifact_groups')
              .select('artifact_groups.ugroup_id')
              .whereRef('artifact_groups.artifact_id', '=', 'artifacts.id')
              .where('artifact_groups.ugroup_id', 'in', groups),
          ),
        ]),
        ...(hasTrackerPermission(viewer, tracker, 'full') ? [] : [eb.or(personalGrounds(eb, db, viewer, tracker))]),
      ]),
    );
}

/** Grounds that depend on who submitted the artifact or whom it is assigned to. */
function personalGrounds(eb: ArtifactExpressions, db: Reader, viewer: Viewer, tracker: Definition) {
  const projectId = tracker.project.id;
  const own = (permission: 'submitter' | 'assignee'): number[] =>
    tracker.permissions[permission].filter((id) => isInGroup(viewer, id, projectId));
  const isEverybody = (groups: readonly number[]): boolean =>
    groups.some((id) => id === groupIds.anonymous || id === groupIds.registered || id === groupIds.authenticated);
  const submitters = own('submitter');
  const assignees = own('assignee');
  const contributor = tracker.semantics.contributor?.field_id ?? -1;
  const isSubmitterOnly = hasTrackerPermission(viewer, tracker, 'submitter_only');
  return [
    eb('artifacts.id', '=', -1),
    ...(isSubmitterOnly ? [eb('artifacts.submitted_by', '=', viewer.user?.id ?? -1)] : []),
    ...(isEverybody(submitters) ? [eb('artifacts.submitted_by', '>', 0)] : []),
    ...(submitters.length === 0
      ? []
      : [eb('artifacts.submitted_by', 'in', membersOfGroups(db, projectId, submitters))]),
    ...(assignees.length === 0
      ? []
      : [
          eb.exists(
            eb
              .selectFrom('artifact_keys')
              .select('artifact_keys.key')
              .whereRef('artifact_keys.artifact_id', '=', 'artifacts.id')
              .where('artifact_keys.field_id', '=', contributor)
              .where(
                'artifact_keys.key',
                isEverybody(assignees) ? '>' : 'in',
                isEverybody(assignees) ? 0 : membersOfGroups(db, projectId, assignees),
              ),
          ),
        ]),
  ];
}

export interface Visibility {
  ids: ReadonlySet<number>;
  /** Whether another viewer with the same rights class might see others. */
  isPersonal: boolean;
  /** Definitions of the trackers of all rows, seen or not. */
  definitions: ReadonlyMap<number, Definition>;
}

/** Which of these artifacts the viewer may see; one query for each tracker where the short cut does not decide. */
export async function findVisible(
  { db, trackers }: { db: Reader; trackers: Trackers },
  viewer: Viewer,
  rows: readonly VisibilityRow[],
): Promise<Visibility> {
  const ids = new Set<number>();
  const definitions = new Map<number, Definition>();
  let isPersonal = false;
  for (const [trackerId, ofTracker] of Map.groupBy(rows, (row) => row.tracker_id)) {
    const tracker = await trackers.findDefinition(trackerId, viewer.site.version);
    if (tracker === undefined) continue;
    definitions.set(trackerId, tracker);
    if (!mayEnter(viewer, tracker)) continue;
    const isFull = hasFullAccess(viewer, tracker);
    const isDecided = (row: VisibilityRow): boolean =>
      isFull && (row.is_limited === 0 || isTrackerAdmin(viewer, tracker));
    for (const row of ofTracker) if (isDecided(row)) ids.add(row.id);
    const open = ofTracker.filter((row) => !isDecided(row)).map((row) => row.id);
    if (open.length === 0) continue;
    if (!isFull) isPersonal = true;
    for (const id of await listVisibleIds(db, open, visibleArtifacts(db, viewer, tracker))) ids.add(id);
  }
  return { ids, isPersonal, definitions };
}

/** Someone may add artifacts who is signed in and may submit at least one field. */
export const maySubmit = (viewer: Viewer, tracker: Definition): boolean =>
  viewer.user !== undefined && tracker.fields.some((field) => mayField(viewer, tracker, field, 'submit'));
