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
  /** More lines below the title, which may come late. */
  details?: ReactNode;
  /** At the end of its head, after the people. */
  aside?: ReactNode;
  /** What else can be done with it, in the menu of where it can go. */
  more?: readonly { id: string; label: string; run(): void }[];
  /** Stays where it is, whatever others may. */
  isFixed?: boolean;
  /** Columns that it may go to, such as those that its tracker has; all of them without it. */
  goals?: ReadonlySet<string> | undefined;
  /** A change is on its way. */
  isBusy?: boolean;
  /** Why it is not where somebody put it. */
  problem?: string | undefined;
}

export interface Column {
  id: string;
  label: string;
  colour?: string | null | undefined;
  /** How many cards it has, where only the first of them are here yet. */
  size?: number | undefined;
  /** It has more cards than these. */
  hasMore?: boolean;
  /** How many cards it should have at most. */
  limit?: number | undefined;
  /** Beside its label, such as a menu. */
  tools?: ReactNode;
  /** Between its label and its cards. */
  head?: ReactNode;
  /** Below its cards, such as a place to add one. */
  footer?: ReactNode;
  /** Only its label and how many cards it has are shown; menus alone move cards there. */
  isFolded?: boolean;
  /** Its cards have an order of their own, which nobody changes. */
  isUnordered?: boolean;
  /** Folds it, or unfolds it; without it, it can't be folded. */
  onFold?: (() => void) | undefined;
}

/** Whether all of them may stand in a column. */
export const mayAllStandIn = (cards: readonly Card[], columnId: string): boolean =>
  cards.every((card) => card.columnId === columnId || card.goals === undefined || card.goals.has(columnId));

/** The column beside, in that direction, in which all of them may stand. -1 where there is none. */
export function nextGoal(
  columns: readonly { id: string }[],
  from: number,
  step: 1 | -1,
  cards: readonly Card[],
): number {
  for (let at = from + step; at >= 0 && at < columns.length; at += step)
    if (mayAllStandIn(cards, columns[at]?.id ?? '')) return at;
  return -1;
}

export interface Placed {
  id: number;
  columnId: string;
}

/** Directly before or after which other one. */
export interface Beside {
  id: number;
  direction: 'before' | 'after';
}

/** Where somebody puts a card. Without `beside` it comes where the order of everything has it. */
export interface Goal {
  columnId: string;
  beside?: Beside | undefined;
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

/** The card beyond the end of a list: the first of the next one that has any, or the last of the one before. */
export function cardBeyond<C extends Placed>(
  columns: readonly (readonly C[])[],
  id: number,
  direction: Direction,
): C | undefined {
  const column = findCard(columns, id)?.column;
  if (column === undefined) return undefined;
  if (direction === 'down') return columns.slice(column + 1).find((list) => list.length > 0)?.[0];
  return direction === 'up'
    ? columns
        .slice(0, column)
        .findLast((list) => list.length > 0)
        ?.at(-1)
    : undefined;
}

/**
 * What these go beside that are put before the one at `row`, or behind all; undefined where nothing else is there, or where they
 * stand so already.
 */
export function besideAt(
  list: readonly { id: number }[],
  row: number,
  movedIds: readonly number[],
): Beside | undefined {
  const isOther = ({ id }: { id: number }): boolean => !movedIds.includes(id);
  const previous = list.slice(0, row).findLast(isOther);
  const next = list.slice(row).find(isOther);
  const beside: Beside | undefined =
    previous === undefined ? next && { id: next.id, direction: 'before' } : { id: previous.id, direction: 'after' };
  if (beside === undefined) return undefined;
  const isInside = movedIds.every((id) => list.some((one) => one.id === id));
  const isSame = isInside && putBeside(list, movedIds, beside).every(({ id }, at) => id === list[at]?.id);
  return isSame ? undefined : beside;
}

/** The list with these, in their order, beside another one; as it is where that is not there. */
export function putBeside<T extends { id: number }>(list: readonly T[], ids: readonly number[], beside: Beside): T[] {
  const moved = ids.flatMap((id) => list.find((one) => one.id === id) ?? []);
  const others = list.filter(({ id }) => !ids.includes(id));
  const at = others.findIndex(({ id }) => id === beside.id);
  return at < 0 ? [...list] : others.toSpliced(at + (beside.direction === 'after' ? 1 : 0), 0, ...moved);
}

/** The cards of a column from one to another, both among them; the second alone where they are in different columns. */
export function rangeOf(columns: readonly (readonly Placed[])[], from: number | undefined, to: number): number[] {
  const [start, end] = [from === undefined ? undefined : findCard(columns, from), findCard(columns, to)];
  if (start === undefined || end === undefined || start.column !== end.column) return [to];
  const [first, last] = [Math.min(start.row, end.row), Math.max(start.row, end.row)];
  return (columns[end.column] ?? []).slice(first, last + 1).map(({ id }) => id);
}
