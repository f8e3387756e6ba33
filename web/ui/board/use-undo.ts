// Taking the last moves on a board back, by one key; offered where a card left the board.
import { useMemo, useRef, useState } from 'react';
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
  /** As they are there; a board that shows them no longer can still move them back. */
  cards: readonly Card[];
}

interface Props {
  columns: readonly { id: string; label: string }[];
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
export function useUndo({ columns, lanes, isMovable, onMove, onBack }: Props): Move {
  const made = useRef<readonly Made[]>([]);
  const [saved, setSaved] = useState<Made>();
  const laneOf = (id: number): Lane | undefined => lanes.find((lane) => lane.id === id);
  const undo = async (last = made.current.at(-1)): Promise<void> => {
    if (last === undefined) return;
    made.current = made.current.filter((one) => one !== last);
    const now = new Map([...last.cards, ...(laneOf(last.laneId)?.cards ?? [])].map((card) => [card.id, card]));
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
  useEffect(() => {
    if (saved === undefined) return;
    const shown = new Set(lanes.flatMap(({ cards }) => cards.map(({ id }) => id)));
    const [first, ...others] = saved.cards.filter(({ id }) => !shown.has(id));
    const column = columns.find(({ id }) => id === saved.columnId)?.label ?? '';
    if (first === undefined) return;
    const count = others.length + 1;
    say('info', t('boards.outOfSight', { count, id: first.id, column }), {
      label: t('boards.undo'),
      run: () => void latest.current(saved),
    });
  }, [saved]);
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
  return async (laneId, cards, goal) => {
    const { columnId } = goal;
    const lane = laneOf(laneId);
    const back = lane === undefined ? [] : waysBack(lane.cards, cards, lane.isOrdered);
    const move = { laneId, columnId, back, cards: cards.map((card) => ({ ...card, columnId })) };
    made.current = [...made.current.slice(1 - rememberedMax), move];
    lastMover = latest;
    const refusal = await onMove(laneId, cards, goal);
    // Once the page shows what the server has.
    if (refusal === undefined) setSaved(move);
    return refusal;
  };
}
