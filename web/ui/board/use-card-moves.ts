// Cards that are where they were put at once, and back, with the reason, where the server refuses.
import { useRef, useState } from 'react';
import type { Card, Goal } from './board-rules.ts';
import type { Move, Moves } from './card-moves.ts';
import { describeError } from '../feedback/async-states.tsx';

/** Why cards went back; undefined where they are there. */
export type Refusal = string | undefined;

export interface CardMoves<C extends Card = Card> {
  moves: Moves<C>;
  /** Ends with the answer; gives why the server refused. */
  move(cards: readonly C[], goal: Goal): Promise<Refusal>;
}

/** `save` ends when the cards that the page has show the move, or rejects. Moves are saved one after another. */
export function useCardMoves<C extends Card = Card>(
  save: (cards: readonly C[], goal: Goal) => Promise<void>,
  describe: (error: unknown) => string = describeError,
): CardMoves<C> {
  const [moves, setMoves] = useState<Moves<C>>({});
  const last = useRef<Promise<Refusal>>(Promise.resolve(undefined));
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
  const run = async (cards: readonly C[], mine: Required<Pick<Move<C>, 'way'>>): Promise<Refusal> => {
    let problem: Refusal;
    try {
      await save(cards, mine.way.goal);
    } catch (error) {
      problem = describe(error);
    }
    // Where a card was moved again meanwhile, that move says where it stands.
    set(cards, (now) => (now !== mine ? now : problem === undefined ? undefined : { problem }));
    return problem;
  };
  const move = (cards: readonly C[], goal: Goal): Promise<Refusal> => {
    const mine = { way: { goal, cards } };
    set(cards, () => mine);
    last.current = last.current.then(() => run(cards, mine));
    return last.current;
  };
  return { moves, move };
}
