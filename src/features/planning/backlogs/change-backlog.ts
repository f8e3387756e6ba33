// Puts items into backlogs and milestones, takes them out, and puts them into another order.
import type { Static } from 'typebox';
import type { Writer } from '../../../platform/database/index.ts';
import { conflict, forbidden, invalid, notFound } from '../../../platform/errors.ts';
import { says, several } from '../../../platform/texts/said.ts';
import { artifactRanking } from '../../artifacts/index.ts';
import type { LinkChange, RankMove } from '../../artifacts/index.ts';
import { requireLivingProject } from '../../projects/index.ts';
import type { Viewer } from '../../projects/index.ts';
import type { BacklogChange } from './backlog.schema.ts';
import { selectPutThere } from './backlogs.ts';
import type { Backlog } from './backlogs.ts';
import { listAmong, listHeld } from '../definition/board.store.ts';
import type { Selection } from '../definition/board.store.ts';
import { mayChangeLinks, mayChangePriority, visibleOf } from '../definition/planning.access.ts';
import { readOrder } from './place-items.ts';
import type { Plannings } from '../definition/planning.service.ts';
import { addToTopBacklog, removeFromTopBacklog } from '../definition/planning.store.ts';

type Change = Static<typeof BacklogChange>;

/** Throws forbidden: for a closed project, for who may not plan here, and for who may not change links of the holder where it is filled. */
export function requirePlanner(viewer: Viewer, { planning, board, holder }: Backlog, isFilled: boolean): void {
  const project = (planning ?? holder)?.tracker.project;
  if (project !== undefined) requireLivingProject(project);
  if (!mayChangePriority(viewer, board.projectId, planning?.planning))
    throw forbidden(says('backlog.order')`you don't have permission to change the order of this planning`);
  if (isFilled && holder !== undefined && !mayChangeLinks(viewer, holder.tracker))
    throw forbidden(says('backlog.links')`you don't have permission to change the links of artifact ${holder.id}`);
}

/**
 * Changes what is in a backlog, then its order, by reference page 80, section 2, all of it or nothing. Throws as requirePlanner;
 * notFound for items that are not there or can't be planned here; invalid for an order that
 * says nowhere or compares an item with itself, for links that may not be changed, and for items to remove from what holds
 * them by links, or that are not there; conflict for items that come twice in the order or are not in the backlog, and for
 * what can't be a child here.
 */
export async function changeBacklog(
  plannings: Plannings,
  viewer: Viewer,
  backlog: Backlog,
  change: Change,
): Promise<void> {
  requirePlanner(viewer, backlog, (change.add ?? []).length > 0);
  const added = await readAdded(plannings, viewer, backlog, change.add ?? []);
  const removed = readRemoved(backlog, change.remove ?? []);
  const move =
    change.order === undefined || change.order === null
      ? undefined
      : readOrder(change.order, { twice: conflict, itself: invalid });
  if (added.length === 0 && removed.length === 0 && move === undefined) return;
  const { artifacts, clock } = plannings.reading;
  await artifacts.changeLinks(viewer, planLinks(backlog, added), async (tx) => {
    const mover = { viewer, atMs: clock.nowMs() };
    await settleAdded(plannings, tx, viewer, backlog, added);
    await takeOut(tx, selectPutThere(plannings, viewer, backlog), removed);
    await artifactRanking.recordPlanned(tx, mover, removed);
    if (move === undefined) return;
    const known = await listAmong(tx, orderedIn(plannings, viewer, backlog), idsIn(move));
    const unknown = idsIn(move).find((id) => !known.has(id));
    if (unknown !== undefined)
      throw conflict(says('backlog.not-ordered')`item ${unknown} is not one of the items that can be ordered here`);
    await artifactRanking.rankArtifacts(tx, mover, move);
  });
}

/** After the links have changed: what came to a backlog that holds only what was put there, and what left it for a milestone. */
export async function settleAdded(
  { reading: { clock } }: Plannings,
  tx: Writer,
  viewer: Viewer,
  backlog: Backlog,
  added: readonly Added[],
): Promise<void> {
  await artifactRanking.recordPlanned(tx, { viewer, atMs: clock.nowMs() }, await settleExplicit(tx, backlog, added));
}

/** What leaves a backlog that holds only what was put there, for a milestone; gives what came to such a one. */
async function settleExplicit(
  tx: Writer,
  { isExplicit, holder, milestones = [] }: Backlog,
  added: readonly Added[],
): Promise<number[]> {
  const ids = added.map(({ id }) => id);
  if (isExplicit) {
    const held = await listHeld(tx, ids, milestones);
    return addToTopBacklog(
      tx,
      ids.filter((id) => !held.has(id)),
    );
  }
  if (holder?.isMilestone === true) await removeFromTopBacklog(tx, ids);
  return [];
}

async function takeOut(tx: Writer, selections: readonly Selection[], removed: readonly number[]): Promise<void> {
  if (removed.length === 0) return;
  const known = await listAmong(tx, selections, removed);
  const index = removed.findIndex((id) => !known.has(id));
  if (index >= 0)
    throw invalid(says('backlog.not-here')`item ${removed[index] ?? 0} is not in this backlog`, `remove[${index}].id`);
  await removeFromTopBacklog(tx, removed);
}

/** What an order may name: in a backlog that is filled by hand all that could be put there, for clients that order first. */
const orderedIn = ({ reading: { db } }: Plannings, viewer: Viewer, { isExplicit, takes, selections }: Backlog) =>
  isExplicit ? takes.map((tracker) => visibleOf(db, viewer, tracker)) : selections;

const idsIn = (move: RankMove): number[] => [...move.ids, move.comparedTo];

interface Added {
  id: number;
  /** What is to link to it no more. */
  removeFrom: number | undefined;
}

/** Throws invalid for items that come twice, and as `refuse` for those that the backlog does not take. */
export async function readAdded(
  plannings: Plannings,
  viewer: Viewer,
  { takes, holder }: Backlog,
  add: NonNullable<Change['add']>,
  refuse: typeof conflict = holder?.isMilestone === false ? conflict : notFound,
): Promise<Added[]> {
  const { db, artifacts } = plannings.reading;
  const ids = add.map(({ id }) => id);
  if (new Set(ids).size < ids.length) throw invalid(says('backlog.twice')`contains an item twice`, 'add');
  const here = takes.map((tracker) => visibleOf(db, viewer, tracker));
  const known = ids.length === 0 ? new Set<number>() : await listAmong(db, here, ids);
  for (const id of ids) {
    if (known.has(id) && id !== holder?.id) continue;
    const { tracker } = await artifacts.read(viewer, id);
    const names = takes.map(({ name }) => `"${name}"`);
    const taken = names.length === 0 ? says('backlog.no-tracker')`no tracker` : several(names);
    const refusal = says(
      'backlog.other-tracker',
    )`item ${id} is in the tracker "${tracker.name}"; this backlog accepts items of ${taken}`;
    throw refuse(refusal);
  }
  return add.map(({ id, remove_from: from }) => ({ id, removeFrom: from === 0 || from === null ? undefined : from }));
}

function readRemoved({ isExplicit }: Backlog, remove: NonNullable<Change['remove']>): number[] {
  if (remove.length > 0 && !isExplicit)
    throw invalid(
      says('backlog.remove')`works only for backlogs that are filled by hand; otherwise use remove_from on the target`,
      'remove',
    );
  return remove.map(({ id }) => id);
}

/** What links to the items no more, and what does then. */
export function planLinks({ holder }: Backlog, added: readonly Added[]): LinkChange[] {
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
