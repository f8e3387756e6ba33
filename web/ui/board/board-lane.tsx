// One row of a board in rows: its head, and a cell for each column.
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { isTextDropItem, useDrop } from 'react-aria-components';
import { useEffect } from '../../platform/effects.ts';
import { t } from '../../platform/i18n.ts';
import { BoardCard, cardType } from './board-card.tsx';
import type { CardHandlers } from './board-card.tsx';
import { mayAllStandIn } from './board-rules.ts';
import type { Card, Column, Direction, Goal } from './board-rules.ts';
import { rowAtHeight, shownCards } from './lane-rules.ts';
import type { Lane, LaneColumn } from './lane-rules.ts';
import css from './lane-board.module.css';
import { useBoard } from './use-board.ts';
import type { Refusal } from './use-card-moves.ts';

interface Props {
  lane: Lane;
  columns: readonly LaneColumn[];
  isMovable: boolean;
  /** A card of it that takes the focus. */
  wanted: number | undefined;
  onMove(laneId: number, cards: readonly Card[], goal: Goal): Promise<Refusal>;
  onSay(text: string): void;
  onEdge(from: Card, direction: Direction): void;
  onEntered(): void;
}

export function BoardLane({ lane, columns, isMovable, wanted, onMove, onSay, onEdge, onEntered }: Props): ReactNode {
  const { board, placed, tabStop, handlers, drop, enter, dragged } = useBoard({
    label: lane.label,
    columns,
    cards: shownCards(lane, columns),
    isMovable,
    isOrdered: lane.isOrdered,
    onMove: (cards, goal) => onMove(lane.id, cards, goal),
    onSay,
    onEdge,
  });
  useEffect(() => {
    if (wanted === undefined) return;
    enter(wanted);
    onEntered();
  });
  const headId = `lane-${lane.id}`;
  return (
    <div
      className={css.lane}
      role="group"
      aria-labelledby={headId}
      ref={board}
      data-folded={lane.isFolded || undefined}
    >
      <div className={css.laneHead} id={headId}>
        {lane.head}
      </div>
      {!lane.isFolded &&
        columns.map((column, index) => (
          <Cell
            key={column.id}
            lane={lane}
            column={column}
            columns={columns}
            cards={placed[index] ?? []}
            tabStop={tabStop}
            isMovable={isMovable}
            handlers={handlers}
            isClosed={!mayAllStandIn(dragged, column.id)}
            onDrop={(id, row) => drop(id, column.id, row)}
          />
        ))}
    </div>
  );
}

interface CellProps {
  lane: Lane;
  column: LaneColumn;
  columns: readonly Column[];
  cards: readonly Card[];
  tabStop: number | undefined;
  isMovable: boolean;
  handlers: CardHandlers;
  /** What is dragged may not come here. */
  isClosed: boolean;
  onDrop(id: number, row: number | undefined): void;
}

/** What a card of the row carries, so that other rows do not take it. */
const dragTypeOf = (laneId: number): string => `${cardType}+${laneId}`;

function Cell({ lane, column, columns, cards, tabStop, isMovable, handlers, isClosed, onDrop }: CellProps): ReactNode {
  const list = useRef<HTMLUListElement>(null);
  const [gap, setGap] = useState<number>();
  const dragType = dragTypeOf(lane.id);
  const { dropProps, isDropTarget } = useDrop({
    ref: list,
    isDisabled: !isMovable,
    getDropOperation: (types) => (types.has(dragType) ? 'move' : 'cancel'),
    // A pointer says where; dragging by keys does not.
    onDropMove({ y }) {
      const places = [...(list.current?.children ?? [])].flatMap((place) =>
        place instanceof HTMLElement ? { top: place.offsetTop, height: place.offsetHeight } : [],
      );
      if (lane.isOrdered) setGap(rowAtHeight(places, y));
    },
    onDropExit: () => setGap(undefined),
    onDrop({ items }) {
      setGap(undefined);
      for (const item of items)
        if (isTextDropItem(item) && item.types.has(dragType))
          void item.getText(dragType).then((id) => onDrop(Number(id), gap));
    },
  });
  const foot = column.isFolded ? undefined : lane.footOf?.(column);
  return (
    <div
      className={css.cell}
      role="group"
      aria-label={t('boards.cell', { column: column.label, count: cards.length })}
      data-target={isDropTarget || undefined}
      data-closed={isClosed || undefined}
    >
      <ul {...dropProps} ref={list} className={css.cards}>
        {cards.map((card, index) => (
          <li
            key={card.id}
            data-gap={isDropTarget && gap === index ? 'before' : undefined}
            data-last-gap={(isDropTarget && gap === index + 1 && index === cards.length - 1) || undefined}
          >
            <BoardCard
              card={card}
              others={columns}
              isTabStop={card.id === tabStop}
              isMovable={isMovable}
              isOrdered={lane.isOrdered}
              isSelectable={false}
              isChosen={false}
              isOpenable={false}
              dragType={dragType}
              handlers={handlers}
            />
          </li>
        ))}
      </ul>
      {Boolean(foot) && <div className={css.cellFoot}>{foot}</div>}
    </div>
  );
}
