// Reads and writes plannings.
import type { Insertable, Updateable } from 'kysely';
import type { Reader, Tables, Writer } from '../../../platform/database/index.ts';
import { groupIds, groupRights } from '../../projects/index.ts';
import type { GivenRight, GroupUse } from '../../projects/index.ts';
import './planning.tables.ts';

/** A planning with everything that is set up for it. */
export interface Planning {
  id: number;
  projectId: number;
  name: string;
  /** Tracker of the milestones. */
  trackerId: number;
  /** Parent of that tracker in the hierarchy. */
  parentTrackerId: number | null;
  /** In the order of the planning's settings. */
  backlogTrackerIds: readonly number[];
  /** Who may reorder; empty when nobody was named. */
  priorityGroupIds: readonly number[];
}

/** Plannings of these projects in order of id. */
export async function listPlannings(db: Reader, projectIds: readonly number[]): Promise<Planning[]> {
  if (projectIds.length === 0) return [];
  const rows = await db
    .selectFrom('plannings')
    .innerJoin('trackers', 'trackers.id', 'plannings.tracker_id')
    .select(['plannings.id', 'plannings.project_id', 'plannings.name', 'plannings.tracker_id', 'trackers.parent_id'])
    .where('plannings.project_id', 'in', projectIds)
    .orderBy('plannings.id')
    .execute();
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const [backlogs, permissions] = await Promise.all([
    db.selectFrom('planning_backlog_trackers').selectAll().where('planning_id', 'in', ids).orderBy('rank').execute(),
    db
      .selectFrom('planning_permissions')
      .selectAll()
      .where('planning_id', 'in', ids)
      .where('permission', '=', 'priority_change')
      .execute(),
  ]);
  return rows.map((row) => ({
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    trackerId: row.tracker_id,
    parentTrackerId: row.parent_id,
    backlogTrackerIds: backlogs.filter((entry) => entry.planning_id === row.id).map((entry) => entry.tracker_id),
    priorityGroupIds: permissions.filter((entry) => entry.planning_id === row.id).map((entry) => entry.ugroup_id),
  }));
}

/** Trackers of the backlogs of the planning whose milestones are in this tracker; none where there is no such planning. */
export async function listBacklogTrackers(db: Reader, milestoneTrackerId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('plannings')
    .innerJoin('planning_backlog_trackers', 'planning_backlog_trackers.planning_id', 'plannings.id')
    .select('planning_backlog_trackers.tracker_id')
    .where('plannings.tracker_id', '=', milestoneTrackerId)
    .execute();
  return rows.map((row) => row.tracker_id);
}

export const findPlanning = (db: Reader, id: number): Promise<{ project_id: number } | undefined> =>
  db.selectFrom('plannings').select('project_id').where('id', '=', id).executeTakeFirst();

/** Whether the project's backlog holds only what was put there. */
export const hasExplicitBacklog = async (db: Reader, projectId: number): Promise<boolean> =>
  (await db.selectFrom('explicit_backlogs').select('project_id').where('project_id', '=', projectId).execute()).length >
  0;

/** Names of the plannings whose milestones or backlog come from the tracker, in order of id. */
export async function listPlanningNames(db: Reader, tracker: { id: number }): Promise<string[]> {
  const backlogs = db
    .selectFrom('planning_backlog_trackers')
    .select('planning_id')
    .where('planning_backlog_trackers.tracker_id', '=', tracker.id);
  const rows = await db
    .selectFrom('plannings')
    .select('name')
    .where((eb) => eb.or([eb('tracker_id', '=', tracker.id), eb('id', 'in', backlogs)]))
    .orderBy('id')
    .execute();
  return rows.map((row) => row.name);
}

/**
 * Adds a planning and gives its id; `backlogTrackerIds` in the order in which they are shown. Throws the engine's unique
 * violation when the tracker is planned already.
 */
export async function insertPlanning(
  tx: Writer,
  planning: Insertable<Tables['plannings']>,
  backlogTrackerIds: readonly number[],
  priorityGroupIds: readonly number[],
): Promise<number> {
  const { id } = await tx.insertInto('plannings').values(planning).returning('id').executeTakeFirstOrThrow();
  await insertBacklogTrackers(tx, id, backlogTrackerIds);
  await insertGroups(tx, id, priorityGroupIds);
  return id;
}

async function insertBacklogTrackers(tx: Writer, id: number, trackerIds: readonly number[]): Promise<void> {
  for (const [rank, tracker_id] of [...new Set(trackerIds)].entries())
    await tx.insertInto('planning_backlog_trackers').values({ planning_id: id, tracker_id, rank }).execute();
}

async function insertGroups(tx: Writer, id: number, groupIds: readonly number[]): Promise<void> {
  for (const ugroup_id of new Set(groupIds))
    await tx
      .insertInto('planning_permissions')
      .values({ planning_id: id, permission: 'priority_change', ugroup_id })
      .execute();
}

/** What its pages call the plan and the backlog. */
export const readTitles = (db: Reader, id: number): Promise<{ plan_title: string; backlog_title: string }> =>
  db.selectFrom('plannings').select(['plan_title', 'backlog_title']).where('id', '=', id).executeTakeFirstOrThrow();

/** Plannings of a project as archives have them, in order of id. */
export const listTitles = (
  db: Reader,
  projectId: number,
): Promise<{ id: number; plan_title: string; backlog_title: string }[]> =>
  db
    .selectFrom('plannings')
    .select(['id', 'plan_title', 'backlog_title'])
    .where('project_id', '=', projectId)
    .execute();

interface PlanningUpdate {
  columns: Updateable<Tables['plannings']>;
  /** Absent: as they were. */
  backlogIds: readonly number[] | undefined;
  groupIds: readonly number[] | undefined;
}

