// How programs are set up: trackers, who plans, teams.
import type { Static } from 'typebox';
import { forbidden, invalid, notFound } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { enqueueJob } from '../../platform/jobs/index.ts';
import { readOneLine } from '../../platform/texts/one-line.ts';
import type { Writer } from '../../platform/database/index.ts';
import { findRoot, hasExplicitBacklog, listPlannings } from '../planning/index.ts';
import {
  grantedGroups,
  isProjectAdmin,
  projectRecords,
  projectServices,
  projectViews,
  requireLivingProject,
  requireStillLiving,
} from '../projects/index.ts';
import type { ProjectRow, Viewer } from '../projects/index.ts';
import { bumpSiteVersion } from '../site/index.ts';
import type { Definition } from '../trackers/index.ts';
import { mirrorJob } from './mirror-timeboxes.ts';
import { programService } from './program-deps.ts';
import type { ProgramDeps } from './program-deps.ts';
import { findProgram, openProgram, readProject } from './program.access.ts';
import type { ProgramPlan, ProgramPlanChange, ProgramSetting, ProgramTeams } from './program.schema.ts';
import * as store from './program.store.ts';
import { viewPlan } from './program.view.ts';

/** Throws as openProgram, and notFound where nobody said how the program plans. */
export async function showPlan(
  deps: ProgramDeps,
  viewer: Viewer,
  projectId: number,
): Promise<Static<typeof ProgramPlan>> {
  const program = await openProgram(deps, viewer, projectId);
  if (program.plan === undefined || program.incrementTracker === undefined)
    throw notFound(
      says('program.no-plan')`this program has no plan settings, or you don't have access to its increments`,
    );
  return viewPlan(viewer, program, program.plan);
}

/** As `showPlan` and `listTeams`, with nothing for a project that is no program. Throws as readProject. */
export async function showSetting(
  deps: ProgramDeps,
  viewer: Viewer,
  projectId: number,
): Promise<Static<typeof ProgramSetting>> {
  const program = await findProgram(deps, viewer, projectId);
  if (program === undefined) return { is_program: false, plan: null, teams: [] };
  const isPlanned = program.plan !== undefined && program.incrementTracker !== undefined;
  return {
    is_program: true,
    plan: isPlanned ? await showPlan(deps, viewer, projectId) : null,
    teams: await listTeams(deps, viewer, projectId),
  };
}

/** Those that the viewer may enter. Throws as openProgram. */
export async function listTeams(
  deps: ProgramDeps,
  viewer: Viewer,
  projectId: number,
): Promise<Static<typeof ProgramTeams>> {
  const { teamIds } = await openProgram(deps, viewer, projectId);
  const found = await Promise.all(teamIds.map((id) => deps.projects.find(viewer, id)));
  return found.flatMap((project) => (project === undefined ? [] : [projectViews.viewProjectReference(project)]));
}

/** Throws notFound for a team, and for a project that the viewer may not enter; forbidden for who does not administer it. */
async function readOwn(deps: ProgramDeps, viewer: Viewer, projectId: number): Promise<ProjectRow> {
  const project = await readProject(deps, viewer, projectId);
  if (!isProjectAdmin(viewer, projectId))
    throw forbidden(says('project.admin-only')`only project administrators can do this`);
  requireLivingProject(project);
  if ((await store.listTeamsAmong(deps.database.read, [projectId])).size > 0)
    throw notFound(
      says('program.is-team')`project ${projectId} is a team of a program, so it can't be a program itself`,
    );
  return project;
}

/**
 * Says how a program plans, and makes the project one. Throws as readOwn; invalid for trackers of other projects, for one that has two
 * parts, and for groups that are none of the project.
 */
export async function savePlan(
  deps: ProgramDeps,
  viewer: Viewer,
  projectId: number,
  body: Static<typeof ProgramPlanChange>,
): Promise<void> {
  await readOwn(deps, viewer, projectId);
  const plan = await readPlan(deps, viewer, projectId, body);
  await change(deps, projectId, async (tx) => {
    await projectServices.beginService(tx, projectId, programService);
    await store.savePlan(tx, plan);
  });
}

