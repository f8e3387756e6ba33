// Items of a board that change and take their places in its order.
import type { Static } from 'typebox';
import { DomainError, invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import type { conflict } from '../../../platform/errors.ts';
import { artifactRanking } from '../../artifacts/index.ts';
import type { Artifacts, RankMove } from '../../artifacts/index.ts';
import type { Viewer } from '../../projects/index.ts';
import type { BacklogOrder } from './backlog.schema.ts';
import { listAmong } from '../definition/board.store.ts';
import type { Selection } from '../definition/board.store.ts';
import type { Plannings } from '../definition/planning.service.ts';

/** How a board refuses what its clients may send. */
export interface OrderRefusals {
  /** An item that comes twice. */
  twice: typeof conflict | typeof invalid;
  /** An item that is compared with itself. */
  itself: typeof conflict | typeof invalid;
}

/** Throws invalid for an order that says nowhere, and as `refusals`. */
export function readOrder(
  { ids, direction, compared_to: comparedTo }: Static<typeof BacklogOrder>,
  { twice, itself }: OrderRefusals,
): RankMove {
  if (direction !== 'before' && direction !== 'after')
    throw invalid(says('backlog.direction')`must be before or after`, 'order.direction');
  if (new Set(ids).size < ids.length) throw twice(says('backlog.order-twice')`\`order.ids\` contains an item twice`);
  if (ids.includes(comparedTo))
    throw itself(says('backlog.order-itself')`must be an item that is not in \`order.ids\``, 'order.compared_to');
  return { ids, direction, comparedTo };
}

export interface Placement {
  /** Changes of artifacts, as in a batch. */
  items: Parameters<Artifacts['batch']>[1]['items'];
  move: RankMove | undefined;
  /** What the order may name, once the items have changed. */
  selections: readonly Selection[];
  refuse: (id: number) => Error;
  /** Where the request names the items. */
  path: string;
}

/** Changes the items, then orders them, all of it or nothing. Throws as Artifacts.batch, and as `refuse` for what the order may not name. */
export async function placeItems(
  { reading: { artifacts, clock } }: Plannings,
  viewer: Viewer,
  { items, move, selections, refuse, path }: Placement,
): Promise<void> {
  if (items.length === 0 && move === undefined) return;
  try {
    await artifacts.batch(viewer, { items }, async (tx) => {
      if (move === undefined) return;
      const named = [...move.ids, move.comparedTo];
      const known = await listAmong(tx, selections, named);
      const unknown = named.find((id) => !known.has(id));
      if (unknown !== undefined) throw refuse(unknown);
      await artifactRanking.rankArtifacts(tx, { viewer, atMs: clock.nowMs() }, move);
    });
  } catch (error) {
    // Paths of the batch mean nothing to who sent a list of ids.
    if (error instanceof DomainError && error.path?.startsWith('items') === true)
      throw new DomainError(error.kind, error.sentence, { path });
    throw error;
  }
}