export async function updatePlanning(
  tx: Writer,
  id: number,
  { columns, backlogIds, groupIds }: PlanningUpdate,
): Promise<void> {
  if (Object.keys(columns).length > 0) await tx.updateTable('plannings').set(columns).where('id', '=', id).execute();
  if (backlogIds !== undefined) {
    await tx.deleteFrom('planning_backlog_trackers').where('planning_id', '=', id).execute();
    await insertBacklogTrackers(tx, id, backlogIds);
  }
  if (groupIds !== undefined) {
    await tx.deleteFrom('planning_permissions').where('planning_id', '=', id).execute();
    await insertGroups(tx, id, groupIds);
  }
}

export async function deletePlanning(tx: Writer, id: number): Promise<void> {
  await tx.deleteFrom('plannings').where('id', '=', id).execute();
}

/** From now on the project's backlog holds all that no milestone does. */
export async function deleteExplicitBacklog(tx: Writer, projectId: number): Promise<void> {
  await tx
    .deleteFrom('explicit_backlog_items')
    .where('artifact_id', 'in', (eb) =>
      eb
        .selectFrom('artifacts')
        .innerJoin('trackers', 'trackers.id', 'artifacts.tracker_id')
        .select('artifacts.id')
        .where('trackers.project_id', '=', projectId),
    )
    .execute();
  await tx.deleteFrom('explicit_backlogs').where('project_id', '=', projectId).execute();
}

/** What was put into a project's backlog by hand, in order of id. */
export async function listExplicitItems(db: Reader, projectId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('explicit_backlog_items')
    .innerJoin('artifacts', 'artifacts.id', 'explicit_backlog_items.artifact_id')
    .innerJoin('trackers', 'trackers.id', 'artifacts.tracker_id')
    .select('artifacts.id')
    .where('trackers.project_id', '=', projectId)
    .orderBy('artifacts.id')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Puts artifacts into the backlogs of their projects, where these hold only what was put there: those of trackers that are
 * planned. Gives those that were not there before. As long as an open milestone holds one of them, the backlog does not show it.
 */
export async function addToTopBacklog(tx: Writer, artifactIds: readonly number[]): Promise<number[]> {
  const rows = await tx
    .selectFrom('artifacts')
    .innerJoin('trackers', 'trackers.id', 'artifacts.tracker_id')
    .innerJoin('explicit_backlogs', 'explicit_backlogs.project_id', 'trackers.project_id')
    .select('artifacts.id')
    .where('artifacts.id', 'in', [-1, ...artifactIds])
    .where('artifacts.tracker_id', 'in', (eb) =>
      eb.selectFrom('planning_backlog_trackers').select('planning_backlog_trackers.tracker_id'),
    )
    .execute();
  const added: number[] = [];
  for (const { id } of rows) {
    const made = await tx
      .insertInto('explicit_backlog_items')
      .values({ artifact_id: id })
      .onConflict((conflict) => conflict.doNothing())
      .returning('artifact_id')
      .execute();
    added.push(...made.map((item) => item.artifact_id));
  }
  return added;
}

/** Whether somebody put the artifact into the backlog of its project by hand. */
export const isInExplicitBacklog = async (db: Reader, artifactId: number): Promise<boolean> =>
  (await db.selectFrom('explicit_backlog_items').select('artifact_id').where('artifact_id', '=', artifactId).execute())
    .length > 0;

/** Takes artifacts out of the backlogs of their projects; their places stay as they are otherwise. */
export async function removeFromTopBacklog(tx: Writer, artifactIds: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('explicit_backlog_items')
    .where('artifact_id', 'in', [-1, ...artifactIds])
    .execute();
}

/** From now on the project's backlog holds only these artifacts. */
export async function insertExplicitBacklog(
  tx: Writer,
  projectId: number,
  artifactIds: readonly number[],
): Promise<void> {
  await tx.insertInto('explicit_backlogs').values({ project_id: projectId }).execute();
  for (const artifact_id of new Set(artifactIds))
    await tx.insertInto('explicit_backlog_items').values({ artifact_id }).execute();
}

/** Plannings in which the group may reorder. */
export async function listGroupUses(db: Reader, projectId: number, groupId: number): Promise<GroupUse[]> {
  const rows = await db
    .selectFrom('planning_permissions')
    .innerJoin('plannings', 'plannings.id', 'planning_permissions.planning_id')
    .select('plannings.name')
    .where('plannings.project_id', '=', projectId)
    .where('planning_permissions.ugroup_id', '=', groupId)
    .orderBy('plannings.id')
    .execute();
  return rows.map(({ name }) => ({ kind: 'planning', label: name, count: 1 }));
}

export const releaseGroup = (tx: Writer, _projectId: number, groupId: number): Promise<void> =>
  groupRights.releaseRights(tx, 'planning_permissions', ['planning_id', 'permission'], groupId);

/** Who may plan and reorder in the plannings of a project: its members where nobody is named. */
export async function listGivenRights(db: Reader, projectId: number): Promise<GivenRight[]> {
  const rows = await db
    .selectFrom('plannings')
    .leftJoin('planning_permissions', 'planning_permissions.planning_id', 'plannings.id')
    .select(['plannings.id', 'plannings.name as label', 'planning_permissions.ugroup_id'])
    .where('plannings.project_id', '=', projectId)
    .orderBy('plannings.id')
    .orderBy('planning_permissions.ugroup_id')
    .execute();
  return groupRights.gatherRights(
    'planning',
    rows.map(({ id, label, ugroup_id: groupId }) => ({
      id,
      label,
      right: 'prioritize',
      groupId: groupId ?? groupIds.members,
    })),
  );
}
