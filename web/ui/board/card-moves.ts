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

/**
 * As the lists that cards come from are read one by one: with those that are on their way and in none of them, and once those
 * that are in the list that they leave and in the one that they come to.
 */
export function keepMoving<C extends Card>(cards: readonly C[], moves: Moves<C>): readonly C[] {
  const known = new Set<number>();
  const once = cards.filter(({ id }) => {
    const isSecond = known.has(id) && moves[id]?.way !== undefined;
    known.add(id);
    return !isSecond;
  });
  const ways = new Set(Object.values(moves).map(({ way }) => way));
  const missing = [...ways].flatMap(
    (way) => way?.cards.filter(({ id }) => !known.has(id) && moves[id]?.way === way) ?? [],
  );
  return missing.length === 0 && once.length === cards.length ? cards : [...once, ...missing];
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
