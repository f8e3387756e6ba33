// A board in rows: each has its cards in the same columns, and they move within it. Head and columns stay in sight while the rest
// scrolls; only rows in sight are in the document.
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';
import type { CSSProperties, ReactNode, RefObject } from 'react';
import { useEffect } from '../../platform/effects.ts';
import { atLeast } from '../../platform/i18n.ts';
import type { Count } from '../../platform/i18n.ts';
import ui from '../ui.module.css';
import type { Card, Goal } from './board-rules.ts';
import { BoardLane } from './board-lane.tsx';
import { CardCount } from './card-count.tsx';
import { FoldButton } from './fold-button.tsx';
import { cardBeyond, countIn } from './lane-rules.ts';
import type { Lane, LaneColumn } from './lane-rules.ts';
import css from './lane-board.module.css';
import { rowsWith } from './virtual-rows.ts';
import { useReach } from './use-reach.ts';
import { useUndo } from './use-undo.ts';
import type { Refusal } from './use-card-moves.ts';

interface Props {
  label: string;
  /** Over the heads of rows. */
  laneLabel: string;
  columns: readonly LaneColumn[];
  lanes: readonly Lane[];
  isMovable: boolean;
  onMove(laneId: number, cards: readonly Card[], goal: Goal): Promise<Refusal>;
  onFold(column: LaneColumn): void;
}

/** Of a row, before it is measured, in pixels. */
const laneHeight = 120;
const lanesAround = 3;

export function LaneBoard({ label, laneLabel, columns, lanes, isMovable, onMove, onFold }: Props): ReactNode {
  const scroller = useRef<HTMLDivElement>(null);
  const reach = useReach(scroller);
  const [said, say] = useState('');
  const [current, setCurrent] = useState<{ laneId: number; cardId: number }>();
  // What somebody types into a row stays while they scroll.
  const [focusedId, setFocused] = useState<number>();
  const virtual = useLanes(scroller, lanes, current?.laneId, focusedId);
  const counts = countIn(lanes, columns);
  const move = useUndo({
    columns,
    lanes,
    isMovable,
    onMove,
    onBack: (laneId, cardId) => setCurrent({ laneId, cardId }),
  });
  const tracks: CSSProperties & Record<'--tracks', string> = {
    '--tracks': columns.map(({ isFolded }) => (isFolded ? '3rem' : 'minmax(12rem, 1fr)')).join(' '),
  };
  return (
    <div className={css.board} ref={scroller} role="group" aria-label={label} style={reach}>
      <div className={css.inside} style={tracks}>
        <div className={css.heads}>
          <span className={css.laneHead}>{laneLabel}</span>
          {columns.map((column, index) => (
            <ColumnHead
              key={column.id}
              column={column}
              count={atLeast(counts[index] ?? 0, column.hasMore === true)}
              isOver={column.limit !== undefined && (counts[index] ?? 0) > column.limit}
              onFold={onFold}
            />
          ))}
        </div>
        <div className={css.stack} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const lane = lanes[index];
            return lane === undefined ? null : (
              <div
                key={lane.id}
                ref={virtual.measureElement}
                data-index={index}
                className={css.place}
                style={{ transform: `translateY(${start}px)` }}
                onFocus={() => setFocused(lane.id)}
              >
                <BoardLane
                  lane={lane}
                  columns={columns}
                  isMovable={isMovable}
                  wanted={current?.laneId === lane.id ? current.cardId : undefined}
                  onMove={move}
                  onSay={say}
                  onEdge={(from, direction) => {
                    const next = cardBeyond(lanes, columns, { laneId: lane.id, columnId: from.columnId }, direction);
                    if (next !== undefined) setCurrent({ laneId: next.laneId, cardId: next.card.id });
                  }}
                  onEntered={() => setCurrent(undefined)}
                />
              </div>
            );
          })}
        </div>
      </div>
      <div className="visually-hidden" role="status">
        {said}
      </div>
    </div>
  );
}

/** Rows in sight and the one that has focus; the one that focus goes to is among them, and scrolled to. */
function useLanes(
  scroller: RefObject<HTMLDivElement | null>,
  lanes: readonly Lane[],
  wantedId: number | undefined,
  focusedId: number | undefined,
) {
  const indexOf = (laneId: number | undefined): number => lanes.findIndex(({ id }) => id === laneId);
  const wanted = indexOf(wantedId);
  const virtual = useVirtualizer({
    count: lanes.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => laneHeight,
    getItemKey: (index) => lanes[index]?.id ?? index,
    overscan: lanesAround,
    rangeExtractor: rowsWith(wanted >= 0 ? wanted : indexOf(focusedId)),
  });
  useEffect(() => {
    if (wanted >= 0) virtual.scrollToIndex(wanted, { align: 'auto' });
  }, [wanted, virtual]);
  return virtual;
}

interface HeadProps {
  column: LaneColumn;
  count: Count;
  isOver: boolean;
  onFold(column: LaneColumn): void;
}

const ColumnHead = ({ column, count, isOver, onFold }: HeadProps): ReactNode => {
  const { label, colour, isFolded } = column;
  return (
    <div className={css.columnHead} data-folded={isFolded || undefined}>
      {!isFolded && (
        <>
          <span className={ui.dot} data-colour={colour || undefined} />
          <span className={css.columnLabel} title={label}>
            {label}
          </span>
        </>
      )}
      <CardCount count={count} limit={column.limit} isOver={isOver} />
      {column.isSteady !== true && <FoldButton column={column} onFold={() => onFold(column)} />}
    </div>
  );
};
