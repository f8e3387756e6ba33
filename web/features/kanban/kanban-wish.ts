// What is read for a board, by its address and what its person has unfolded. Pure.
import type { Schemas } from '../../platform/schemas.ts';
import { askedFieldsOf } from './kanban-lanes.ts';
import type { KanbanTracker } from './kanban-lanes.ts';
import type { KanbanSearch } from './kanban-search.ts';
import type { ItemsWish } from './kanban.queries.ts';

/** Whether fewer cards are shown than the board has. */
export const isFiltered = ({ q = '', people, filter }: KanbanSearch): boolean =>
  q.trim() !== '' || people !== undefined || filter !== undefined;

/** What is searched for may be closed long since. */
export const wishOf = (
  kanban: Schemas['Kanban'],
  tracker: KanbanTracker | undefined,
  search: KanbanSearch,
): ItemsWish => ({
  report: search.report,
  fields: askedFieldsOf(tracker, search.rows, Object.keys(search.filter ?? {})),
  withAllClosed: kanban.archive.is_open || isFiltered(search),
});
