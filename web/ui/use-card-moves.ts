// Cards that are where they were put at once, and back, with the reason, where the server refuses.
import { useRef, useState } from 'react';
import type { Card, Goal } from './board-rules.ts';
import type { Move, Moves } from './card-moves.ts';
import { describeError } from './states.tsx';

export interface CardMoves {
  moves: Moves;
  move(card: Card, goal: Goal): void;
}

/** `save` ends when the cards that the page has show the move, or rejects. Moves are saved one after another. */
export function useCardMoves(
  save: (card: Card, goal: Goal) => Promise<void>,
  describe: (error: unknown) => string = describeError,
): CardMoves {
  const [moves, setMoves] = useState<Moves>({});
  const last = useRef<Promise<void>>(Promise.resolve());
  const run = async (card: Card, mine: Move & { goal: Goal }): Promise<void> => {
    let end: Move | undefined;
    try {
      await save(card, mine.goal);
    } catch (error) {
      end = { problem: describe(error) };
    }
    // Where the card was moved again meanwhile, that move says where it stands.
    setMoves((all) => {
      if (all[card.id] !== mine) return all;
      const { [card.id]: _old, ...others } = all;
      return end === undefined ? others : { ...others, [card.id]: end };
    });
  };
  const move = (card: Card, goal: Goal): void => {
    const mine = { goal };
    setMoves(({ [card.id]: _old, ...others }) => ({ ...others, [card.id]: mine }));
    last.current = last.current.then(() => run(card, mine));
  };
  return { moves, move };
}
