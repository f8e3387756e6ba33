// Boards whose cards stand in rows, too: where focus and cards go between and in them. Pure.
import type { ReactNode } from 'react';
import { sortIntoColumns } from './board-rules.ts';
import type { Card, Column, Direction } from './board-rules.ts';

export interface LaneColumn extends Pick<Column, 'id' | 'label' | 'colour' | 'limit'> {
  isFolded: boolean;
  /** It has more cards than these. */
  hasMore?: boolean;
  /** Can't be folded. */
  isSteady?: boolean;
}

export interface Lane {
  id: number;
  label: string;
  cards: readonly Card[];
  /** Its head alone is shown. */
  isFolded: boolean;
  /** What the row is about. */
  head: ReactNode;
  /** Whether its cards have an order that people change. */
  isOrdered: boolean;
  /** Below the cards of a column, such as a place to add one. */
  footOf?(column: LaneColumn): ReactNode;
}

/** Cards that are in sight. */
export const shownCards = ({ cards, isFolded }: Lane, columns: readonly LaneColumn[]): readonly Card[] => {
  const folded = new Set(columns.flatMap((column) => (column.isFolded ? column.id : [])));
  return isFolded ? [] : cards.filter(({ columnId }) => !folded.has(columnId));
};

/** How many cards stand in each column, over all rows. */
export function countIn(lanes: readonly Lane[], columns: readonly LaneColumn[]): number[] {
  const ids = columns.map(({ id }) => id);
  return sortIntoColumns(
    ids,
    lanes.flatMap(({ cards }) => cards),
  ).map((cards) => cards.length);
}

/**
 * The card that is next above or below, in the nearest row that shows one: in the same column where there is one, else the first that
 * it has. undefined at the edge, and beside it, where rows end.
 */
export function cardBeyond(
  lanes: readonly Lane[],
  columns: readonly LaneColumn[],
  from: { laneId: number; columnId: string },
  direction: Direction,
): { laneId: number; card: Card } | undefined {
  if (direction !== 'up' && direction !== 'down') return undefined;
  const step = direction === 'up' ? -1 : 1;
  for (let at = lanes.findIndex(({ id }) => id === from.laneId) + step; ; at += step) {
    const lane = lanes[at];
    if (lane === undefined) return undefined;
    const shown = shownCards(lane, columns);
    const same = shown.filter(({ columnId }) => columnId === from.columnId);
    const card = (same.length > 0 ? same : shown).at(step === 1 || same.length === 0 ? 0 : -1);
    if (card !== undefined) return { laneId: lane.id, card };
  }
}

/** Before which of these something comes that is dropped at this height; their count behind all. Heights in pixels from the top. */
export function rowAtHeight(places: readonly { top: number; height: number }[], y: number): number {
  const at = places.findIndex(({ top, height }) => y < top + height / 2);
  return at < 0 ? places.length : at;
}
