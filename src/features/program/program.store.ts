// Reads and writes programs.
import type { Selectable } from 'kysely';
import type { Reader, Tables, Writer } from '../../platform/database/index.ts';
import { idsOf, withStatus } from '../planning/index.ts';
import type { Narrow } from '../planning/index.ts';
import { groupRights } from '../projects/index.ts';
import type { GivenRight, GroupUse } from '../projects/index.ts';
import type { Definition } from '../trackers/index.ts';
import './program.tables.ts';

/** How a program plans. */
export interface Plan extends Selectable<Tables['programs']> {
  /** In the order of its settings. */
  plannableTrackerIds: readonly number[];
  groupIds: readonly number[];
}

/** Undefined where the project has none. */
export async function findPlan(db: Reader, projectId: number): Promise<Plan | undefined> {
  const [row, plannable, groups] = await Promise.all([
    db.selectFrom('programs').selectAll().where('project_id', '=', projectId).executeTakeFirst(),
    db
      .selectFrom('program_plannable_trackers')
      .select('tracker_id')
      .where('project_id', '=', projectId)
      .orderBy('rank')
      .execute(),
    db
      .selectFrom('program_prioritizers')
      .select('ugroup_id')
      .where('project_id', '=', projectId)
      .orderBy('ugroup_id')
      .execute(),
  ]);
  return (
    row && {
      ...row,
      plannableTrackerIds: plannable.map((one) => one.tracker_id),
      groupIds: groups.map((one) => one.ugroup_id),
    }
  );
}

/** Takes the place of the plan that there was. */
export async function savePlan(tx: Writer, { plannableTrackerIds, groupIds, ...row }: Plan): Promise<void> {
  await tx.deleteFrom('programs').where('project_id', '=', row.project_id).execute();
  await tx.insertInto('programs').values(row).execute();
  for (const [rank, tracker_id] of [...new Set(plannableTrackerIds)].entries())
    await tx
      .insertInto('program_plannable_trackers')
      .values({ project_id: row.project_id, tracker_id, rank })
      .execute();
  for (const ugroup_id of new Set(groupIds))
    await tx.insertInto('program_prioritizers').values({ project_id: row.project_id, ugroup_id }).execute();
}

/** Projects of the program's teams, in order of id. */
export async function listTeamIds(db: Reader, projectId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('program_teams')
    .select('team_id')
    .where('project_id', '=', projectId)
    .orderBy('team_id')
    .execute();
  return rows.map((row) => row.team_id);
}

export async function replaceTeams(tx: Writer, projectId: number, teamIds: readonly number[]): Promise<void> {
  await tx.deleteFrom('program_teams').where('project_id', '=', projectId).execute();
  for (const team_id of new Set(teamIds))
    await tx.insertInto('program_teams').values({ project_id: projectId, team_id }).execute();
}

/** Those of the projects that are teams of some program. */
export async function listTeamsAmong(db: Reader, projectIds: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('program_teams')
    .select('team_id')
    .where('team_id', 'in', [-1, ...projectIds])
    .execute();
  return new Set(rows.map((row) => row.team_id));
}

/** Those of the projects that say how they plan, or have teams. */
export async function listProgramsAmong(db: Reader, projectIds: readonly number[]): Promise<Set<number>> {
  const ids = [-1, ...projectIds];
  const [plans, teams] = await Promise.all([
    db.selectFrom('programs').select('project_id').where('project_id', 'in', ids).execute(),
    db.selectFrom('program_teams').select('project_id').where('project_id', 'in', ids).execute(),
  ]);
  return new Set([...plans, ...teams].map((row) => row.project_id));
}

/** What a tracker is to a program that has teams. */
export interface TrackerPart {
  trackerId: number;
  projectId: number;
  part: 'increment' | 'iteration' | 'feature';
}

/** Those of the trackers that are part of a program with teams. */
export async function listParts(db: Reader, trackerIds: readonly number[]): Promise<TrackerPart[]> {
  const ids = [-1, ...trackerIds];
  const withTeams = db.selectFrom('program_teams').select('program_teams.project_id');
  const [plans, features] = await Promise.all([
    db
      .selectFrom('programs')
      .select(['project_id', 'increment_tracker_id', 'iteration_tracker_id'])
      .where('project_id', 'in', withTeams)
      .where((eb) => eb.or([eb('increment_tracker_id', 'in', ids), eb('iteration_tracker_id', 'in', ids)]))
      .execute(),
    db
      .selectFrom('program_plannable_trackers')
      .select(['project_id', 'tracker_id'])
      .where('project_id', 'in', withTeams)
      .where('tracker_id', 'in', ids)
      .execute(),
  ]);
  const wanted = new Set(trackerIds);
  return [
    ...plans.flatMap((row): TrackerPart[] => [
      { trackerId: row.increment_tracker_id, projectId: row.project_id, part: 'increment' },
      ...(row.iteration_tracker_id === null
        ? []
        : [{ trackerId: row.iteration_tracker_id, projectId: row.project_id, part: 'iteration' } as const]),
    ]),
    ...features.map((row): TrackerPart => ({
      trackerId: row.tracker_id,
      projectId: row.project_id,
      part: 'feature',
    })),
  ].filter(({ trackerId }) => wanted.has(trackerId));
}

/** What was put into the backlog of a program. */
export const inProgramBacklog: Narrow = (query) =>
  query.where('artifacts.id', 'in', (eb) =>
    eb.selectFrom('program_backlog_items').select('program_backlog_items.artifact_id'),
  );

