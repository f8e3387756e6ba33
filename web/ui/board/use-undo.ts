// Taking the last moves on a board back, by one key.
import { useMemo, useRef } from 'react';
import type { RefObject } from 'react';
import { useEffect } from '../../platform/effects.ts';
import { t } from '../../platform/i18n.ts';
import { useShortcuts } from '../../platform/keyboard/shortcuts.ts';
import type { Shortcut } from '../../platform/keyboard/shortcuts.ts';
import { say } from '../feedback/toasts.tsx';
import type { Card, Goal } from './board-rules.ts';
import type { Refusal } from './use-card-moves.ts';
import { waysBack } from './undo-moves.ts';
import type { WayBack } from './undo-moves.ts';

type Move = (laneId: number, cards: readonly Card[], goal: Goal) => Promise<Refusal>;

interface Lane {
  id: number;
  cards: readonly Card[];
  isOrdered: boolean;
}

interface Made {
  laneId: number;
  /** Where the cards went; those that somebody has moved on since stay there. */
  columnId: string;
  back: readonly WayBack[];
}

interface Props {
  lanes: readonly Lane[];
  isMovable: boolean;
  onMove: Move;
  /** Gives the focus to a card that is back. */
  onBack(laneId: number, cardId: number): void;
}

const rememberedMax = 20;

/** Of the board where somebody moved something last: pages may have several. */
let lastMover: RefObject<() => Promise<void>> | undefined;

/** Moves, and remembers how to take it back. */
export function useUndo({ lanes, isMovable, onMove, onBack }: Props): Move {
  const made = useRef<readonly Made[]>([]);
  const laneOf = (id: number): Lane | undefined => lanes.find((lane) => lane.id === id);
  const undo = async (): Promise<void> => {
    const last = made.current.at(-1);
    if (last === undefined) return;
    made.current = made.current.slice(0, -1);
    const now = new Map(laneOf(last.laneId)?.cards.map((card) => [card.id, card]));
    const ways = last.back
      .map(({ ids, goal }) => ({ goal, cards: ids.flatMap((id) => now.get(id) ?? []) }))
      .map(({ goal, cards }) => ({ goal, cards: cards.filter(({ columnId }) => columnId === last.columnId) }))
      .filter(({ cards }) => cards.length > 0);
    const answers = Promise.all(ways.map(({ goal, cards }) => onMove(last.laneId, cards, goal)));
    const [first] = ways.flatMap(({ cards }) => cards);
    if (first !== undefined) onBack(last.laneId, first.id);
    const refusals = await answers;
    const why = refusals.find((refusal) => refusal !== undefined);
    const back = ways.filter((_, index) => refusals[index] === undefined).flatMap(({ cards }) => cards);
    if (back.length > 0 || why === undefined) say('info', t('boards.undone', { count: back.length }));
    if (why !== undefined) say('error', t('boards.notUndone', { why }));
  };
  const latest = useRef(undo);
  useEffect(() => {
    latest.current = undo;
  });
  useEffect(
    () => () => {
      if (lastMover === latest) lastMover = undefined;
    },
    [],
  );
  useShortcuts(
    useMemo(
      (): Shortcut[] =>
        isMovable ? [{ keys: 'mod+z', label: 'boards.key.undo', run: () => void lastMover?.current() }] : [],
      [isMovable],
    ),
  );
  return (laneId, cards, goal) => {
    const lane = laneOf(laneId);
    const back = lane === undefined ? [] : waysBack(lane.cards, cards, lane.isOrdered);
    made.current = [...made.current.slice(1 - rememberedMax), { laneId, columnId: goal.columnId, back }];
    lastMover = latest;
    return onMove(laneId, cards, goal);
  };
}
