// How plannings are set up: new ones, changes, their end, and whether a project's backlog is filled by hand.
import type { Static } from 'typebox';
import { mapConstraint } from '../../platform/database/index.ts';
import type { Writer } from '../../platform/database/index.ts';
import { conflict, forbidden, invalid } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { readOneLine } from '../../platform/texts/one-line.ts';
import { grantedGroups, isProjectAdmin, readAsAdmin, requireLivingProject, userGroupNames } from '../projects/index.ts';
import type { Projects, Viewer } from '../projects/index.ts';
import { bumpSiteVersion } from '../site/index.ts';
import type { Definition } from '../trackers/index.ts';
import { allOf, idsOf, listIds, notLinkedFrom, withStatus } from './definition/board.store.ts';
import type { Selection } from './definition/board.store.ts';
import type { BacklogSetting, NewPlanning, PlanningChange, PlanningSetting } from './definition/planning.schema.ts';
import { findRoot } from './definition/planning.service.ts';
import type { Plannings } from './definition/planning.service.ts';
import * as store from './definition/planning.store.ts';
import { viewPlanning } from './definition/planning.view.ts';

export interface SettingDeps {
  plannings: Plannings;
  projects: Projects;
}

type Setting = Static<typeof PlanningSetting>;

/** Throws as Plannings.openPlanning. */
export async function showPlanning({ plannings }: SettingDeps, viewer: Viewer, id: number): Promise<Setting> {
  const { seen } = await plannings.openPlanning(viewer, id);
  const { planning, tracker, backlogTrackers } = seen;
  const titles = await store.readTitles(plannings.reading.db, id);
  return {
    ...viewPlanning(planning, tracker, backlogTrackers),
    ...titles,
    priority_groups: planning.priorityGroupIds.map((groupId) => ({
      id: userGroupNames.groupRestId(groupId, planning.projectId),
    })),
  };
}

/**
 * Makes a planning. Throws as Trackers.read; forbidden for who does not administer the project; invalid for trackers of another project and
 * where milestones would hold each other; conflict where the tracker is planned already.
 */
export async function createPlanning(
  deps: SettingDeps,
  viewer: Viewer,
  body: Static<typeof NewPlanning>,
): Promise<Setting> {
  const { trackers } = deps.plannings.reading.artifacts.reading;
  const tracker = await trackers.read(viewer, body.milestone_tracker.id);
  requireAdministrator(viewer, tracker);
  const backlogIds = await readBacklogTrackers(deps, viewer, tracker, body.backlog_trackers);
  const groupIds = grantedGroups.readGroupIds(body.priority_groups ?? [], tracker, 'priority_groups');
  const row = {
    project_id: tracker.project.id,
    tracker_id: tracker.id,
    name: readOneLine(body.label, 'label'),
    plan_title: body.plan_title ?? '',
    backlog_title: body.backlog_title ?? '',
  };
  const id = await change(deps, (tx) => store.insertPlanning(tx, row, backlogIds, groupIds)).catch((error: unknown) => {
    throw mapConstraint(error, { 'plannings.tracker_id': `the tracker ${tracker.id} has a planning already` });
  });
  // The viewer's moment does not know of it yet.
  const planning = {
    id,
    projectId: row.project_id,
    name: row.name,
    trackerId: tracker.id,
    parentTrackerId: tracker.parentId,
    backlogTrackerIds: backlogIds,
    priorityGroupIds: groupIds,
  };
  const known = await trackers.listOfProject(viewer, row.project_id, false);
  const backlog = backlogIds.flatMap((one) => known.find((candidate) => candidate.id === one) ?? []);
  return {
    ...viewPlanning(planning, tracker, backlog),
    plan_title: row.plan_title,
    backlog_title: row.backlog_title,
    priority_groups: groupIds.map((groupId) => ({ id: userGroupNames.groupRestId(groupId, row.project_id) })),
  };
}

/** Throws as Plannings.openPlanning and createPlanning. */
export async function changePlanning(
  deps: SettingDeps,
  viewer: Viewer,
  id: number,
  body: Static<typeof PlanningChange>,
): Promise<void> {
  const { seen } = await deps.plannings.openPlanning(viewer, id);
  const { tracker } = seen;
  requireAdministrator(viewer, tracker);
  const { backlog_trackers: sent, priority_groups: groups, label } = body;
  const backlogIds = sent && (await readBacklogTrackers(deps, viewer, tracker, sent));
  const groupIds = groups && grantedGroups.readGroupIds(groups, tracker, 'priority_groups');
  const columns = {
    ...(label === undefined ? {} : { name: readOneLine(label, 'label') }),
    ...(body.plan_title === undefined ? {} : { plan_title: body.plan_title }),
    ...(body.backlog_title === undefined ? {} : { backlog_title: body.backlog_title }),
  };
  await change(deps, (tx) => store.updatePlanning(tx, id, { columns, backlogIds, groupIds }));
}

