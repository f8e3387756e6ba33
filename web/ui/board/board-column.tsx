// One column of a board: its head, and those of its cards that are in sight.
import { useVirtualizer } from '@tanstack/react-virtual';
import { useId, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { isTextDropItem, useDrop } from 'react-aria-components';
import { useEffect } from '../../platform/effects.ts';
import { atLeast, t } from '../../platform/i18n.ts';
import type { Count } from '../../platform/i18n.ts';
import type { Card, Column } from './board-rules.ts';
import { BoardCard, cardType } from './board-card.tsx';
import type { CardHandlers } from './board-card.tsx';
import { CardCount } from './card-count.tsx';
import { FoldButton } from './fold-button.tsx';
import css from './board.module.css';
import { rowsWith } from './virtual-rows.ts';
import ui from '../ui.module.css';

interface Props {
  column: Column;
  /** Those that its cards may go to. */
  columns: readonly Column[];
  cards: readonly Card[];
  /** The row of the current card, where it is in this column. */
  currentRow: number | undefined;
  /** The card that the tab key comes to. */
  tabStop: number | undefined;
  isMovable: boolean;
  isOrdered: boolean;
  isSelectable: boolean;
  isOpenable: boolean;
  /** Cards are rows of a list. */
  hasRows?: boolean;
  /** Of the whole board. */
  chosenIds: ReadonlySet<number>;
  handlers: CardHandlers;
  /** What is dragged may not come here. */
  isClosed: boolean;
  /** `row`: before which card, where cards have an order and somebody pointed at a place. */
  onDrop(id: number, row: number | undefined): void;
}

/** Of a card, before it is measured, in pixels. */
const cardHeight = 66;
const rowHeight = 36;
const rowsAround = 6;
/** From the middle between two cards to the next one, in pixels. */
const gapHalf = 5;

export function BoardColumn(props: Props): ReactNode {
  const { column, cards } = props;
  const headId = useId();
  return (
    <section className={css.column} aria-labelledby={headId} data-folded={column.isFolded === true || undefined}>
      <ColumnHead id={headId} column={column} count={atLeast(column.size ?? cards.length, column.hasMore === true)} />
      {column.isFolded !== true && <Unfolded {...props} />}
    </section>
  );
}

/** What a column has below its head. */
function Unfolded(props: Props): ReactNode {
  const { column, cards, currentRow, isMovable, onDrop } = props;
  const isOrdered = props.isOrdered && column.isUnordered !== true;
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useRows(scroller, cards, currentRow, props.hasRows === true ? rowHeight : cardHeight);
  const [gap, setGap] = useState<number>();
  const { dropProps, isDropTarget } = useDrop({
    ref: scroller,
    isDisabled: !isMovable,
    getDropOperation: (types) => (types.has(cardType) ? 'move' : 'cancel'),
    // A pointer says where; dragging by keys does not.
    onDropMove: ({ y }) => isOrdered && setGap(rowAt(virtual, y + (scroller.current?.scrollTop ?? 0), cards.length)),
    onDropExit: () => setGap(undefined),
    onDrop({ items }) {
      setGap(undefined);
      for (const item of items)
        if (isTextDropItem(item) && item.types.has(cardType))
          void item.getText(cardType).then((id) => onDrop(Number(id), gap));
    },
  });
  return (
    <>
      {Boolean(column.head) && <div className={css.columnMore}>{column.head}</div>}
      <div
        {...dropProps}
        ref={scroller}
        className={css.cards}
        data-target={isDropTarget || undefined}
        data-closed={props.isClosed || undefined}
        tabIndex={-1}
        role="group"
        aria-label={column.label}
      >
        {cards.length === 0 ? (
          <p className={css.none}>{t('boards.none')}</p>
        ) : (
          <Stack {...props} isOrdered={isOrdered} virtual={virtual} gap={isDropTarget ? gap : undefined} />
        )}
      </div>
      {Boolean(column.footer) && <div className={css.columnFoot}>{column.footer}</div>}
    </>
  );
}

/** The cards that are in sight, and the line where a dragged one would come. */
const Stack = ({ cards, virtual, gap, ...props }: Props & { virtual: Rows; gap: number | undefined }): ReactNode => (
  <ul className={css.stack} style={{ height: virtual.getTotalSize() }}>
    {virtual.getVirtualItems().map((item) => {
      const card = cards[item.index];
      return card === undefined ? null : (
        <li
          key={card.id}
          ref={virtual.measureElement}
          data-index={item.index}
          className={css.place}
          style={{ transform: `translateY(${item.start}px)` }}
        >
          <BoardCard
            card={card}
            others={props.columns}
            isTabStop={card.id === props.tabStop}
            isMovable={props.isMovable}
            isOrdered={props.isOrdered}
            isSelectable={props.isSelectable}
            isChosen={props.chosenIds.has(card.id)}
            isOpenable={props.isOpenable}
            isRow={props.hasRows === true}
            handlers={props.handlers}
          />
        </li>
      );
    })}
    {gap !== undefined && (
      <li
        className={css.gap}
        aria-hidden="true"
        style={{
          transform: `translateY(${gapTop(virtual, gap)}px)`,
        }}
      />
    )}
  </ul>
);

/** Before which row something comes that is dropped at this height, in pixels from the first one. */
function rowAt(virtual: Rows, top: number, count: number): number {
  const item = virtual.getVirtualItemForOffset(top);
  if (item === undefined || top > virtual.getTotalSize()) return count;
  return top < item.start + item.size / 2 ? item.index : item.index + 1;
}

/** In the middle between two cards, or at the top. */
const gapTop = (virtual: Rows, row: number): number =>
  Math.max(0, (virtual.measurementsCache[row]?.start ?? virtual.getTotalSize()) - gapHalf);

type Rows = ReturnType<typeof useRows>;

/** Rows in sight, the current one always among them; it is scrolled to when it becomes that. */
function useRows(
  scroller: RefObject<HTMLDivElement | null>,
  cards: readonly Card[],
  currentRow: number | undefined,
  height: number,
) {
  const virtual = useVirtualizer({
    count: cards.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: (index) => cards[index]?.id ?? index,
    overscan: rowsAround,
    rangeExtractor: rowsWith(currentRow),
  });
  useEffect(() => {
    if (currentRow === undefined) return;
    // Who points at a card sees it; a menu that opens from it would close where it moved.
    const row = scroller.current?.querySelector(`[data-index="${currentRow}"]`);
    if (row?.contains(document.activeElement) !== true) virtual.scrollToIndex(currentRow, { align: 'auto' });
  }, [currentRow, virtual]);
  return virtual;
}

const ColumnHead = ({ id, column, count }: { id: string; column: Column; count: Count }): ReactNode => (
  <div className={css.columnTop}>
    <h3 className={css.columnHead} id={id}>
      <span className={ui.dot} data-colour={column.colour || undefined} />
      <span className={css.columnLabel} title={column.label}>
        {column.label}
      </span>
      <CardCount
        count={count}
        limit={column.limit}
        isOver={column.limit !== undefined && (column.size ?? 0) > column.limit}
      />
    </h3>
    {column.tools}
    {column.onFold !== undefined && <FoldButton column={column} onFold={column.onFold} />}
  </div>
);
