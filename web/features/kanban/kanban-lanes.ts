// What a kanban is called, filtered and divided by, and the rows that come of it. Pure.
import { valuesOf } from '../../platform/lists/list-values.ts';
import type { ListValue } from '../../platform/lists/list-values.ts';
import { listIn, numberIn, textIn } from '../../platform/parse-unknown.ts';
import { noneOption } from '../../ui/board/filter/board-filter.ts';
import type { FilterGroup, FilterOption } from '../../ui/board/filter/board-filter.ts';
import { closedId } from './kanban-cards.ts';
import type { KanbanCard } from './kanban-cards.ts';
import { fieldIs } from '../fields/index.ts';
import { cardFieldIds } from './card-roles.ts';
import type { CardTracker } from './card-roles.ts';

/** What is looked at in the tracker of a kanban. */
export interface KanbanTracker extends CardTracker {
  fields: readonly (CardTracker['fields'][number] & { values: unknown; required?: boolean })[];
}

/** The field whose values are the columns. */
export const statusOf = ({ fields, semantics }: KanbanTracker): KanbanTracker['fields'][number] | undefined => {
  const id = numberIn(semantics['status'], 'field_id');
  return fields.find(({ field_id: fieldId }) => fieldId === id);
};

/** By id of the column. */
export function coloursOf(tracker: KanbanTracker | undefined): ReadonlyMap<string, string | null> {
  const field = tracker === undefined ? undefined : statusOf(tracker);
  const own = (field === undefined ? [] : valuesOf(field)).map(({ id, colour }) => [String(id), colour] as const);
  const [closed, ...others] = closedValuesOf(tracker);
  return new Map(closed === undefined || others.length > 0 ? own : [...own, [closedId, closed.colour]]);
}

/** Values of the status that close, in their order. */
export const closedValuesOf = (tracker: KanbanTracker | undefined): ListValue[] => {
  const field = tracker === undefined ? undefined : statusOf(tracker);
  const open = new Set(listIn(tracker?.semantics['status'], 'value_ids'));
  return (field === undefined ? [] : valuesOf(field)).filter(({ id }) => !open.has(id) && String(id) !== noneOption);
};

/** Where every artifact has a status, nothing waits without one. */
export const needsStatus = (tracker: KanbanTracker): boolean => statusOf(tracker)?.required === true;

/** More names than these say less than one. */
const closedNamesMax = 2;

/** What the column of what is closed is called: by its values, where these are few. */
export function closedLabelOf(tracker: KanbanTracker | undefined, closed: string): string {
  const labels = closedValuesOf(tracker).map(({ label }) => label);
  return labels.length === 0 || labels.length > closedNamesMax ? closed : labels.join(', ');
}

/** Fields whose values come with the items beside those that the tracker has on its cards. */
export const askedFieldsOf = (
  tracker: KanbanTracker | undefined,
  rows: number | undefined,
  filtered: readonly string[],
): number[] => {
  if (tracker === undefined) return [];
  const known = new Set(tracker.fields.map(({ field_id: id }) => id));
  for (const id of listIn(tracker.semantics['plugin_cardwall_card_fields'], 'field_ids')) known.delete(Number(id));
  const ids = [...cardFieldIds(tracker), ...filtered.map(Number), rows];
  return [...new Set(ids.flatMap((id) => id ?? []))].filter((id) => known.has(id));
};

/** People choose labels by their names; other values are chosen by their ids. */
const optionsOf = (field: KanbanTracker['fields'][number]): FilterOption[] =>
  fieldIs.openList(field)
    ? listIn(field, 'values').flatMap((value) => {
        const label = textIn(value, 'label');
        return label === undefined ? [] : { id: label, label };
      })
    : valuesOf(field)
        .filter(({ id }) => String(id) !== noneOption)
        .map(({ id, label, colour }) => ({ id: String(id), label, colour }));

/** Lists that cards can be filtered by: all but the status, whose values are columns, and whose they are. */
export const filterGroupsOf = (tracker: KanbanTracker, none: string): FilterGroup[] =>
  tracker.fields.flatMap((field) => {
    const { field_id: id, label } = field;
    const isOwn = id === statusOf(tracker)?.field_id || id === peopleFieldOf(tracker);
    const options = isOwn || !(fieldIs.list(field) || fieldIs.openList(field)) ? [] : optionsOf(field);
    return options.length === 0
      ? []
      : { id: String(id), label, options: [...options, { id: noneOption, label: none }] };
  });

/** Lists whose values can be rows: all but the status, whose values are columns. */
export function rowLists({ fields, semantics }: KanbanTracker): { id: number; label: string }[] {
  const status = numberIn(semantics['status'], 'field_id');
  return fields.flatMap(({ field_id: id, label, type }) =>
    fieldIs.list({ type }) && id !== status ? [{ id, label }] : [],
  );
}

/** The field that says whose an artifact is. */
export const peopleFieldOf = ({ semantics }: KanbanTracker): number | undefined =>
  numberIn(semantics['contributor'], 'field_id');

export interface LaneCards<C> {
  /** Of the value; 0 for none. */
  id: number;
  label: string;
  cards: readonly C[];
}

/** A row for each value that a card has, in the order of the list; last those without one. */
export function lanesOf<C extends KanbanCard>(
  { fields }: KanbanTracker,
  rowsFieldId: number,
  cards: readonly C[],
  none: string,
): LaneCards<C>[] {
  const field = fields.find(({ field_id: id }) => id === rowsFieldId);
  const values = field === undefined ? [] : valuesOf(field);
  const known = new Map(values.map(({ id, label }) => [id, label]));
  const byLane = Map.groupBy(cards, ({ laneId }) => (known.has(laneId) ? laneId : 0));
  return [...values.map(({ id }) => id), 0].flatMap((id) => {
    const own = byLane.get(id) ?? [];
    return own.length === 0 ? [] : [{ id, label: known.get(id) ?? none, cards: own }];
  });
}
