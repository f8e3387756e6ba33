// A board: columns that scroll by themselves, cards that move by mouse, by menu and by keys. Arrows go from card to card, with
// Ctrl or Cmd they move the card. Only cards in sight are in the document.
import { useEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { t } from '../platform/i18n.ts';
import type { CardHandlers } from './board-card.tsx';
import { BoardColumn } from './board-column.tsx';
import { besideAt, directionOf, findCard, nextCard, sortIntoColumns } from './board-rules.ts';
import type { Card, Column, Direction, Goal } from './board-rules.ts';
import css from './board.module.css';

interface Props {
  label: string;
  columns: readonly Column[];
  cards: readonly Card[];
  /** Whether the person may move cards at all. */
  isMovable: boolean;
  /** Whether cards have an order that people change. */
  isOrdered?: boolean;
  onMove(card: Card, goal: Goal): void;
}

export function Board({ label, columns, cards, isMovable, isOrdered = false, onMove }: Props): ReactNode {
  const placed = useMemo(
    () =>
      sortIntoColumns(
        columns.map(({ id }) => id),
        cards,
      ),
    [columns, cards],
  );
  const [currentId, setCurrentId] = useState<number>();
  const [said, say] = useState('');
  const wantsFocus = useRef(false);
  const board = useRef<HTMLDivElement>(null);
  const current = currentId === undefined ? undefined : findCard(placed, currentId);
  const tabStop = current === undefined ? placed.find((column) => column.length > 0)?.[0]?.id : currentId;

  const move = (card: Card, goal: Goal): void => {
    const column = columns.find(({ id }) => id === goal.columnId);
    if (column === undefined || !isMovable || (column.id === card.columnId && goal.beside === undefined)) return;
    setCurrentId(card.id);
    onMove(card, goal);
    say(t('boards.moved', { title: card.title, column: column.label }));
  };
  /** Before the card at `row` of its own column, or behind all. */
  const moveToRow = (card: Card, columnAt: number, row: number): void => {
    const list = placed[columnAt] ?? [];
    const beside = besideAt(list, row, card.id);
    if (beside === undefined || !isMovable) return;
    setCurrentId(card.id);
    wantsFocus.current = true;
    onMove(card, { columnId: card.columnId, beside });
    const at = findCard([list], card.id)?.row ?? list.length;
    const place = (row > at ? row - 1 : row) + 1;
    say(t('boards.ordered', { title: card.title, place, count: list.length, column: columns[columnAt]?.label ?? '' }));
  };
  const moveToEnd = (card: Card, end: 'top' | 'bottom'): void => {
    const place = findCard(placed, card.id);
    if (place !== undefined) moveToRow(card, place.column, end === 'top' ? 0 : (placed[place.column]?.length ?? 0));
  };
  const moveTowards = (card: Card, direction: Direction): void => {
    const place = findCard(placed, card.id);
    if (place === undefined) return;
    if (direction === 'up' || direction === 'down') {
      const row = direction === 'up' ? place.row - 1 : place.row + 2;
      const isInside = row >= 0 && row <= (placed[place.column]?.length ?? 0);
      return isOrdered && isInside ? moveToRow(card, place.column, row) : undefined;
    }
    const column = columns[place.column + (direction === 'left' ? -1 : 1)];
    if (column === undefined) return;
    wantsFocus.current = true;
    move(card, { columnId: column.id });
  };
  const onKeyDown = (event: KeyboardEvent, card: Card): void => {
    if (event.altKey || event.shiftKey) return;
    if (isOrdered && (event.ctrlKey || event.metaKey) && (event.key === 'Home' || event.key === 'End')) {
      event.preventDefault();
      return moveToEnd(card, event.key === 'Home' ? 'top' : 'bottom');
    }
    const direction = directionOf(event.key);
    if (direction === undefined) return;
    event.preventDefault();
    if (event.ctrlKey || event.metaKey) return moveTowards(card, direction);
    const place = findCard(placed, card.id);
    const next = place === undefined ? undefined : nextCard(placed, place, direction);
    if (next === undefined) return;
    wantsFocus.current = true;
    setCurrentId(next.id);
  };
  const handlers = useSteady({ focus: ({ id }: Card) => setCurrentId(id), press: onKeyDown, move, moveToEnd });
  usePromisedFocus(board, wantsFocus, currentId);
  return (
    <div className={css.board} ref={board} role="group" aria-label={label}>
      {columns.map((column, index) => (
        <BoardColumn
          key={column.id}
          column={column}
          columns={columns}
          cards={placed[index] ?? []}
          currentRow={current?.column === index ? current.row : undefined}
          tabStop={tabStop}
          isMovable={isMovable}
          isOrdered={isOrdered}
          handlers={handlers}
          onDrop={(id, row) => {
            const card = cards.find((one) => one.id === id);
            if (card === undefined) return;
            if (row !== undefined && card.columnId === column.id) return moveToRow(card, index, row);
            const beside = row === undefined ? undefined : besideAt(placed[index] ?? [], row, id);
            move(card, { columnId: column.id, ...(beside === undefined ? {} : { beside }) });
          }}
        />
      ))}
      <div className="visually-hidden" role="status">
        {said}
      </div>
    </div>
  );
}

/** The same object each time, whose functions are those of the last time. */
function useSteady(handlers: CardHandlers): CardHandlers {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  const [steady] = useState<CardHandlers>(() => ({
    focus: (card) => latest.current.focus(card),
    press: (event, card) => latest.current.press(event, card),
    move: (card, goal) => latest.current.move(card, goal),
    moveToEnd: (card, end) => latest.current.moveToEnd(card, end),
  }));
  return steady;
}

/** A card that comes into the document takes the focus that it was promised; see BoardColumn, which scrolls it into sight. */
function usePromisedFocus(
  board: RefObject<HTMLDivElement | null>,
  wantsFocus: RefObject<boolean>,
  cardId: number | undefined,
): void {
  useEffect(() => {
    if (!wantsFocus.current || cardId === undefined) return;
    const card = board.current?.querySelector<HTMLElement>(`[data-card="${cardId}"] a`);
    if (card === undefined || card === null) return;
    wantsFocus.current = false;
    card.focus();
  });
}
