// What the page of a kanban shows first, read before it is there: when its address is opened, and when somebody points at a
// link to it.
import type { QueryClient } from '@tanstack/react-query';
import { readAhead } from '../../platform/query.ts';
import { columnsOf } from './kanban-cards.ts';
import { itemsQuery, kanbanQuery, reportsQuery } from './kanban.queries.ts';
import type { KanbanSearch } from './kanban-search.ts';

/** Never throws; the page says itself what is wrong. */
export async function readBoard(
  client: QueryClient,
  id: number,
  { report, rows, archive }: KanbanSearch,
): Promise<void> {
  const reports = readAhead(client, reportsQuery(id));
  await readAhead(client, kanbanQuery(id));
  const kanban = client.getQueryData(kanbanQuery(id).queryKey);
  if (kanban === undefined) return;
  const columns = columnsOf(kanban, archive === true);
  await Promise.all([
    reports,
    ...columns.map((column) => readAhead(client, itemsQuery(id, column.id, { report, rows }))),
  ]);
}