/** Takes a planning away; its milestones stay artifacts as they are. Throws as changePlanning. */
export async function removePlanning(deps: SettingDeps, viewer: Viewer, id: number): Promise<void> {
  const { seen } = await deps.plannings.openPlanning(viewer, id);
  requireAdministrator(viewer, seen.tracker);
  await change(deps, (tx) => store.deletePlanning(tx, id));
}

/** Throws as Projects.read. */
export async function showBacklogSetting(
  { plannings, projects }: SettingDeps,
  viewer: Viewer,
  projectId: number,
): Promise<Static<typeof BacklogSetting>> {
  await projects.read(viewer, projectId);
  return { is_explicit: await store.hasExplicitBacklog(plannings.reading.db, projectId) };
}

/**
 * Says whether the backlog of a project is filled by hand; when it becomes so, what was in it stays. Throws as readAsAdmin, and conflict
 * while a transition of a workflow fills it.
 */
export async function saveBacklogSetting(
  deps: SettingDeps,
  viewer: Viewer,
  projectId: number,
  { is_explicit: isExplicit }: Static<typeof BacklogSetting>,
): Promise<void> {
  await readAsAdmin(deps.projects, viewer, projectId);
  const { artifacts } = deps.plannings.reading;
  const found = await artifacts.reading.trackers.listOfProject(viewer, projectId, false);
  const filling = found.find(({ workflow }) =>
    workflow?.transitions.some(({ actions }) => actions.some(({ kind }) => kind === 'add-to-top-backlog')),
  );
  if (!isExplicit && filling !== undefined)
    throw conflict(
      says(
        'planning.workflow',
      )`a workflow transition of the tracker "${filling.name}" adds artifacts to the backlog; remove it first`,
    );
  const selections = await selectClassic(deps, viewer, projectId);
  await change(deps, async (tx) => {
    if ((await store.hasExplicitBacklog(tx, projectId)) === isExplicit) return;
    if (isExplicit) await store.insertExplicitBacklog(tx, projectId, await listIds(tx, selections));
    else await store.deleteExplicitBacklog(tx, projectId);
  });
}

/** Open items of the first planning's trackers that no open milestone holds, whoever may see them. */
async function selectClassic(
  { plannings: { reading } }: SettingDeps,
  viewer: Viewer,
  projectId: number,
): Promise<Selection[]> {
  const all = await store.listPlannings(reading.db, [projectId]);
  const openOf = async (trackerId: number): Promise<Selection> => {
    const tracker = await reading.artifacts.reading.trackers.findDefinition(trackerId, viewer.site.version);
    const status = tracker?.semantics.status;
    return { trackerId, narrow: status === undefined ? allOf() : withStatus(status, true) };
  };
  const milestones: Selection[] = [];
  for (const { trackerId } of all) milestones.push(await openOf(trackerId));
  const unplanned = notLinkedFrom(idsOf(reading.db, milestones));
  const selections: Selection[] = [];
  for (const id of findRoot(all)?.backlogTrackerIds ?? []) {
    const { trackerId, narrow } = await openOf(id);
    selections.push({ trackerId, narrow: allOf(unplanned, narrow) });
  }
  return selections;
}

/** Plannings are known by the version of the site. */
const change = <T>({ plannings }: SettingDeps, run: (tx: Writer) => Promise<T>): Promise<T> =>
  plannings.database.transact(async (tx) => {
    const result = await run(tx);
    await bumpSiteVersion(tx);
    return result;
  });

function requireAdministrator(viewer: Viewer, { project }: Definition): void {
  requireLivingProject(project);
  if (!isProjectAdmin(viewer, project.id))
    throw forbidden(says('planning.admin-only')`only project administrators can change its plannings`);
}

/** Ids of trackers of the project whose artifacts milestones of `tracker` may hold. */
async function readBacklogTrackers(
  { plannings }: SettingDeps,
  viewer: Viewer,
  tracker: Definition,
  sent: readonly { id: number }[],
): Promise<number[]> {
  const found = await plannings.reading.artifacts.reading.trackers.listOfProject(viewer, tracker.project.id, false);
  const known = new Set(found.map(({ id }) => id));
  if (sent.length === 0)
    throw invalid(says('planning.backlog-trackers')`must contain at least one tracker`, 'backlog_trackers');
  for (const [index, { id }] of sent.entries()) {
    const path = `backlog_trackers[${index}].id`;
    if (!known.has(id)) throw invalid(says('planning.no-tracker')`there is no tracker ${id} in this project`, path);
    if (id === tracker.id)
      throw invalid(says('planning.own-milestones')`milestones can't contain milestones of the same planning`, path);
  }
  return [...new Set(sent.map(({ id }) => id))];
}
