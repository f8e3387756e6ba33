// Items and milestones of a plan: what is shown of them, and how much it is. Pure.
import { foldText } from '../../../contract/fold-text.ts';
import { isRecord, listIn, numberIn, textIn } from '../../platform/parse-unknown.ts';
import type { Schemas } from '../../platform/schemas.ts';
import { passes } from '../../ui/board/filter/board-filter.ts';
import type { BoardFilter } from '../../ui/board/filter/board-filter.ts';
import type { Card, CardPerson } from '../../ui/board/board-rules.ts';

export interface Item extends Omit<Schemas['BacklogItem'], 'parent' | 'card_fields'> {
  parent: { id: number; label: string } | null;
  card_fields: readonly unknown[];
}
export type Milestone = Omit<Schemas['Milestone'], 'original_project_provider'>;
type Tracker = Schemas['Tracker'];

/** The list of what no milestone of the plan holds. */
export const backlogId = 'backlog';

export interface ItemFilter {
  words: string;
  /** Where only their items are wanted. */
  personId: number | undefined;
  /** By `people` and the names of fields. */
  values: BoardFilter;
  isUnestimated: boolean;
  isUnplanned: boolean;
  withClosed: boolean;
}

/** People whom the fields of a card name, each once. */
export function peopleOf({ card_fields: fields }: Pick<Item, 'card_fields'>): CardPerson[] {
  const people = new Map<number, CardPerson>();
  for (const value of fields.flatMap((field) => listIn(field, 'values'))) {
    const id = numberIn(value, 'id');
    const name = textIn(value, 'display_name');
    const picture = textIn(value, 'avatar_url');
    if (id !== undefined && name !== undefined && picture !== undefined && isRecord(value))
      people.set(id, { id, display_name: name, avatar_url: picture });
  }
  return [...people.values()];
}

/** The group of people among those of fields. */
export const peopleGroup = 'people';

/** What is chosen in the lists of a card, but people, by the names of the lists. */
export const choicesIn = ({ card_fields: fields }: Pick<Item, 'card_fields'>) =>
  fields.flatMap((field) => {
    const chosen = [...listIn(field, 'values'), ...listIn(field, 'bind_value_objects')];
    return chosen.flatMap((value) => {
      const label = textIn(value, 'label');
      const isPerson = textIn(value, 'avatar_url') !== undefined;
      const colour = textIn(value, 'tlp_color') || undefined;
      return label === undefined || isPerson ? [] : [{ field: textIn(field, 'label') ?? '', label, colour }];
    });
  });

const valuesOf = (item: Item, group: string): string[] =>
  group === peopleGroup
    ? peopleOf(item).map(({ display_name: name }) => name)
    : choicesIn(item).flatMap(({ field, label }) => (field === group ? label : []));

const isClosed = ({ status }: Pick<Item, 'status'>): boolean => status === 'Closed';

/** `list` is the one that it is shown in. */
export function isWanted(
  { item, list }: Pick<Listed, 'item' | 'list'>,
  { words, personId, values, isUnestimated, isUnplanned, withClosed }: ItemFilter,
): boolean {
  const wanted = foldText(words.trim());
  return (
    (withClosed || !isClosed(item)) &&
    (wanted === '' || foldText(`${item.short_type} #${item.id} ${item.label}`).includes(wanted)) &&
    (personId === undefined || peopleOf(item).some(({ id }) => id === personId)) &&
    passes(values, (group) => valuesOf(item, group)) &&
    (!isUnestimated || (item.initial_effort ?? 0) === 0) &&
    (!isUnplanned || list === backlogId)
  );
}

/** An item where it is shown, and the other lists that hold it. */
export interface Listed {
  list: string;
  item: Item;
  others: readonly string[];
}

/** Each item once, in the last list that holds it: what was left over is where it went, and still where it was. */
export function onceEach(lists: readonly (readonly [list: string, items: readonly Item[]])[]): Listed[] {
  const holders = Map.groupBy(
    lists.flatMap(([list, items]) => items.map(({ id }) => ({ id, list }))),
    ({ id }) => id,
  );
  return lists.flatMap(([list, items]) =>
    items.flatMap((item) => {
      const all = (holders.get(item.id) ?? []).map((holder) => holder.list);
      return all.at(-1) === list ? { list, item, others: all.slice(0, -1) } : [];
    }),
  );
}

export const cardOf = (item: Item, list: string, untitled: string): Card => ({
  id: item.id,
  columnId: list,
  title: item.label === '' ? untitled : item.label,
  name: `${item.short_type} #${item.id}`,
  href: `/artifacts/${item.id}`,
  colour: item.background_color_name === '' ? item.color : item.background_color_name,
  people: peopleOf(item),
});

export const plannedOf = (items: readonly Pick<Item, 'initial_effort'>[]): number =>
  items.reduce((sum, { initial_effort: effort }) => sum + (effort ?? 0), 0);

/** The field of a meaning, where the tracker has one and the person sees it. */
export const fieldOf = <Field extends { field_id: number }>(
  { fields, semantics }: { fields: readonly Field[]; semantics: Tracker['semantics'] },
  meaning: string,
  key = 'field_id',
): Field | undefined => {
  const id = numberIn(semantics[meaning], key);
  return fields.find(({ field_id: fieldId }) => fieldId === id);
};

export interface StatusValue {
  id: number;
  label: string;
}

/** Values of the status that mean that something is done. */
export function closedValues(tracker: {
  fields: readonly Pick<Tracker['fields'][number], 'field_id' | 'values'>[];
  semantics: Tracker['semantics'];
}): StatusValue[] {
  const field = fieldOf(tracker, 'status');
  const open = new Set(listIn(tracker.semantics['status'], 'value_ids'));
  return listIn(field, 'values').flatMap((value) => {
    const id = numberIn(value, 'id');
    const label = textIn(value, 'label');
    const isHidden = isRecord(value) && value['is_hidden'] === true;
    return id === undefined || label === undefined || open.has(id) || isHidden || id === 100 ? [] : [{ id, label }];
  });
}
