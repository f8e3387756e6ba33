// A board: columns that scroll by themselves, cards that move by mouse, by menu and by keys. Arrows go from card to card, with
// Ctrl or Cmd they move the card. Only cards in sight are in the document.
import { useEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { t } from '../platform/i18n.ts';
import type { CardHandlers } from './board-card.tsx';
import { BoardColumn } from './board-column.tsx';
import { directionOf, findCard, nextCard, sortIntoColumns } from './board-rules.ts';
import type { Card, Column, Direction } from './board-rules.ts';
import css from './board.module.css';

interface Props {
  label: string;
  columns: readonly Column[];
  cards: readonly Card[];
  /** Whether the person may move cards at all. */
  isMovable: boolean;
  onMove(card: Card, columnId: string): void;
}

export function Board({ label, columns, cards, isMovable, onMove }: Props): ReactNode {
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

  const move = (card: Card, column: Column | undefined): void => {
    if (column === undefined || column.id === card.columnId || !isMovable) return;
    setCurrentId(card.id);
    onMove(card, column.id);
    say(t('boards.moved', { title: card.title, column: column.label }));
  };
  const moveTowards = (card: Card, direction: Direction): void => {
    const place = findCard(placed, card.id);
    if (place === undefined || direction === 'up' || direction === 'down') return;
    wantsFocus.current = true;
    move(card, columns[place.column + (direction === 'left' ? -1 : 1)]);
  };
  const onKeyDown = (event: KeyboardEvent, card: Card): void => {
    const direction = directionOf(event.key);
    if (direction === undefined || event.altKey || event.shiftKey) return;
    event.preventDefault();
    if (event.ctrlKey || event.metaKey) return moveTowards(card, direction);
    const place = findCard(placed, card.id);
    const next = place === undefined ? undefined : nextCard(placed, place, direction);
    if (next === undefined) return;
    wantsFocus.current = true;
    setCurrentId(next.id);
  };
  const handlers = useSteady({ focus: ({ id }: Card) => setCurrentId(id), press: onKeyDown, move });
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
          handlers={handlers}
          onDrop={(id) => {
            const card = cards.find((one) => one.id === id);
            if (card !== undefined) move(card, column);
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
    move: (card, column) => latest.current.move(card, column),
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
