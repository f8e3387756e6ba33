// Cards that are where they were put at once, and back, with the reason, where the server refuses.
import { useRef, useState } from 'react';
import type { Card, Goal } from './board-rules.ts';
import type { Move, Moves } from './card-moves.ts';
import { describeError } from '../states.tsx';

export interface CardMoves<C extends Card = Card> {
  moves: Moves<C>;
  move(cards: readonly C[], goal: Goal): void;
}

/** `save` ends when the cards that the page has show the move, or rejects. Moves are saved one after another. */
export function useCardMoves<C extends Card = Card>(
  save: (cards: readonly C[], goal: Goal) => Promise<void>,
  describe: (error: unknown) => string = describeError,
): CardMoves<C> {
  const [moves, setMoves] = useState<Moves<C>>({});
  const last = useRef<Promise<void>>(Promise.resolve());
  const set = (cards: readonly C[], next: (before: Move<C> | undefined) => Move<C> | undefined): void =>
    setMoves((all) => {
      const changed = new Map(Object.entries(all));
      for (const { id } of cards) {
        const move = next(all[id]);
        if (move === undefined) changed.delete(String(id));
        else changed.set(String(id), move);
      }
      return Object.fromEntries(changed);
    });
  const run = async (cards: readonly C[], mine: Required<Pick<Move<C>, 'way'>>): Promise<void> => {
    let end: Move<C> | undefined;
    try {
      await save(cards, mine.way.goal);
    } catch (error) {
      end = { problem: describe(error) };
    }
    // Where a card was moved again meanwhile, that move says where it stands.
    set(cards, (now) => (now === mine ? end : now));
  };
  const move = (cards: readonly C[], goal: Goal): void => {
    const mine = { way: { goal, cards } };
    set(cards, () => mine);
    last.current = last.current.then(() => run(cards, mine));
  };
  return { moves, move };
}
