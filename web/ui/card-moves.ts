// Cards where somebody put them, before the server has said anything. Pure.
import { putBeside } from './board-rules.ts';
import type { Card, Goal } from './board-rules.ts';

/** Where a card is meanwhile, or why it went back. */
export interface Move {
  goal?: Goal;
  problem?: string;
}
export type Moves = Readonly<Record<number, Move>>;

/** The cards as they are shown while moves are on their way. */
export function showMoves(cards: readonly Card[], moves: Moves): Card[] {
  let shown = cards.map((card): Card => {
    const move = moves[card.id];
    if (move === undefined) return card;
    return {
      ...card,
      ...(move.goal === undefined ? {} : { columnId: move.goal.columnId, isBusy: true }),
      ...(move.problem === undefined ? {} : { problem: move.problem }),
    };
  });
  for (const [id, { goal }] of Object.entries(moves))
    if (goal?.beside !== undefined) shown = putBeside(shown, [Number(id)], goal.beside);
  return shown;
}
