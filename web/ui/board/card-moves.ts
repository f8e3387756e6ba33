// Cards where somebody put them, before the server has said anything. Pure.
import { putBeside } from './board-rules.ts';
import type { Card, Goal } from './board-rules.ts';

/** Where a card is meanwhile, or why it went back. */
export interface Move<C extends Card = Card> {
  /** With all that go there together, in their order. */
  way?: { goal: Goal; cards: readonly C[] };
  problem?: string;
}
export type Moves<C extends Card = Card> = Readonly<Record<number, Move<C>>>;

/** With those that are on their way and in none of the lists that cards come from, as these are read one by one. */
export function keepMoving<C extends Card>(cards: readonly C[], moves: Moves<C>): readonly C[] {
  const known = new Set(cards.map(({ id }) => id));
  const ways = new Set(Object.values(moves).map(({ way }) => way));
  const missing = [...ways].flatMap(
    (way) => way?.cards.filter(({ id }) => !known.has(id) && moves[id]?.way === way) ?? [],
  );
  return missing.length === 0 ? cards : [...cards, ...missing];
}

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
    if (way?.goal.beside !== undefined)
      shown = putBeside(
        shown,
        way.cards.map(({ id }) => id),
        way.goal.beside,
      );
  return shown;
}
