// What the page of a kanban reads and writes.
import { queryOptions, useQueries, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useEffect } from '../../platform/effects.ts';
import { api, settle, take } from '../../platform/api.ts';
import type { Schemas } from '../../platform/api.ts';
import { whenIdle } from '../../platform/idle.ts';
import type { Goal } from '../../ui/board/board-rules.ts';
import { todayHere } from '../../ui/dates/calendar-day.ts';
import { closedId, closedMax, itemsMax } from './kanban-cards.ts';
import type { ColumnItems } from './kanban-cards.ts';

export type Kanban = Schemas['Kanban'];

export const kanbanQuery = (id: number) =>
  queryOptions({
    queryKey: ['/kanban', id],
    queryFn: () => take(api.GET('/kanban/{id}', { params: { path: { id } } })),
  });

export const reportsQuery = (id: number) =>
  queryOptions({
    queryKey: ['/kanban', id, 'reports'],
    queryFn: () => take(api.GET('/kanban/{id}/tracker_reports', { params: { path: { id } } })),
  });

const pageSize = 100;
/** More than a column has room for on most screens. */
const firstItems = 25;
const dayMs = 86_400_000;

/** What is read of the items of a board. */
export interface ItemsWish {
  report?: number | undefined;
  /** Ids of further fields whose values come along. */
  fields: readonly number[];
  /** All that is closed, not its newest items alone. */
  withAllClosed: boolean;
}

const isCut = (column: string, { withAllClosed }: ItemsWish): boolean => column === closedId && !withAllClosed;

/** Items of a column that are read; more are counted. */
export const sizeMax = (column: string, wish: ItemsWish): number => (isCut(column, wish) ? closedMax : itemsMax);

const keyOf = (id: number, column: string, wish: ItemsWish): readonly unknown[] => [
  '/kanban',
  id,
  'items',
  column,
  wish.report,
  wish.fields.join(),
  ...(isCut(column, wish) ? ['newest'] : []),
];

/** The items at the top of a column. */
export const firstItemsQuery = (id: number, column: string, wish: ItemsWish) =>
  queryOptions({
    queryKey: [...keyOf(id, column, wish), 'first'],
    queryFn: async ({ signal }): Promise<ColumnItems> => {
      const askedAtMs = Date.now();
      const page = { offset: 0, limit: Math.min(firstItems, sizeMax(column, wish)) };
      const { collection: items, total_size: size } = await readPage(id, column, wish, page, signal);
      return { column, items, size, askedAtMs };
    },
  });

/** All items of a column, as far as a board shows them. */
export const itemsQuery = (id: number, column: string, wish: ItemsWish) =>
  queryOptions({
    queryKey: keyOf(id, column, wish),
    queryFn: async ({ signal }): Promise<ColumnItems> => {
      const askedAtMs = Date.now();
      const max = sizeMax(column, wish);
      const page = { offset: 0, limit: Math.min(pageSize, max) };
      const { collection: first, total_size: size } = await readPage(id, column, wish, page, signal);
      const offsets = Array.from({ length: Math.ceil(Math.min(size, max) / pageSize) }, (_, page) => page * pageSize);
      const others = await Promise.all(
        offsets.slice(1).map((offset) => readPage(id, column, wish, { offset }, signal)),
      );
      // A card that moved meanwhile may stand on two pages.
      const items = new Map(
        [...first, ...others.flatMap(({ collection }) => collection)].map((item) => [item.id, item]),
      );
      return { column, items: [...items.values()], size, askedAtMs };
    },
  });

/**
 * Of each column in turn. The items at its top stand for all, as `isPlaceholderData` says, until the page has been drawn and
 * those are read. Nothing is read before it is known what.
 */
export function useItems(id: number, columns: readonly { id: string }[], wish: ItemsWish | undefined) {
  const client = useQueryClient();
  const [isRendered, setRendered] = useState(false);
  useEffect(() => whenIdle(() => setRendered(true)), []);
  return useQueries({
    queries: (wish === undefined ? [] : columns.map((column) => ({ column, wish }))).map(({ column, wish }) => {
      const top = client.getQueryData(firstItemsQuery(id, column.id, wish).queryKey);
      return { ...itemsQuery(id, column.id, wish), placeholderData: top, enabled: isRendered || top === undefined };
    }),
  });
}

function readPage(
  id: number,
  column: string,
  { report, fields }: ItemsWish,
  { offset, limit = pageSize }: { offset: number; limit?: number },
  signal: AbortSignal,
): Promise<{ collection: Schemas['KanbanItem'][]; total_size: number }> {
  const query = {
    limit,
    offset,
    fields: ['@assigned_to', ...fields].join(),
    ...(report === undefined ? {} : { query: JSON.stringify({ tracker_report_id: report }) }),
  };
  const path = { id };
  if (column === 'backlog') return take(api.GET('/kanban/{id}/backlog', { params: { path, query }, signal }));
  if (column === closedId)
    return take(api.GET('/kanban/{id}/archive', { params: { path, query: { ...query, order: 'newest' } }, signal }));
  return take(
    api.GET('/kanban/{id}/items', { params: { path, query: { ...query, column_id: Number(column) } }, signal }),
  );
}

/** Brings cards into a column, and into their place there; refused where the workflow or a rule does not let them. */
export function moveItems(id: number, cards: readonly { id: number }[], goal: Goal): Promise<void> {
  const { columnId: column } = goal;
  // What is closed is shown in an order of its own.
  const beside = column === closedId ? undefined : goal.beside;
  const ids = cards.map((card) => card.id);
  const order = beside === undefined ? {} : { order: { ids, direction: beside.direction, compared_to: beside.id } };
  const body = { add: { ids }, ...order };
  const path = { id };
  if (column === 'backlog') return settle(api.PATCH('/kanban/{id}/backlog', { params: { path }, body }));
  if (column === closedId) return settle(api.PATCH('/kanban/{id}/archive', { params: { path }, body }));
  return settle(api.PATCH('/kanban/{id}/items', { params: { path, query: { column_id: Number(column) } }, body }));
}

export const addItem = async (id: number, column: string, label: string): Promise<number> => {
  const item = { label, kanban_id: id, ...(column === 'backlog' ? {} : { column_id: Number(column) }) };
  return (await take(api.POST('/kanban_items', { body: item }))).id;
};

/** Days that the charts of a kanban look back, and from one point of the flow to the next. */
export const flowSpans = [
  { days: 30, interval: 1 },
  { days: 85, interval: 1 },
  { days: 364, interval: 7 },
] as const;

export type FlowSpan = (typeof flowSpans)[number];

/** How work flowed until today. */
export const flowQuery = (id: number, { days, interval }: FlowSpan, report: number | undefined) =>
  queryOptions({
    queryKey: ['/kanban', id, 'items', 'flow', days, report],
    queryFn: async ({ signal }) => {
      const range = { start_date: todayHere(Date.now() - days * dayMs), end_date: todayHere() };
      const path = { id };
      const query = report === undefined ? {} : { query: JSON.stringify({ tracker_report_id: report }) };
      const [flow, times] = await Promise.all([
        take(
          api.GET('/kanban/{id}/cumulative_flow', {
            params: { path, query: { ...range, interval_between_point: interval, ...query } },
            signal,
          }),
        ),
        take(api.GET('/kanban/{id}/cycle_times', { params: { path, query: range }, signal })),
      ]);
      return { columns: flow.columns, times };
    },
  });
