// Keeps a milestone in each team's project for each increment and iteration of its program: title, description, status and time, and
// what is planned in it. Teams own the rest of their milestones.
import { Type } from 'typebox';
import type { Reader, Writer } from '../../platform/database/index.ts';
import type { JobType } from '../../platform/jobs/index.ts';
import { artifactWorkflow, artifactWrites, listArtifactsByIds, parseValues } from '../artifacts/index.ts';
import type { ArtifactRow } from '../artifacts/index.ts';
import { findRoot, listPlannings, mirrorType, removeFromTopBacklog } from '../planning/index.ts';
import type { Planning } from '../planning/index.ts';
import { projectViewers } from '../projects/index.ts';
import type { Viewer } from '../projects/index.ts';
import type { Site } from '../site/index.ts';
import { fieldIs } from '../trackers/index.ts';
import type { ArtifactLink, Definition } from '../trackers/index.ts';
import { mirroredValues } from './mirror-values.ts';
import { childType } from './program-deps.ts';
import type { ProgramDeps } from './program-deps.ts';
import { listLinked, listLinking, listParentLinks, listSources, listTeamIds } from './program.store.ts';
import type { Plan } from './program.store.ts';

const Payload = Type.Object({ projectId: Type.Integer() });

/** Mirrors all open increments of a program. */
export const mirrorJob: JobType<typeof Payload> = { name: 'mirror-program', payload: Payload };

/** What mirroring needs to know of a program and its teams, of one version of the site. */
export interface MirrorWorld {
  readonly site: Site;
  readonly plan: Plan;
  readonly teams: readonly Team[];
  /** Of increments, iterations and milestones. */
  readonly definitions: ReadonlyMap<number, Definition>;
}

/** Which milestones of a team stand for increments, and which for iterations. */
interface Team {
  readonly increments: Planning | undefined;
  readonly iterations: Planning | undefined;
}

export async function loadMirrorWorld(deps: ProgramDeps, site: Site, plan: Plan): Promise<MirrorWorld> {
  const { read: db } = deps.database;
  const teamIds = await listTeamIds(db, plan.project_id);
  const plannings = Map.groupBy(await listPlannings(db, teamIds), ({ projectId }) => projectId);
  const teams = teamIds.map((id): Team => {
    const own = plannings.get(id) ?? [];
    const increments = findRoot(own);
    return { increments, iterations: own.find(({ parentTrackerId }) => parentTrackerId === increments?.trackerId) };
  });
  const milestones = teams.flatMap(({ increments, iterations }) => [increments?.trackerId, iterations?.trackerId]);
  const definitions = new Map<number, Definition>();
  for (const id of [plan.increment_tracker_id, plan.iteration_tracker_id, ...milestones]) {
    const tracker = await deps.trackers.findDefinition(id ?? -1, site.version);
    if (tracker !== undefined) definitions.set(tracker.id, tracker);
  }
  return { site, plan, teams, definitions };
}

/** Who may read everything: mirrors say what is, whoever reads them by the rights of teams. */
export const readerOfAll = (site: Site): Viewer => ({
  ...projectViewers.anonymousReader(site),
  isSuperUser: true,
  rightsClass: 'super',
});

interface Timebox {
  row: ArtifactRow;
  tracker: Definition;
  isIncrement: boolean;
}

/**
 * Brings milestones of all teams up to what an increment or iteration says, in the caller's transaction, as the account of workflows. Does
 * nothing for an artifact that is neither, or gone.
 */
export async function mirrorTimebox(tx: Writer, world: MirrorWorld, nowMs: number, id: number): Promise<void> {
  const { plan, teams, definitions } = world;
  const [row] = await listArtifactsByIds(tx, [id]);
  const tracker = definitions.get(row?.tracker_id ?? -1);
  if (row === undefined || tracker?.project.id !== plan.project_id) return;
  const isIncrement = tracker.id === plan.increment_tracker_id;
  for (const team of teams) {
    const planning = isIncrement ? team.increments : team.iterations;
    if (planning === undefined) continue;
    const mirror = await mirrorIn(tx, world, nowMs, { row, tracker, isIncrement }, planning);
    if (!isIncrement && mirror !== undefined) await putInside(tx, world, nowMs, row.id, mirror, team);
  }
}

