// What a kanban can be divided by, and the rows that come of it. Pure.
import { valuesOf } from '../../platform/lists/list-values.ts';
import { listIn, numberIn } from '../../platform/parse-unknown.ts';
import type { KanbanCard } from './kanban-cards.ts';
import { fieldIs } from '../fields/index.ts';

/** What is looked at in the tracker of a kanban. */
export interface KanbanTracker {
  fields: readonly { field_id: number; label: string; type: string; values: unknown }[];
  semantics: Readonly<Record<string, unknown>>;
}

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

/** Fields that the tracker puts on cards. */
export const shownFieldsOf = ({ semantics }: KanbanTracker): number[] =>
  listIn(semantics['plugin_cardwall_card_fields'], 'field_ids').filter((id) => typeof id === 'number');

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
