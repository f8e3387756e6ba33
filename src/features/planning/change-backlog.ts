// Puts items into backlogs and milestones, takes them out, and puts them into another order.
import type { Static } from 'typebox';
import { conflict, forbidden, invalid, notFound } from '../../platform/errors.ts';
import { moveArtifacts } from '../artifacts/index.ts';
import type { LinkChange, RankMove } from '../artifacts/index.ts';
import { requireLivingProject } from '../projects/index.ts';
import type { Viewer } from '../projects/index.ts';
import type { BacklogChange, BacklogOrder } from './backlog.schema.ts';
import type { Backlog } from './backlogs.ts';
import { listAmong } from './board.store.ts';
import { mayChangePriority, visibleOf } from './planning.access.ts';
import type { Plannings } from './planning.service.ts';
import { addToTopBacklog, removeFromTopBacklog } from './planning.store.ts';

type Change = Static<typeof BacklogChange>;

/**
 * Changes what is in a backlog, then its order, by reference page 80, section 2, all of it or nothing. Throws forbidden for
 * who may not change the order, notFound for items that are not there or can't be planned here, invalid for an order that
 * says nowhere or compares an item with itself, for links that may not be changed, and for items to remove from what holds
 * them by links; conflict for items that come twice in the order or are not in the backlog.
 */
export async function changeBacklog(
  plannings: Plannings,
  viewer: Viewer,
  backlog: Backlog,
  change: Change,
): Promise<void> {
  const { planning, selections } = backlog;
  if (planning !== undefined) requireLivingProject(planning.tracker.project);
  if (!mayChangePriority(viewer, backlog.board.projectId, planning?.planning))
    throw forbidden('you may not change the order of this planning');
  const added = await readAdded(plannings, viewer, backlog, change.add ?? []);
  const removed = readRemoved(backlog, change.remove ?? []);
  const move = change.order === undefined || change.order === null ? undefined : readOrder(change.order);
  if (added.length === 0 && removed.length === 0 && move === undefined) return;
  await plannings.reading.artifacts.changeLinks(viewer, planLinks(backlog, added), async (tx) => {
    if (backlog.isExplicit)
      await addToTopBacklog(
        tx,
        added.map(({ id }) => id),
      );
    const known = await listAmong(tx, selections, [...removed, ...(move === undefined ? [] : idsIn(move))]);
    await removeFromTopBacklog(
      tx,
      removed.filter((id) => known.has(id)),
    );
    if (move === undefined) return;
    const unknown = idsIn(move).find((id) => !known.has(id));
    if (unknown !== undefined) throw conflict(`item ${unknown} is not among those that are ordered here`);
    await moveArtifacts(tx, move);
  });
}

const idsIn = (move: RankMove): number[] => [...move.ids, move.comparedTo];

interface Added {
  id: number;
  /** What is to link to it no more. */
  removeFrom: number | undefined;
}

async function readAdded(
  plannings: Plannings,
  viewer: Viewer,
  { takes, holder }: Backlog,
  add: NonNullable<Change['add']>,
): Promise<Added[]> {
  const { db, artifacts } = plannings.reading;
  const ids = add.map(({ id }) => id);
  if (new Set(ids).size < ids.length) throw invalid('names an item twice', 'add');
  const here = takes.map((tracker) => visibleOf(db, viewer, tracker));
  const known = ids.length === 0 ? new Set<number>() : await listAmong(db, here, ids);
  for (const [index, id] of ids.entries()) {
    if (known.has(id) && id !== holder?.id) continue;
    const { tracker } = await artifacts.read(viewer, id);
    const taken = takes.map(({ name }) => `"${name}"`).join(', ');
    const refusal = `item ${id} is of the tracker "${tracker.name}"; here go items of ${taken === '' ? 'no tracker' : taken}`;
    throw holder?.linkType === '_is_child' ? invalid(refusal, `add[${index}].id`) : notFound(refusal);
  }
  return add.map(({ id, remove_from: from }) => ({ id, removeFrom: from === 0 || from === null ? undefined : from }));
}

function readRemoved({ isExplicit }: Backlog, remove: NonNullable<Change['remove']>): number[] {
  if (remove.length > 0 && !isExplicit)
    throw invalid(
      'is for backlogs that hold only what was put there; elsewhere use remove_from, where items go',
      'remove',
    );
  return remove.map(({ id }) => id);
}

/** What links to the items no more, and what does then. */
function planLinks({ holder }: Backlog, added: readonly Added[]): LinkChange[] {
  const bySource = Map.groupBy(
    added.filter(({ removeFrom }) => removeFrom !== undefined && removeFrom !== holder?.id),
    ({ removeFrom }) => removeFrom ?? 0,
  );
  const left = [...bySource].map(([id, items]) => ({
    id,
    added: [],
    removed: items.map((item) => item.id),
    path: 'add',
  }));
  if (holder === undefined || added.length === 0) return left;
  const links = added.map(({ id }) => ({ id, type: holder.linkType }));
  return [...left, { id: holder.id, added: links, removed: [], path: 'add' }];
}

function readOrder({ ids, direction, compared_to: comparedTo }: Static<typeof BacklogOrder>): RankMove {
  if (direction !== 'before' && direction !== 'after') throw invalid('must be before or after', 'order.direction');
  if (new Set(ids).size < ids.length) throw conflict('`order.ids` names an item twice');
  if (ids.includes(comparedTo)) throw invalid('must be another item than those of `order.ids`', 'order.compared_to');
  return { ids, direction, comparedTo };
}