/** Gives the milestone; undefined where its tracker has no links. */
async function mirrorIn(
  tx: Writer,
  { site, plan, definitions }: MirrorWorld,
  nowMs: number,
  timebox: Timebox,
  planning: Planning,
): Promise<ArtifactRow | undefined> {
  const tracker = definitions.get(planning.trackerId);
  const linkField = tracker?.fields.find(fieldIs.links);
  if (tracker === undefined || linkField === undefined) return undefined;
  const found = await findMirror(tx, timebox.row.id, tracker.id);
  const row = found ?? (await artifactWrites.createArtifact(tx, tracker, artifactWorkflow.workflowUserId, nowMs));
  const present = linksIn(parseValues(row)[linkField.id]);
  const added = timebox.isIncrement ? await listStories(tx, timebox.row.id, plan, planning) : [];
  const left = timebox.isIncrement ? await listLeft(tx, plan, new Set(added), present) : [];
  const links: ArtifactLink[] = present.filter(({ id }) => !left.includes(id));
  const wanted = [{ id: timebox.row.id, type: mirrorType }, ...added.map((id) => ({ id, type: '' }))];
  for (const link of wanted) if (!links.some(({ id }) => id === link.id)) links.push(link);
  const source = { viewer: readerOfAll(site), tracker: timebox.tracker, values: parseValues(timebox.row) };
  const values = mirroredValues(source, tracker, parseValues(row)).set(linkField.id, links);
  const mirror = await artifactWrites.applyChanges(tx, tracker, row, [
    { by: artifactWorkflow.workflowUserId, atMs: nowMs, comments: [], values },
  ]);
  await removeFromTopBacklog(tx, added);
  return mirror;
}

const linksIn = (stored: unknown): ArtifactLink[] =>
  Array.isArray(stored)
    ? stored.flatMap((link: unknown) =>
        typeof link === 'object' && link !== null && 'id' in link && 'type' in link
          ? [{ id: Number(link.id), type: String(link.type) }]
          : [],
      )
    : [];

async function findMirror(tx: Reader, timeboxId: number, trackerId: number): Promise<ArtifactRow | undefined> {
  const rows = await listArtifactsByIds(tx, await listSources(tx, [timeboxId], mirrorType));
  return rows.find((row) => row.tracker_id === trackerId);
}

/** Stories of the increment's features that the planning takes. */
async function listStories(tx: Reader, incrementId: number, plan: Plan, planning: Planning): Promise<number[]> {
  const held = await listLinked(tx, [incrementId], [plan.project_id]);
  const features = held.filter((link) => plan.plannableTrackerIds.includes(link.tracker_id));
  const stories = await listLinked(
    tx,
    features.map((link) => link.target_id),
    [planning.projectId],
    childType,
  );
  const taken = stories.filter((link) => planning.backlogTrackerIds.includes(link.tracker_id));
  return [...new Set(taken.map((link) => link.target_id))];
}

/** Of what the milestone holds, stories of features that the increment does not; those of no feature are the team's own. */
async function listLeft(
  tx: Reader,
  plan: Plan,
  staying: ReadonlySet<number>,
  present: readonly ArtifactLink[],
): Promise<number[]> {
  const ids = present.filter(({ type }) => type === '').map(({ id }) => id);
  const parents = await listParentLinks(tx, ids, plan.plannableTrackerIds);
  return [...new Set(parents.map((link) => link.target_id))].filter((id) => !staying.has(id));
}

/** The milestone of an iteration is inside that of its increment. */
async function putInside(
  tx: Writer,
  { plan, definitions }: MirrorWorld,
  nowMs: number,
  iterationId: number,
  mirror: ArtifactRow,
  { increments }: Team,
): Promise<void> {
  const [increment] = await listParentLinks(tx, [iterationId], [plan.increment_tracker_id]);
  const tracker = definitions.get(increments?.trackerId ?? -1);
  const field = tracker?.fields.find(fieldIs.links);
  if (increment === undefined || tracker === undefined || field === undefined) return;
  const parent = await findMirror(tx, increment.source_id, tracker.id);
  if (parent === undefined) return;
  const links = linksIn(parseValues(parent)[field.id]);
  if (links.some((link) => link.id === mirror.id && link.type === childType)) return;
  const values = new Map([[field.id, [...links, { id: mirror.id, type: childType }]]]);
  await artifactWrites.applyChanges(tx, tracker, parent, [
    { by: artifactWorkflow.workflowUserId, atMs: nowMs, comments: [], values },
  ]);
}

/** Increments that hold one of the features. */
export async function listIncrementsOf(db: Reader, featureIds: readonly number[], plan: Plan): Promise<number[]> {
  const links = await listLinking(db, featureIds, [plan.increment_tracker_id]);
  return [...new Set(links.map((link) => link.source_id))];
}

/** Iterations inside of some increments. */
export async function listIterationsOf(db: Reader, incrementIds: readonly number[], plan: Plan): Promise<number[]> {
  const children = await listLinked(db, incrementIds, [plan.project_id], childType);
  return children.flatMap((link) => (link.tracker_id === plan.iteration_tracker_id ? link.target_id : []));
}