/** Gives those that were not there before. */
export async function addToBacklog(tx: Writer, artifactIds: readonly number[]): Promise<number[]> {
  const added: number[] = [];
  for (const artifact_id of artifactIds) {
    const made = await tx
      .insertInto('program_backlog_items')
      .values({ artifact_id })
      .onConflict((conflict) => conflict.doNothing())
      .returning('artifact_id')
      .execute();
    added.push(...made.map((item) => item.artifact_id));
  }
  return added;
}

export async function removeFromBacklog(tx: Writer, artifactIds: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('program_backlog_items')
    .where('artifact_id', 'in', [-1, ...artifactIds])
    .execute();
}

/** As addToBacklog, where the artifact may be planned by its program, and no increment has it. */
export async function addUnplanned(tx: Writer, artifactId: number): Promise<void> {
  const row = await tx
    .selectFrom('artifacts')
    .innerJoin('program_plannable_trackers', 'program_plannable_trackers.tracker_id', 'artifacts.tracker_id')
    .innerJoin('programs', 'programs.project_id', 'program_plannable_trackers.project_id')
    .select('programs.increment_tracker_id')
    .where('artifacts.id', '=', artifactId)
    .executeTakeFirst();
  if (row === undefined) return;
  const holders = await listLinking(tx, [artifactId], [row.increment_tracker_id]);
  if (holders.length === 0) await addToBacklog(tx, [artifactId]);
}

/** Which artifacts of these trackers link to these, by any type or by one, and what they link to. */
export const listLinking = (
  db: Reader,
  targetIds: readonly number[],
  trackerIds: readonly number[],
  type?: string,
): Promise<{ source_id: number; target_id: number }[]> => {
  const query = db
    .selectFrom('artifact_links')
    .innerJoin('artifacts', 'artifacts.id', 'artifact_links.source_id')
    .select(['artifact_links.source_id', 'artifact_links.target_id'])
    .where('artifact_links.target_id', 'in', [-1, ...targetIds])
    .where('artifacts.tracker_id', 'in', [-1, ...trackerIds])
    .orderBy('artifact_links.source_id');
  return (type === undefined ? query : query.where('artifact_links.type', '=', type)).execute();
};

/** What these link to that is in these projects, by any type or by one. */
export const listLinked = (
  db: Reader,
  sourceIds: readonly number[],
  projectIds: readonly number[],
  type?: string,
): Promise<{ source_id: number; target_id: number; tracker_id: number; project_id: number }[]> => {
  const query = db
    .selectFrom('artifact_links')
    .innerJoin('artifacts', 'artifacts.id', 'artifact_links.target_id')
    .innerJoin('trackers', 'trackers.id', 'artifacts.tracker_id')
    .select(['artifact_links.source_id', 'artifact_links.target_id', 'artifacts.tracker_id', 'trackers.project_id'])
    .where('artifact_links.source_id', 'in', [-1, ...sourceIds])
    .where('trackers.project_id', 'in', [-1, ...projectIds])
    .orderBy('artifact_links.target_id');
  return (type === undefined ? query : query.where('artifact_links.type', '=', type)).execute();
};

/** What links to one of these by this type. */
export async function listSources(db: Reader, targetIds: readonly number[], type: string): Promise<number[]> {
  const rows = await db
    .selectFrom('artifact_links')
    .select('source_id')
    .where('target_id', 'in', [-1, ...targetIds])
    .where('type', '=', type)
    .orderBy('source_id')
    .execute();
  return rows.map((row) => row.source_id);
}

/** Which of these has which of those as a child, in order of the parents. */
export const listParentLinks = (
  db: Reader,
  childIds: readonly number[],
  trackerIds: readonly number[],
): ReturnType<typeof listLinking> => listLinking(db, childIds, trackerIds, '_is_child');

/** Ids of artifacts of a tracker whose status is open, the newest first. */
export async function listOpenIds(db: Reader, { id, semantics }: Definition, limit: number): Promise<number[]> {
  const narrow: Narrow = semantics.status === undefined ? (query) => query : withStatus(semantics.status, true);
  const rows = await db
    .selectFrom(idsOf(db, [{ trackerId: id, narrow }]).as('open'))
    .select('open.id')
    .orderBy('open.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** Whether the group plans the project's program. */
export async function listGroupUses(db: Reader, projectId: number, groupId: number): Promise<GroupUse[]> {
  const rows = await db
    .selectFrom('program_prioritizers')
    .select('ugroup_id')
    .where('project_id', '=', projectId)
    .where('ugroup_id', '=', groupId)
    .execute();
  return rows.map(() => ({ kind: 'program', label: '', count: 1 }));
}

export const releaseGroup = (tx: Writer, _projectId: number, groupId: number): Promise<void> =>
  groupRights.releaseRights(tx, 'program_prioritizers', ['project_id'], groupId);

/** Who may prioritize in the program of a project. */
export async function listGivenRights(db: Reader, projectId: number): Promise<GivenRight[]> {
  const rows = await db
    .selectFrom('program_prioritizers')
    .select('ugroup_id as groupId')
    .where('project_id', '=', projectId)
    .orderBy('ugroup_id')
    .execute();
  return groupRights.gatherRights(
    'program',
    rows.map((row) => ({ ...row, id: projectId, label: '', right: 'prioritize' })),
  );
}
