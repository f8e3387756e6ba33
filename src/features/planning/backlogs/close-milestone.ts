// Closes a milestone: its status, and where what is open in it goes, all of it or nothing.
import type { Static } from 'typebox';
import { invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { artifactViews, listArtifactsByIds, parseValues, statusOf } from '../../artifacts/index.ts';
import type { LinkChange } from '../../artifacts/index.ts';
import { requireLivingProject } from '../../projects/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { mayField } from '../../trackers/index.ts';
import type { Definition } from '../../trackers/index.ts';
import { listAmong, listFound, listParents } from '../definition/board.store.ts';
import { byStatus, visibleOf } from '../definition/planning.access.ts';
import { findParentPlanning } from '../definition/planning.service.ts';
import type { Plannings } from '../definition/planning.service.ts';
import type { MilestoneClosed, MilestoneClosing } from '../milestones/milestones.schema.ts';
import { readMilestone } from '../milestones/milestones.service.ts';
import type { SeenMilestone } from '../milestones/milestones.service.ts';
import { findContent, findMilestoneBacklog, findTopBacklog, selectFree } from './backlogs.ts';
import type { Backlog } from './backlogs.ts';
import { planLinks, readAdded, requirePlanner, settleAdded } from './change-backlog.ts';

type Body = Static<typeof MilestoneClosing>;
type Answer = Static<typeof MilestoneClosed>;

/**
 * Throws as readMilestone; invalid for a milestone that is closed, for a status that does not close it, for a place that items can't go
 * to; forbidden for closed projects and for who may not plan there; and as a change of the artifact does.
 */
export async function closeMilestone(plannings: Plannings, viewer: Viewer, id: number, body: Body): Promise<Answer> {
  const { artifacts, db } = plannings.reading;
  const milestone = await readMilestone(plannings, viewer, id);
  requireLivingProject(milestone.seen.tracker.project);
  const status = readStatus(viewer, milestone, body);
  const content = await findContent(plannings, viewer, id, { openOnly: true });
  const { rows: open } = await listFound(db, content.selections);
  const goal = await findGoal(plannings, viewer, milestone, body);
  const ids = goal === undefined ? [] : open.map((row) => row.id);
  const elsewhere =
    body.open_items === 'backlog' ? await listElsewhere(plannings, viewer, content, id, ids) : new Set();
  // What the backlog does not take only leaves the milestone.
  const takes = new Set(goal?.takes.map((tracker) => tracker.id));
  const isTaken = new Map(open.map((row) => [row.id, body.open_items !== 'backlog' || takes.has(row.tracker_id)]));
  const going = ids.filter((one) => !elsewhere.has(one) && isTaken.get(one) === true);
  if (goal !== undefined && going.length > 0) requirePlanner(viewer, goal, true);
  const added =
    goal === undefined
      ? []
      : await readAdded(
          plannings,
          viewer,
          goal,
          going.map((one) => ({ id: one })),
          (sentence) => invalid(sentence, 'open_items'),
        );
  const ending: LinkChange = { id, added: [], removed: ids, path: 'open_items', values: [status] };
  const links = [ending, ...(goal === undefined ? [] : planLinks(goal, added))];
  await artifacts.changeLinks(viewer, links, async (tx) => {
    if (goal !== undefined) await settleAdded(plannings, tx, viewer, goal, added);
  });
  const references = await referTo(plannings, viewer, ids);
  return {
    moved: references.filter((one) => !elsewhere.has(one.id)),
    planned_elsewhere: references.filter((one) => elsewhere.has(one.id)),
  };
}

/** The value of the status that closes it. Throws invalid. */
function readStatus(viewer: Viewer, { row, seen: { tracker } }: SeenMilestone, body: Body) {
  const semantic = tracker.semantics.status;
  const field = tracker.fieldById.get(semantic?.field_id ?? -1);
  if (semantic === undefined || field === undefined || !mayField(viewer, tracker, field, 'read'))
    throw invalid(
      says(
        'milestone.no-status',
      )`you don't have access to the status field of the milestones in the tracker "${tracker.name}", or there is none`,
    );
  const { isOpen } = statusOf(
    tracker,
    parseValues(row),
    () => true,
    () => undefined,
  );
  if (!isOpen) throw invalid(says('milestone.is-closed')`milestone ${row.id} is already closed`);
  const closed = field.values.filter((value) => !semantic.value_ids.includes(value.id) && !value.isHidden);
  const wanted = body.status_value_id;
  const chosen = wanted === undefined ? closed[0] : closed.find((value) => value.id === wanted);
  if (chosen === undefined)
    throw invalid(
      says('milestone.no-closed-status')`must be a closed value of the field "${field.label}"`,
      'status_value_id',
    );
  return { field_id: field.id, bind_value_ids: [chosen.id] };
}

/** Where open items go; undefined for nowhere. Throws invalid, and as findContent for the other milestone. */
async function findGoal(
  plannings: Plannings,
  viewer: Viewer,
  { row, board, seen }: SeenMilestone,
  { open_items: goal, milestone_id: otherId }: Body,
): Promise<Backlog | undefined> {
  if (otherId !== undefined && goal !== 'milestone')
    throw invalid(says('milestone.goal-unasked')`can only be used with \`open_items\` "milestone"`, 'milestone_id');
  if (goal === 'keep') return undefined;
  if (goal === 'milestone') return findOther(plannings, viewer, row.id, otherId);
  const { db } = plannings.reading;
  const parentPlanning = findParentPlanning(board, seen);
  const open = parentPlanning && byStatus(viewer, parentPlanning.tracker, true);
  const parentId =
    parentPlanning &&
    (await listParents(db, [row.id], visibleOf(db, viewer, parentPlanning.tracker, ...(open ? [open] : [])))).get(
      row.id,
    );
  return parentId === undefined
    ? findTopBacklog(plannings, viewer, board.projectId)
    : findMilestoneBacklog(plannings, viewer, parentId, { withClosed: false, withPlanned: false });
}

async function findOther(
  plannings: Plannings,
  viewer: Viewer,
  id: number,
  otherId: number | undefined,
): Promise<Backlog> {
  const path = 'milestone_id';
  if (otherId === undefined)
    throw invalid(says('milestone.goal-missing')`is required when open items move to a milestone`, path);
  if (otherId === id)
    throw invalid(says('milestone.goal-itself')`must be another milestone than the one being closed`, path);
  const other = await readMilestone(plannings, viewer, otherId);
  const { isOpen } = statusOf(
    other.seen.tracker,
    parseValues(other.row),
    () => true,
    () => undefined,
  );
  if (!isOpen)
    throw invalid(
      says('milestone.goal-closed')`milestone ${otherId} is closed; move open items to an open milestone`,
      path,
    );
  return findContent(plannings, viewer, otherId);
}

/** Those of the items that another open milestone of the same planning holds. */
async function listElsewhere(
  plannings: Plannings,
  viewer: Viewer,
  content: Backlog,
  id: number,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const free = await listAmong(plannings.reading.db, selectFree(plannings, viewer, content, id), ids);
  return new Set(ids.filter((one) => !free.has(one)));
}

async function referTo(
  { reading: { db, artifacts } }: Plannings,
  viewer: Viewer,
  ids: readonly number[],
): Promise<Answer['moved']> {
  const rows = await listArtifactsByIds(db, ids);
  const trackers = new Map<number, Definition | undefined>();
  for (const trackerId of new Set(rows.map((row) => row.tracker_id)))
    trackers.set(trackerId, await artifacts.reading.trackers.findDefinition(trackerId, viewer.site.version));
  return rows.flatMap((row) => {
    const tracker = trackers.get(row.tracker_id);
    return tracker === undefined ? [] : [artifactViews.viewArtifactReference(row.id, tracker)];
  });
}
