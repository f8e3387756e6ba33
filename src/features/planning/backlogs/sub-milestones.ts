// Puts milestones into others.
import type { Static } from 'typebox';
import { forbidden, invalid, notFound } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { findVisible, listArtifactsByIds } from '../../artifacts/index.ts';
import { requireLivingProject } from '../../projects/index.ts';
import type { Viewer } from '../../projects/index.ts';
import type { ItemIds } from './backlog.schema.ts';
import * as store from '../definition/board.store.ts';
import { readMilestone } from '../milestones/milestones.service.ts';
import { mayChangeLinks, visibleOf } from '../definition/planning.access.ts';
import { findSubPlanning } from '../definition/planning.service.ts';
import type { Plannings, SeenPlanning } from '../definition/planning.service.ts';
import { readIds } from './put-backlog.ts';

/**
 * The milestones inside this one are these from now on. Throws as readMilestone; forbidden for who may not change what it links to
 * and for milestones that are hidden; notFound for those that are not there; invalid for what comes twice, is no milestone of the level
 * below, or is inside another one.
 */
export async function replaceSubMilestones(
  plannings: Plannings,
  viewer: Viewer,
  id: number,
  body: Static<typeof ItemIds>,
): Promise<void> {
  const sub = await openParent(plannings, viewer, id);
  const ids = readIds(body);
  const { db } = plannings.reading;
  const inside = await store.listFound(db, [visibleOf(db, viewer, sub.tracker, store.childOf([id], true))]);
  const wanted = new Set(ids);
  const removed = inside.rows.flatMap((row) => (wanted.has(row.id) ? [] : row.id));
  await putInside(plannings, viewer, id, sub, ids, removed);
}

/** Adds milestones to those inside this one. Throws as replaceSubMilestones. */
export async function addSubMilestones(
  plannings: Plannings,
  viewer: Viewer,
  id: number,
  added: readonly { id: number }[],
): Promise<void> {
  const sub = await openParent(plannings, viewer, id);
  await putInside(plannings, viewer, id, sub, readIds(added.map((one) => one.id)), []);
}

/** The planning of the milestones inside one that the viewer may change. */
async function openParent(plannings: Plannings, viewer: Viewer, id: number): Promise<SeenPlanning> {
  const { board, seen } = await readMilestone(plannings, viewer, id);
  requireLivingProject(seen.tracker.project);
  if (!mayChangeLinks(viewer, seen.tracker))
    throw forbidden(says('milestone.links')`you don't have permission to change the links of milestone ${id}`);
  const sub = findSubPlanning(board, seen);
  if (sub === undefined)
    throw invalid(says('milestone.no-inside')`milestones of this planning can't contain other milestones`);
  return sub;
}

async function putInside(
  { reading: { db, artifacts } }: Plannings,
  viewer: Viewer,
  id: number,
  sub: SeenPlanning,
  ids: readonly number[],
  removed: readonly number[],
): Promise<void> {
  const rows = await listArtifactsByIds(db, ids);
  const found = new Set(rows.map((row) => row.id));
  const unknown = ids.find((one) => !found.has(one));
  if (unknown !== undefined) throw notFound(says('milestone.none')`there is no milestone ${unknown}`);
  const visible = await findVisible({ db, trackers: artifacts.reading.trackers }, viewer, rows);
  const hidden = ids.find((one) => !visible.ids.has(one));
  if (hidden !== undefined) throw forbidden(says('milestone.unseen')`you don't have access to milestone ${hidden}`);
  const other = rows.find((row) => row.tracker_id !== sub.tracker.id);
  if (other !== undefined)
    throw invalid(says('milestone.other-level')`artifact ${other.id} is not a milestone of the next level`, 'ids');
  const parents = await store.listParentIds(db, ids);
  const taken = parents.find((link) => link.source_id !== id);
  if (taken !== undefined)
    throw invalid(says('milestone.taken')`milestone ${taken.target_id} is already part of another milestone`, 'ids');
  const links = { id, added: ids.map((one) => ({ id: one, type: '_is_child' })), removed, path: 'ids' };
  await artifacts.changeLinks(viewer, [links], async () => undefined);
}
