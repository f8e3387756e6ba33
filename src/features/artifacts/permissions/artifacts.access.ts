// Who sees an artifact: one rule in SQL, for lists and for single artifacts alike, with a short cut for full access.
import { anyOf } from '../../../platform/database/index.ts';
import type { Reader } from '../../../platform/database/index.ts';
import { groupIds, isInGroup, projectViewers, userGroupNames, userGroupRecords } from '../../projects/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { isTrackerAdmin, trackerAccess } from '../../trackers/index.ts';
import type { Definition, Trackers } from '../../trackers/index.ts';
import { isOpenTo, listVisibilityRows, listVisibleIds } from '../artifact/artifacts.store.ts';
import type { ArtifactExpressions, PeopleQuery, VisibilityFilter, VisibilityRow } from '../artifact/artifacts.store.ts';
import type { RowFilter } from '../artifact/tracker-page.store.ts';

/** Whether rights in the tracker alone, and limits of single artifacts, decide what the viewer sees of it. */
export const hasFullAccess = (viewer: Viewer, tracker: Definition): boolean =>
  isTrackerAdmin(viewer, tracker) || trackerAccess.hasTrackerPermission(viewer, tracker, 'full');

/** Tells of artifacts of the tracker whether the viewer sees them by rights in it alone, for which nothing has to be looked up. */
export function seesPlainly(viewer: Viewer, tracker: Definition): (row: Pick<VisibilityRow, 'is_limited'>) => boolean {
  if (!trackerAccess.mayEnterTracker(viewer, tracker) || !hasFullAccess(viewer, tracker)) return () => false;
  const isAdmin = isTrackerAdmin(viewer, tracker);
  return ({ is_limited: isLimited }) => isLimited === 0 || isAdmin;
}

/**
 * The filter of one tracker's artifacts (reference page 50, section 1, `userCanView`): the artifact's own groups and one of the
 * tracker's permissions must let the viewer in; administrators see everything.
 */
export function visibleArtifacts(db: Reader, viewer: Viewer, tracker: Definition): VisibilityFilter {
  if (!trackerAccess.mayEnterTracker(viewer, tracker)) return (query) => query.where('artifacts.id', '=', -1);
  if (isTrackerAdmin(viewer, tracker)) return (query) => query;
  const groups = projectViewers.groupsOf(viewer, tracker.project.id);
  return (query) =>
    query.where((eb) =>
      eb.and([
        isOpenTo(eb, groups),
        ...(trackerAccess.hasTrackerPermission(viewer, tracker, 'full')
          ? []
          : [eb.or(personalGrounds(eb, db, viewer, tracker))]),
      ]),
    );
}

/** The filter of several trackers' artifacts, with as few cases as their permissions allow. */
export function visibleOfTrackers(db: Reader, viewer: Viewer, trackers: readonly Definition[]): VisibilityFilter {
  const open = trackers.filter((tracker) => trackerAccess.mayEnterTracker(viewer, tracker));
  const whole = open.filter((tracker) => isTrackerAdmin(viewer, tracker));
  const full = open.filter(
    (tracker) => !isTrackerAdmin(viewer, tracker) && trackerAccess.hasTrackerPermission(viewer, tracker, 'full'),
  );
  const personal = open.filter((tracker) => !hasFullAccess(viewer, tracker));
  const idsOf = (some: readonly Definition[]): number[] => [-1, ...some.map((tracker) => tracker.id)];
  return (query) =>
    query.where((eb) =>
      anyOf(eb, [
        eb('artifacts.tracker_id', 'in', idsOf(whole)),
        ...Map.groupBy(full, (tracker) => projectViewers.groupsOf(viewer, tracker.project.id).join(','))
          .values()
          .map((alike) => {
            const groups = projectViewers.groupsOf(viewer, alike[0]?.project.id ?? 0);
            return eb.and([eb('artifacts.tracker_id', 'in', idsOf(alike)), isOpenTo(eb, groups)]);
          }),
        ...personal.map((tracker) =>
          eb.and([
            eb('artifacts.tracker_id', '=', tracker.id),
            isOpenTo(eb, projectViewers.groupsOf(viewer, tracker.project.id)),
            eb.or(personalGrounds(eb, db, viewer, tracker)),
          ]),
        ),
      ]),
    );
}

/** The same filter, and whether counts by audience tell what it lets through. */
export function rowFilterOf(db: Reader, viewer: Viewer, tracker: Definition): RowFilter {
  const filter = visibleArtifacts(db, viewer, tracker);
  if (!trackerAccess.mayEnterTracker(viewer, tracker) || !hasFullAccess(viewer, tracker))
    return { filter, audiences: 'personal' };
  return {
    filter,
    audiences: isTrackerAdmin(viewer, tracker) ? 'all' : projectViewers.groupsOf(viewer, tracker.project.id),
  };
}

