// What the page of a kanban shows first, read before it is there: when its address is opened, and when somebody points at a
// link to it.
import type { QueryClient } from '@tanstack/react-query';
import { readAhead } from '../../platform/query.ts';
import { prefetchFrame } from '../projects/index.ts';
import { CardFacts, trackerQuery } from '../trackers/index.ts';
import { columnsOf } from './kanban-cards.ts';
import { firstItemsQuery, itemsQuery, kanbanQuery, reportsQuery, sizeMax } from './kanban.queries.ts';
import type { ItemsWish } from './kanban.queries.ts';
import { wishOf } from './kanban-wish.ts';
import type { KanbanSearch } from './kanban-search.ts';

/** Never throws; the page says itself what is wrong. */
export async function readBoard(client: QueryClient, id: number, search: KanbanSearch): Promise<void> {
  const reports = readAhead(client, reportsQuery(id));
  await readAhead(client, kanbanQuery(id));
  const kanban = client.getQueryData(kanbanQuery(id).queryKey);
  if (kanban === undefined) return;
  const tracker = trackerQuery(kanban.tracker_id);
  const frame = prefetchFrame(client, kanban.tracker.project.id);
  await readAhead(client, tracker);
  if (kanban.columns.length === 0) {
    await Promise.all([reports, frame]);
    return;
  }
  const wish = wishOf(kanban, client.getQueryData(tracker.queryKey), search);
  await Promise.all([
    reports,
    frame,
    CardFacts.preload().catch(() => undefined),
    ...columnsOf(kanban, '').map((column) => readTop(client, id, column.id, wish)),
  ]);
}

/** What a column shows before anybody scrolls it; for a short one that is all. */
async function readTop(client: QueryClient, id: number, column: string, wish: ItemsWish): Promise<void> {
  const all = itemsQuery(id, column, wish);
  if (client.getQueryData(all.queryKey) !== undefined) return;
  const first = firstItemsQuery(id, column, wish);
  await readAhead(client, first);
  const top = client.getQueryData(first.queryKey);
  if (top !== undefined && top.items.length >= Math.min(top.size, sizeMax(column, wish)))
    client.setQueryData(all.queryKey, top);
}
