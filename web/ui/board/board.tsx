// A board: columns that scroll by themselves, cards that move by mouse, by menu and by keys. Arrows go from card to card, with
// Ctrl or Cmd they move the card. Only cards in sight are in the document.
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { BoardColumn } from './board-column.tsx';
import { cardBeyond, mayAllStandIn } from './board-rules.ts';
import type { Card, Column, Direction } from './board-rules.ts';
import { useBoard } from './use-board.ts';
import type { BoardProps } from './use-board.ts';
import { useReach } from './use-reach.ts';
import { useUndo } from './use-undo.ts';
import { lazy } from '../lazy.tsx';
import css from './board.module.css';

/** Nobody selects cards at once. */
const SelectionBar = lazy(async () => (await import('./selection-bar.tsx')).SelectionBar, { prefetch: true });

interface Props extends Omit<BoardProps, 'targets'> {
  /** The first column stays where it is while the others scroll past it. */
  isFirstSteady?: boolean;
  /** Columns are lists of rows: the first beside the others, which stand one below the other. */
  isLists?: boolean;
  /** What else can be done with the cards that are selected, beside moving them. */
  renderActions?(chosen: readonly Card[], clear: () => void): ReactNode;
}

const tracksOf = (columns: readonly Column[]): string =>
  columns.map(({ isFolded }) => (isFolded === true ? '3rem' : 'var(--track)')).join(' ');

export function Board({ isFirstSteady = false, isLists = false, renderActions, ...props }: Props): ReactNode {
  const { label, columns, isMovable, isOrdered = false, isSelectable = false } = props;
  // Keys and pointers take nothing where nobody would see it.
  const open = useMemo(() => columns.filter(({ isFolded }) => isFolded !== true), [columns]);
  const move = useUndo({
    columns,
    lanes: [{ id: 0, cards: props.cards, isOrdered }],
    isMovable,
    onMove: (_, cards, goal) => props.onMove(cards, goal),
    onBack: (_, id) => state.enter(id),
  });
  /** From the end of a list to the next one. */
  const goOn = (card: Card, direction: Direction): void => {
    const next = cardBeyond(state.placed, card.id, direction);
    if (next !== undefined) state.enter(next.id);
  };
  const state = useBoard({
    ...props,
    columns: open,
    targets: columns,
    ...(isLists ? { onEdge: goOn } : {}),
    onMove: (cards, goal) => move(0, cards, goal),
  });
  const { board, placed, current, tabStop, chosen, chosenIds, said, handlers, drop, clear, dragged } = state;
  const reach = useReach(board);
  const [first] = chosen;
  const shown = columns.map((column) => {
    const index = open.indexOf(column);
    return (
      <BoardColumn
        key={column.id}
        column={column}
        columns={columns}
        cards={placed[index] ?? props.cards.filter(({ columnId }) => columnId === column.id)}
        currentRow={current?.column === index ? current.row : undefined}
        tabStop={tabStop}
        chosenIds={chosenIds}
        isMovable={isMovable}
        isOrdered={isOrdered}
        isSelectable={isSelectable}
        isOpenable={props.onOpen !== undefined}
        hasRows={isLists}
        handlers={handlers}
        isClosed={!mayAllStandIn(dragged, column.id)}
        onDrop={(id, row) => drop(id, column.id, row)}
      />
    );
  });
  return (
    <div className={css.whole}>
      <div
        className={css.board}
        ref={board}
        role="group"
        aria-label={label}
        data-steady={isFirstSteady || undefined}
        data-lists={isLists || undefined}
        data-choosing={chosen.length > 0 || undefined}
        style={{
          ...reach,
          ...(open.length < columns.length && !isLists ? { gridTemplateColumns: tracksOf(columns) } : {}),
        }}
      >
        {isLists ? (
          <>
            <div className={css.first}>{shown.slice(0, 1)}</div>
            {shown.length > 1 && <div className={css.others}>{shown.slice(1)}</div>}
          </>
        ) : (
          shown
        )}
        <div className="visually-hidden" role="status">
          {said}
        </div>
      </div>
      {first !== undefined && (
        <SelectionBar
          chosen={chosen}
          columns={columns}
          isMovable={isMovable}
          onMove={(columnId) => handlers.move(first, columnId)}
          onClear={clear}
        >
          {renderActions?.(chosen, clear)}
        </SelectionBar>
      )}
    </div>
  );
}