/** Grounds that depend on who submitted the artifact or whom it is assigned to. */
function personalGrounds(eb: ArtifactExpressions, db: Reader, viewer: Viewer, tracker: Definition) {
  const shared = (permission: 'submitter' | 'assignee'): number[] =>
    tracker.permissions[permission].filter((id) => isInGroup(viewer, id, tracker.project.id));
  const submitters = shared('submitter');
  const assignees = shared('assignee');
  const contributor = tracker.semantics.contributor?.field_id ?? -1;
  const people = eb.selectFrom('users').select('users.id');
  const ofSubmitter = people.whereRef('users.id', '=', 'artifacts.submitted_by');
  const ofAssignees = people.where('users.id', 'in', (inner) =>
    inner
      .selectFrom('artifact_keys')
      .select('artifact_keys.key')
      .whereRef('artifact_keys.artifact_id', '=', 'artifacts.id')
      .where('artifact_keys.field_id', '=', contributor),
  );
  const isSubmitterOnly = trackerAccess.hasTrackerPermission(viewer, tracker, 'submitter_only');
  const grounds = [
    ...(isSubmitterOnly ? [eb('artifacts.submitted_by', '=', viewer.user?.id ?? -1)] : []),
    ...(submitters.includes(groupIds.anonymous) ? [eb('artifacts.submitted_by', '=', 0)] : []),
    ...(submitters.length === 0 ? [] : [eb.exists(amongGroups(ofSubmitter, db, viewer, tracker, submitters))]),
    ...(assignees.length === 0 ? [] : [eb.exists(amongGroups(ofAssignees, db, viewer, tracker, assignees))]),
  ];
  // Alone, the ground of submitters is found by its index.
  return grounds.length === 0 ? [eb('artifacts.id', '=', -1)] : grounds;
}

/**
 * Those of the people who are in one of the groups. Restricted people, where they are restricted, are no registered ones, and
 * in static groups only of projects that they are members or guests of.
 */
function amongGroups(
  people: PeopleQuery,
  db: Reader,
  viewer: Viewer,
  tracker: Definition,
  groups: readonly number[],
): PeopleQuery {
  if (groups.includes(groupIds.anonymous) || groups.includes(groupIds.authenticated)) return people;
  const isRegistered = groups.includes(groupIds.registered);
  const isRestricting = viewer.site.settings.access_mode === 'restricted';
  if (isRegistered && !isRestricting) return people;
  const statics = isRestricting ? groups.filter((id) => !userGroupNames.isBuiltInGroup(id)) : [];
  const others = groups.filter((id) => !statics.includes(id));
  return people.where((eb) => {
    const among = (some: readonly number[]) =>
      eb('users.id', 'in', userGroupRecords.membersOfGroups(db, tracker.project.id, some));
    const isOpen = eb('users.status', '!=', 'R');
    const isInside = eb('users.id', 'in', userGroupRecords.membersAndGuests(db, tracker.project.id));
    return anyOf(eb, [
      ...(others.length === 0 ? [] : [among(others)]),
      ...(statics.length === 0 ? [] : [eb.and([among(statics), eb.or([isOpen, isInside])])]),
      ...(isRegistered ? [isOpen] : []),
    ]);
  });
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
    if (!trackerAccess.mayEnterTracker(viewer, tracker)) continue;
    const isPlain = seesPlainly(viewer, tracker);
    const open: number[] = [];
    for (const row of ofTracker) {
      if (isPlain(row)) ids.add(row.id);
      else open.push(row.id);
    }
    if (open.length === 0) continue;
    if (!hasFullAccess(viewer, tracker)) isPersonal = true;
    for (const id of await listVisibleIds(db, open, visibleArtifacts(db, viewer, tracker))) ids.add(id);
  }
  return { ids, isPersonal, definitions };
}

/** The tracker of an artifact that the viewer sees; undefined for another. */
export async function findVisibleTracker(
  deps: { db: Reader; trackers: Trackers },
  viewer: Viewer,
  artifactId: number,
): Promise<Definition | undefined> {
  const rows = await listVisibilityRows(deps.db, [artifactId]);
  const { ids, definitions } = await findVisible(deps, viewer, rows);
  return ids.has(artifactId) ? definitions.get(rows[0]?.tracker_id ?? 0) : undefined;
}
