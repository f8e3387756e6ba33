// The columns of a kanban and the cards in them, from what the API tells. Pure.
import { foldText } from '../../../contract/fold-text.ts';
import type { Schemas } from '../../platform/schemas.ts';
import { listIn, numberIn, textIn } from '../../platform/parse-unknown.ts';
import { passes } from '../../ui/board/filter/board-filter.ts';
import type { BoardFilter } from '../../ui/board/filter/board-filter.ts';
import type { Card, CardPerson } from '../../ui/board/board-rules.ts';

/** Cards of a column that a board holds; more are counted. */
export const itemsMax = 1000;
/** Cards of the closed column that are shown before somebody asks for all of them. */
export const closedMax = 20;

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
  /** By this person, for themselves. */
  isFolded: boolean;
}

export const closedId = 'archive';

/** The columns from left to right; what is closed is the last one. */
export const columnsOf = (kanban: Schemas['Kanban'], closedLabel: string): BoardColumn[] => [
  {
    id: 'backlog',
    label: kanban.backlog.label,
    limit: null,
    mayAdd: kanban.backlog.user_can_add_in_place,
    isFolded: !kanban.backlog.is_open,
  },
  ...kanban.columns.map(({ id, label, limit, user_can_add_in_place: mayAdd, is_open: isOpen }) => ({
    id: String(id),
    label,
    limit,
    mayAdd,
    isFolded: !isOpen,
  })),
  { id: closedId, label: closedLabel, limit: null, mayAdd: false, isFolded: false },
];

/** The kanban with this column folded, or unfolded where it was. The closed one is folded to its newest cards. */
export function flipColumn(kanban: Schemas['Kanban'], columnId: string): Schemas['Kanban'] {
  const { backlog, archive, columns } = kanban;
  if (columnId === 'backlog') return { ...kanban, backlog: { ...backlog, is_open: !backlog.is_open } };
  if (columnId === closedId) return { ...kanban, archive: { ...archive, is_open: !archive.is_open } };
  return {
    ...kanban,
    columns: columns.map((column) =>
      String(column.id) === columnId ? { ...column, is_open: !column.is_open } : column,
    ),
  };
}

/** Whether more stands in the column than should. */
export const isOverLimit = (limit: number | null, size: number): boolean => limit !== null && size > limit;

export interface CardWish {
  words: string;
  untitled: string;
  /** Only cards of one of these accounts. */
  people?: readonly number[] | undefined;
  /** By id of the field. */
  filter?: BoardFilter | undefined;
  /** The field that says whose they are, where that is known. */
  peopleFieldId?: number | undefined;
  /** What cards say besides their title. */
  shownFieldIds?: readonly number[];
  /** The list whose values are rows. */
  rowsFieldId?: number | undefined;
}

export interface KanbanCard extends Card {
  /** Of the value of the list of rows; 0 where it has none. */
  laneId: number;
  /** Values of the fields that it says. */
  facts: readonly unknown[];
}

type Item = Schemas['KanbanItem'];

const valueIn = ({ card_fields: fields }: Item, fieldId: number | undefined): unknown =>
  fields.find((field) => numberIn(field, 'field_id') === fieldId);

/** Whose the item is. */
const peopleOf = (item: Item, fieldId: number | undefined): CardPerson[] =>
  listIn(valueIn(item, fieldId), 'values').flatMap((person) => {
    const [id, name, picture] = [numberIn(person, 'id'), textIn(person, 'display_name'), textIn(person, 'avatar_url')];
    return id === undefined || name === undefined ? [] : [{ id, display_name: name, avatar_url: picture ?? '' }];
  });

/** The value that stands for none. */
const noneId = 100;

const laneOf = (item: Item, fieldId: number | undefined): number =>
  listIn(valueIn(item, fieldId), 'bind_value_ids').flatMap((id) =>
    typeof id === 'number' && id !== noneId ? id : [],
  )[0] ?? 0;

/** Everybody whose items stand on the board, by name. */
export function peopleOn(columns: readonly ColumnItems[], fieldId: number | undefined): CardPerson[] {
  const found = new Map(
    columns.flatMap(({ items }) => items.flatMap((item) => peopleOf(item, fieldId).map((one) => [one.id, one]))),
  );
  return [...found.values()].toSorted((a, b) => a.display_name.localeCompare(b.display_name));
}

/** What is chosen in a field: ids of values, labels where people add values of their own. */
const valuesOf = (item: Item, fieldId: number): string[] =>
  listIn(valueIn(item, fieldId), 'bind_value_ids').map(String);

const isWanted = (item: Item, { words, filter = {}, people, peopleFieldId }: CardWish): boolean =>
  (words === '' || foldText(`#${item.id} ${item.label}`).includes(foldText(words.trim()))) &&
  passes(filter, (fieldId) => valuesOf(item, Number(fieldId))) &&
  (people === undefined ||
    passes({ people: people.map(String) }, () => peopleOf(item, peopleFieldId).map(({ id }) => String(id))));

/** Columns are read one by one: a card that moved meanwhile may be in two, and is where it was read last. */
export function cardsOf(columns: readonly ColumnItems[], wish: CardWish): KanbanCard[] {
  const { untitled, peopleFieldId, shownFieldIds = [], rowsFieldId } = wish;
  const placeOf = new Map(
    columns
      .toSorted((a, b) => a.askedAtMs - b.askedAtMs)
      .flatMap(({ column, items }) => items.map(({ id }): [number, string] => [id, column])),
  );
  return columns.flatMap(({ column, items }) =>
    items
      .filter((item) => placeOf.get(item.id) === column && isWanted(item, wish))
      .map((item): KanbanCard => ({
        id: item.id,
        laneId: laneOf(item, rowsFieldId),
        people: peopleOf(item, peopleFieldId),
        facts: shownFieldIds.flatMap((fieldId) => valueIn(item, fieldId) ?? []),
        columnId: column,
        title: item.label === '' ? untitled : item.label,
        name: `#${item.id}`,
        href: `/artifacts/${item.id}`,
        colour: item.background_color_name === '' ? item.color : item.background_color_name,
      })),
  );
}
