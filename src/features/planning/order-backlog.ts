// Puts items of backlogs into another order.
import type { Static } from 'typebox';
import { conflict, forbidden, invalid } from '../../platform/errors.ts';
import { moveArtifacts, requireSameSite } from '../artifacts/index.ts';
import type { RankMove } from '../artifacts/index.ts';
import { requireLivingProject } from '../projects/index.ts';
import type { Viewer } from '../projects/index.ts';
import type { BacklogChange, BacklogOrder } from './backlog.schema.ts';
import type { Backlog } from './backlogs.ts';
import { listAmong } from './board.store.ts';
import { mayChangePriority } from './planning.access.ts';
import type { Plannings } from './planning.service.ts';

/**
 * Moves items by reference page 80, section 2. Throws forbidden for who may not change the order, invalid for an order that
 * says nowhere or compares an item with itself and for items to add or remove, conflict for items that come twice or are not in the
 * backlog.
 */
export async function changeBacklog(
  { database }: Plannings,
  viewer: Viewer,
  { planning, selections }: Backlog,
  change: Static<typeof BacklogChange>,
): Promise<void> {
  if (planning !== undefined) {
    requireLivingProject(planning.tracker.project);
    if (!mayChangePriority(viewer, planning.planning)) throw forbidden('you may not change the order of this planning');
  }
  for (const name of ['add', 'remove'] as const) {
    if ((change[name] ?? []).length > 0)
      throw invalid('must be left out: items are planned by links, in PUT /artifacts/:id of the milestone', name);
  }
  if (change.order === undefined || change.order === null) return;
  const move = readOrder(change.order);
  const all = [...move.ids, move.comparedTo];
  await database.transact(async (tx) => {
    await requireSameSite(tx, viewer);
    const known = await listAmong(tx, selections, all);
    const unknown = all.find((id) => !known.has(id));
    if (unknown !== undefined) throw conflict(`item ${unknown} is not among those that are ordered here`);
    await moveArtifacts(tx, move);
  });
}

function readOrder({ ids, direction, compared_to: comparedTo }: Static<typeof BacklogOrder>): RankMove {
  if (direction !== 'before' && direction !== 'after') throw invalid('must be before or after', 'order.direction');
  if (new Set(ids).size < ids.length) throw conflict('`order.ids` names an item twice');
  if (ids.includes(comparedTo)) throw invalid('must be another item than those of `order.ids`', 'order.compared_to');
  return { ids, direction, comparedTo };
}
