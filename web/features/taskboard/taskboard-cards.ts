// Rows and cards of a taskboard, from what the API tells. Pure.
import { foldText } from '../../../contract/fold-text.ts';
import { isRecord, listIn, numberIn, textIn } from '../../platform/parse-unknown.ts';
import type { Schemas } from '../../platform/schemas.ts';
import { personNameIn } from '../../platform/names/person-names.ts';
import type { Card } from '../../ui/board/board-rules.ts';
import { passes } from '../../ui/board/filter/board-filter.ts';
import type { BoardFilter, FilterOption } from '../../ui/board/filter/board-filter.ts';
import { fieldIs } from '../fields/index.ts';

export type Taskboard = Schemas['Taskboard'];
export type Row = Taskboard['rows'][number];
export type PlacedCard = Row['card'];

export interface CardFilter {
  words: string;
  /** Where only cards of a person are wanted. */
  personId: number | undefined;
  /** By `people`. */
  values: BoardFilter;
  onlyOpen: boolean;
}

const hasWords = ({ xref, label }: PlacedCard, words: string): boolean =>
  words === '' || foldText(`${xref} ${label}`).includes(words);

const isWanted = (card: PlacedCard, { words, personId, values, onlyOpen }: CardFilter): boolean =>
  (!onlyOpen || card.is_open) &&
  hasWords(card, words) &&
  passes(values, () => card.assignees.map(({ id }) => String(id))) &&
  (personId === undefined || card.assignees.some(({ id }) => id === personId));

/** Whoever has a card of these rows. */
export const peopleOn = (rows: readonly Row[]): FilterOption[] => [
  ...new Map(
    rows
      .flatMap(({ card, cards }) => [card, ...cards])
      .flatMap(({ assignees }) => assignees)
      .map(({ id, display_name: label, avatar_url: picture }) => [id, { id: String(id), label, picture }]),
  ).values(),
];

/**
 * Rows that are wanted themselves, with all their cards as far as these are open where that is asked for, and those that have
 * wanted cards, with these alone.
 */
export function filterRows(rows: readonly Row[], filter: CardFilter): Row[] {
  const wanted = { ...filter, words: foldText(filter.words.trim()) };
  return rows.flatMap((row) => {
    if (isWanted(row.card, wanted))
      return { ...row, cards: wanted.onlyOpen ? row.cards.filter(({ is_open: isOpen }) => isOpen) : row.cards };
    const cards = row.cards.filter((card) => isWanted(card, wanted));
    // A row that is closed is away with all that is below it.
    return cards.length === 0 || (wanted.onlyOpen && !row.card.is_open) ? [] : { ...row, cards };
  });
}

/** What stands in the columns of a row: what is below it, or the row itself where nothing ever was. */
export const cardsOf = ({ card, cards }: Row, all: Row | undefined): readonly PlacedCard[] =>
  (all?.cards ?? cards).length === 0 ? [card] : cards;

export const showCard = (card: PlacedCard, untitled: string): Card => ({
  id: card.id,
  columnId: String(card.column_id ?? ''),
  title: card.label === '' ? untitled : card.label,
  name: card.xref,
  href: `/artifacts/${card.id}`,
  colour: card.background_color === '' ? card.color : card.background_color,
  people: card.assignees,
  isFixed: !card.can_move,
  goals: new Set(card.allowed_column_ids.map(String)),
});

/** How far the board is: cards by number. */
export interface Progress {
  done: number;
  count: number;
}

/** Of the cards that stand in columns, never of rows as well as of what is below them. */
export function progressOf(rows: readonly Row[]): Progress {
  const cards = rows.flatMap((row) => cardsOf(row, row));
  return {
    done: cards.filter(({ is_open: isOpen }) => !isOpen).length,
    count: cards.length,
  };
}

/** Trackers whose events make the board old. */
export const trackersOf = ({ rows, additions }: Taskboard, milestoneTrackerId: number): ReadonlySet<number> =>
  new Set([
    milestoneTrackerId,
    ...additions.map(({ tracker }) => tracker.id),
    ...rows.flatMap(({ card, cards }) => [card, ...cards].map(({ tracker_id: id }) => id)),
  ]);

/** Who may work on cards of a tracker, and the list that says who does. */
export interface Assigning {
  fieldId: number;
  /** Whether several may. */
  isMany: boolean;
  people: readonly { id: number; label: string }[];
}

type ListField = Pick<Schemas['Tracker']['fields'][number], 'field_id' | 'type' | 'values' | 'permissions'>;

/** undefined where the tracker has no such list, or the person may not change it. */
export function assigningOf(tracker: {
  fields: readonly ListField[];
  semantics: Schemas['Tracker']['semantics'];
}): Assigning | undefined {
  const id = numberIn(tracker.semantics['contributor'], 'field_id');
  const field = tracker.fields.find(({ field_id: fieldId }) => fieldId === id);
  if (field === undefined || !field.permissions.includes('update')) return undefined;
  const people = listIn(field, 'values').flatMap((value) => {
    const personId = numberIn(value, 'id');
    const person = isRecord(value) ? value['user_reference'] : undefined;
    const label = personNameIn(person) ?? textIn(value, 'label');
    const isHidden = isRecord(value) && value['is_hidden'] === true;
    return personId === undefined || personId === noneId || label === undefined || isHidden
      ? []
      : [{ id: personId, label }];
  });
  return { fieldId: field.field_id, isMany: fieldIs.choices(field), people };
}

/** Stands for nobody. */
const noneId = 100;

/** Who works on a card once a person comes to it, or leaves it who did. */
export function withPerson(card: Pick<PlacedCard, 'assignees'>, { isMany }: Assigning, personId: number): number[] {
  const now = card.assignees.flatMap(({ id }) => id ?? []);
  const others = now.filter((id) => id !== personId);
  const next = now.includes(personId) ? others : isMany ? [...others, personId] : [personId];
  return next.length === 0 ? [noneId] : next;
}
