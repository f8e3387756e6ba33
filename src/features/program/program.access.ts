// Programs, increments and iterations as a viewer may see them. What is hidden is as if it were not there.
import type { Reader } from '../../platform/database/index.ts';
import { forbidden, invalid, notFound } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { findVisible, listArtifactsByIds, parseValues } from '../artifacts/index.ts';
import type { RenderableArtifact } from '../artifacts/index.ts';
import { isInGroup, isProjectAdmin, projectServices, requireLivingProject } from '../projects/index.ts';
import type { ProjectRow, Viewer } from '../projects/index.ts';
import type { Definition } from '../trackers/index.ts';
import type { ProgramDeps } from './program-deps.ts';
import { programService } from './program-deps.ts';
import { findPlan, listTeamIds } from './program.store.ts';
import type { Plan } from './program.store.ts';

/** A program, as far as the viewer may see it. */
export interface SeenProgram {
  project: ProjectRow;
  /** undefined: nobody said how it plans. */
  plan: Plan | undefined;
  teamIds: readonly number[];
  /** undefined where it is hidden. */
  incrementTracker: Definition | undefined;
  iterationTracker: Definition | undefined;
  /** Those of the plan that are not hidden. */
  plannableTrackers: readonly Definition[];
}

/** A project that the viewer may enter. Throws notFound for any other. */
export async function readProject({ projects }: ProgramDeps, viewer: Viewer, id: number): Promise<ProjectRow> {
  const project = await projects.find(viewer, id);
  if (project === undefined)
    throw notFound(says('project.unknown')`this project does not exist, or you don't have access to it`);
  return project;
}

/** Projects of a program's teams, whoever may enter them; undefined for a project that is no program. */
export const listTeamsOf = async (db: Reader, projectId: number): Promise<number[] | undefined> =>
  (await projectServices.isServiceOn(db, projectId, programService)) ? listTeamIds(db, projectId) : undefined;

/** Throws as readProject, and invalid for a project that is no program. */
export async function openProgram(deps: ProgramDeps, viewer: Viewer, projectId: number): Promise<SeenProgram> {
  const program = await findProgram(deps, viewer, projectId);
  if (program !== undefined) return program;
  throw invalid(
    says(
      'program.none',
    )`project ${projectId} is not a program; create one with PUT /projects/${projectId}/program_plan`,
    'id',
  );
}

/** undefined for a project that is no program. Throws as readProject. */
export async function findProgram(
  deps: ProgramDeps,
  viewer: Viewer,
  projectId: number,
): Promise<SeenProgram | undefined> {
  const project = await readProject(deps, viewer, projectId);
  const db = deps.database.read;
  const [plan, isOn, teamIds] = await Promise.all([
    findPlan(db, projectId),
    projectServices.isServiceOn(db, projectId, programService),
    listTeamIds(db, projectId),
  ]);
  if (!isOn) return undefined;
  const visible = await deps.trackers.listOfProject(viewer, projectId, false);
  const find = (id: number | null | undefined): Definition | undefined => visible.find((tracker) => tracker.id === id);
  return {
    project,
    plan,
    teamIds,
    incrementTracker: find(plan?.increment_tracker_id),
    iterationTracker: find(plan?.iteration_tracker_id),
    plannableTrackers: (plan?.plannableTrackerIds ?? []).flatMap((id) => find(id) ?? []),
  };
}

/** An artifact of a program. */
export interface SeenPart {
  program: SeenProgram;
  renderable: RenderableArtifact;
}

/** An artifact with its program. Throws notFound where the viewer may not see it, and where its project plans nothing. */
export async function openPart(deps: ProgramDeps, viewer: Viewer, id: number): Promise<SeenPart> {
  const {
    database: { read: db },
    trackers,
  } = deps;
  const [row] = await listArtifactsByIds(db, [id]);
  const { ids, definitions } = await findVisible({ db, trackers }, viewer, row === undefined ? [] : [row]);
  const tracker = definitions.get(row?.tracker_id ?? 0);
  if (row === undefined || tracker === undefined || !ids.has(id))
    throw notFound(says('artifact.unseen')`there is no artifact ${id}, or you don't have access to it`);
  const isPlanned = (await findPlan(db, tracker.project.id)) !== undefined;
  if (!isPlanned || !(await projectServices.isServiceOn(db, tracker.project.id, programService)))
    throw notFound(says('program.no-part')`artifact ${id} is not part of a program`);
  const program = await openProgram(deps, viewer, tracker.project.id);
  return { program, renderable: { row, tracker, values: parseValues(row) } };
}

/** Throws notFound for what is no increment that the viewer may see. */
export async function openIncrement(deps: ProgramDeps, viewer: Viewer, id: number): Promise<SeenPart> {
  const part = await openPart(deps, viewer, id);
  if (part.renderable.tracker.id !== part.program.plan?.increment_tracker_id)
    throw notFound(says('program.no-increment')`artifact ${id} is not an increment of a program`);
  return part;
}

/** Throws notFound for what is no iteration that the viewer may see. */
export async function openIteration(deps: ProgramDeps, viewer: Viewer, id: number): Promise<SeenPart> {
  const part = await openPart(deps, viewer, id);
  if (part.renderable.tracker.id !== part.program.plan?.iteration_tracker_id)
    throw notFound(says('program.no-iteration')`artifact ${id} is not an iteration of a program`);
  return part;
}

/** Whether the viewer may say what increments hold, and order features. */
export const mayPrioritize = (viewer: Viewer, { project, plan }: SeenProgram): boolean =>
  isProjectAdmin(viewer, project.id) ||
  (plan?.groupIds ?? []).some((groupId) => isInGroup(viewer, groupId, project.id));

/** Throws forbidden for who may not plan, and in a closed project. */
export function requirePrioritizer(viewer: Viewer, program: SeenProgram): void {
  requireLivingProject(program.project);
  if (!mayPrioritize(viewer, program))
    throw forbidden(says('program.no-right')`you don't have permission to plan features of this program`);
}
