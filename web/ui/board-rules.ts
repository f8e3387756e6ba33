// What a board shows, and where focus and cards go on it. Pure.
import type { ReactNode } from 'react';

export interface CardPerson {
  id: number | null;
  display_name: string;
  avatar_url: string;
}

export interface Card {
  id: number;
  columnId: string;
  title: string;
  /** Such as #12. */
  name: string;
  /** Where its title leads. */
  href: string;
  /** One of the 24 colours, along its edge. */
  colour?: string | null | undefined;
  people?: readonly CardPerson[];
  /** More lines below the title. */
  details?: ReactNode;
  /** A change is on its way. */
  isBusy?: boolean;
  /** Why it is not where somebody put it. */
  problem?: string | undefined;
}

export interface Column {
  id: string;
  label: string;
  colour?: string | null | undefined;
  /** Below its cards, such as a place to add one. */
  footer?: ReactNode;
}

export interface Placed {
  id: number;
  columnId: string;
}

export interface BoardPlace {
  column: number;
  row: number;
}

export type Direction = 'up' | 'down' | 'left' | 'right';

const directions: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

export const directionOf = (key: string): Direction | undefined => directions[key];

/** Cards by column, in the order of the columns; cards in no column are left out. */
export function sortIntoColumns<C extends Placed>(columnIds: readonly string[], cards: readonly C[]): C[][] {
  const places = new Map(columnIds.map((id, index) => [id, index]));
  const columns: C[][] = columnIds.map(() => []);
  for (const card of cards) columns[places.get(card.columnId) ?? -1]?.push(card);
  return columns;
}

export function findCard(columns: readonly (readonly Placed[])[], id: number): BoardPlace | undefined {
  for (const [column, cards] of columns.entries()) {
    const row = cards.findIndex((card) => card.id === id);
    if (row >= 0) return { column, row };
  }
  return undefined;
}

/** The card beside another one; columns without cards are passed over. undefined at the edge. */
export function nextCard<C extends Placed>(
  columns: readonly (readonly C[])[],
  from: BoardPlace,
  direction: Direction,
): C | undefined {
  if (direction === 'up') return columns[from.column]?.[from.row - 1];
  if (direction === 'down') return columns[from.column]?.[from.row + 1];
  const step = direction === 'left' ? -1 : 1;
  for (let column = from.column + step; column >= 0 && column < columns.length; column += step) {
    const cards = columns[column] ?? [];
    const card = cards[Math.min(from.row, cards.length - 1)];
    if (card !== undefined) return card;
  }
  return undefined;
}
