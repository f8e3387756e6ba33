// Puts any artifacts into the one order, for boards that belong to no planning.
import type { Static } from 'typebox';
import { conflict, forbidden, notFound } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { findVisible, listArtifactsByIds } from '../../artifacts/index.ts';
import { projectViewers, requireLivingProject } from '../../projects/index.ts';
import type { Viewer } from '../../projects/index.ts';
import type { Definition } from '../../trackers/index.ts';
import { mayChangePriority, visibleOf } from '../definition/planning.access.ts';
import type { Plannings } from '../definition/planning.service.ts';
import { listPlannings } from '../definition/planning.store.ts';
import type { Planning } from '../definition/planning.store.ts';
import type { BacklogOrder } from './backlog.schema.ts';
import { placeItems, readOrder } from './place-items.ts';

/**
 * Whether the viewer may say where artifacts of the tracker stand: whoever may order one of the backlogs that it fills; where it
 * fills none, members of the project.
 */
function mayOrder(viewer: Viewer, { id, project }: Definition, plannings: readonly Planning[]): boolean {
  const filled = plannings.filter(({ backlogTrackerIds }) => backlogTrackerIds.includes(id));
  return (filled.length === 0 ? [undefined] : filled).some((planning) =>
    mayChangePriority(viewer, project.id, planning),
  );
}

/**
 * Moves artifacts of any trackers directly before or after another one. Throws notFound for what is not there or hidden, forbidden
 * for closed projects and where the viewer may not order, conflict for artifacts that come twice.
 */
export async function orderArtifacts(
  plannings: Plannings,
  viewer: Viewer,
  order: Static<typeof BacklogOrder>,
): Promise<void> {
  const move = readOrder(order, { twice: conflict, itself: conflict });
  const { reading } = plannings.reading.artifacts;
  const named = [...move.ids, move.comparedTo];
  const rows = new Map((await listArtifactsByIds(reading.db, named)).map((row) => [row.id, row]));
  const { ids, definitions } = await findVisible(reading, viewer, [...rows.values()]);
  const hidden = named.find((id) => !ids.has(id));
  const reader = hidden === undefined ? undefined : projectViewers.asReader(viewer);
  if (reader !== undefined && named.every((id) => rows.has(id))) {
    const read = await findVisible(reading, reader, [...rows.values()]);
    if (named.every((id) => read.ids.has(id))) throw forbidden(says('guard.read-only')`you have read-only access`);
  }
  if (hidden !== undefined)
    throw notFound(says('artifact.unseen')`there is no artifact ${hidden}, or you don't have access to it`);
  const moved = new Set(move.ids.flatMap((id) => definitions.get(rows.get(id)?.tracker_id ?? 0) ?? []));
  const projects = new Set([...moved].map(({ project }) => project));
  for (const project of projects) requireLivingProject(project);
  const all = await listPlannings(
    reading.db,
    [...projects].map(({ id }) => id),
  );
  for (const tracker of moved)
    if (!mayOrder(viewer, tracker, all))
      throw forbidden(says('backlog.order-tracker')`you don't have permission to order artifacts of "${tracker.name}"`);
  await placeItems(plannings, viewer, {
    items: [],
    move,
    selections: [...definitions.values()].map((tracker) => visibleOf(reading.db, viewer, tracker)),
    refuse: (id) => notFound(says('artifact.unseen')`there is no artifact ${id}, or you don't have access to it`),
    path: 'ids',
  });
}
