// Cards where somebody put them, before the server has said anything. Pure.
import { putBeside } from './board-rules.ts';
import type { Card, Goal } from './board-rules.ts';

/** Where a card is meanwhile, or why it went back. */
export interface Move {
  /** With all that go there together, in their order. */
  way?: { goal: Goal; ids: readonly number[] };
  problem?: string;
}
export type Moves = Readonly<Record<number, Move>>;

/** The cards as they are shown while moves are on their way. */
export function showMoves<C extends Card>(cards: readonly C[], moves: Moves): C[] {
  let shown = cards.map((card): C => {
    const move = moves[card.id];
    if (move === undefined) return card;
    return {
      ...card,
      ...(move.way === undefined ? {} : { columnId: move.way.goal.columnId, isBusy: true }),
      ...(move.problem === undefined ? {} : { problem: move.problem }),
    };
  });
  for (const way of new Set(Object.values(moves).map((move) => move.way)))
    if (way?.goal.beside !== undefined) shown = putBeside(shown, way.ids, way.goal.beside);
  return shown;
}
