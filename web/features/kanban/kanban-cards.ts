// The columns of a kanban and the cards in them, from what the API tells. Pure.
import type { Schemas } from '../../platform/schemas.ts';
import type { Card } from '../../ui/board/board-rules.ts';

/** Cards of a column that a board holds; more are counted. */
export const itemsMax = 1000;

export interface ColumnItems {
  column: string;
  items: Schemas['KanbanItem'][];
  /** Of the whole column. */
  size: number;
  /** When the server was asked, in ms. */
  askedAtMs: number;
}

interface BoardColumn {
  id: string;
  label: string;
  limit: number | null;
  mayAdd: boolean;
}

/** The columns from left to right; what is closed is the last one where it is shown. */
export const columnsOf = (kanban: Schemas['Kanban'], withArchive: boolean): BoardColumn[] => [
  { id: 'backlog', label: kanban.backlog.label, limit: null, mayAdd: kanban.backlog.user_can_add_in_place },
  ...kanban.columns.map(({ id, label, limit, user_can_add_in_place: mayAdd }) => ({
    id: String(id),
    label,
    limit,
    mayAdd,
  })),
  ...(withArchive ? [{ id: 'archive', label: kanban.archive.label, limit: null, mayAdd: false }] : []),
];

/** Whether more stands in the column than should. */
export const isOverLimit = (limit: number | null, size: number): boolean => limit !== null && size > limit;

const isWanted = ({ id, label }: Schemas['KanbanItem'], words: string): boolean =>
  words === '' || `#${id} ${label}`.toLowerCase().includes(words);

/** Columns are read one by one: a card that moved meanwhile may be in two, and is where it was read last. */
export function cardsOf(
  columns: readonly ColumnItems[],
  { words, untitled }: { words: string; untitled: string },
): Card[] {
  const placeOf = new Map(
    columns
      .toSorted((a, b) => a.askedAtMs - b.askedAtMs)
      .flatMap(({ column, items }) => items.map(({ id }): [number, string] => [id, column])),
  );
  return columns.flatMap(({ column, items }) =>
    items
      .filter((item) => placeOf.get(item.id) === column && isWanted(item, words.trim().toLowerCase()))
      .map((item): Card => ({
        id: item.id,
        columnId: column,
        title: item.label === '' ? untitled : item.label,
        name: `${item.item_name} #${item.id}`,
        href: `/artifacts/${item.id}`,
        colour: item.background_color_name === '' ? item.color : item.background_color_name,
      })),
  );
}