async function readPlan(
  deps: ProgramDeps,
  viewer: Viewer,
  projectId: number,
  body: Static<typeof ProgramPlanChange>,
): Promise<store.Plan> {
  const { iteration } = body;
  const known = await deps.trackers.listOfProject(viewer, projectId, false);
  const read = (id: number, path: string): Definition => {
    const tracker = known.find((one) => one.id === id);
    if (tracker === undefined)
      throw invalid(says('planning.no-tracker')`there is no tracker ${id} in this project`, path);
    return tracker;
  };
  const increments = read(body.program_increment_tracker_id, 'program_increment_tracker_id');
  const iterations = iteration && read(iteration.iteration_tracker_id, 'iteration.iteration_tracker_id');
  if (iterations?.id === increments.id)
    throw invalid(
      says('program.iteration-tracker')`must be another tracker than that of the increments`,
      'iteration.iteration_tracker_id',
    );
  const plannable = body.plannable_tracker_ids.map((id, index) => read(id, `plannable_tracker_ids[${index}]`).id);
  const index = plannable.findIndex((id) => id === increments.id || id === iterations?.id);
  if (index >= 0)
    throw invalid(
      says('program.plannable-tracker')`must not be the tracker of increments or iterations`,
      `plannable_tracker_ids[${index}]`,
    );
  const groups = body.permissions.can_prioritize_features.map((id) => ({ id }));
  return {
    project_id: projectId,
    increment_tracker_id: increments.id,
    increment_label: readLabel(body.program_increment_label, 'program_increment_label'),
    increment_sub_label: readLabel(body.program_increment_sub_label, 'program_increment_sub_label'),
    iteration_tracker_id: iterations?.id ?? null,
    iteration_label: readLabel(iteration?.iteration_label, 'iteration.iteration_label'),
    iteration_sub_label: readLabel(iteration?.iteration_sub_label, 'iteration.iteration_sub_label'),
    plannableTrackerIds: [...new Set(plannable)],
    groupIds: grantedGroups.readGroupIds(groups, increments, 'permissions.can_prioritize_features'),
  };
}

const readLabel = (text: string | null | undefined, path: string): string =>
  text === undefined || text === null || text.trim() === '' ? '' : readOneLine(text, path);

/**
 * Says which projects are teams of a program. Throws as readOwn, and as openProgram; invalid for a program, for a project whose backlog is
 * not filled by hand or has no planning, and for one that the viewer does not administer.
 */
export async function saveTeams(
  deps: ProgramDeps,
  viewer: Viewer,
  projectId: number,
  teamIds: readonly number[],
): Promise<void> {
  await readOwn(deps, viewer, projectId);
  await openProgram(deps, viewer, projectId);
  const db = deps.database.read;
  const projects = new Map(
    (await projectRecords.listProjectsByIds(db, teamIds)).map((project) => [project.id, project]),
  );
  const programs = await store.listProgramsAmong(db, teamIds);
  const plannings = await listPlannings(db, teamIds);
  for (const [index, id] of teamIds.entries()) {
    const path = `team_ids[${index}]`;
    if (!projects.has(id) || !isProjectAdmin(viewer, id))
      throw invalid(
        says('program.team-foreign')`must be a project that you administer; you don't administer ${id}`,
        path,
      );
    if (id === projectId || programs.has(id))
      throw invalid(says('program.team-program')`project ${id} is a program`, path);
    if (!(await hasExplicitBacklog(db, id)))
      throw invalid(says('program.team-backlog')`the backlog of project ${id} must be filled by hand`, path);
    if (findRoot(plannings.filter((planning) => planning.projectId === id)) === undefined)
      throw invalid(says('program.team-planning')`project ${id} has no planning`, path);
  }
  await change(deps, projectId, (tx) => store.replaceTeams(tx, projectId, teamIds));
}

/** What teams mirror follows a change. */
const change = ({ database, clock }: ProgramDeps, projectId: number, save: (tx: Writer) => Promise<void>) =>
  database.transact(async (tx) => {
    await requireStillLiving(tx, projectId);
    await save(tx);
    await enqueueJob(tx, mirrorJob, { projectId }, { nowMs: clock.nowMs() });
    await bumpSiteVersion(tx);
  });
