// What the page of a taskboard reads and writes.
import { queryOptions } from '@tanstack/react-query';
import { api, settle, take } from '../../platform/api.ts';
import type { Goal } from '../../ui/board/board-rules.ts';

export const taskboardQuery = (id: number) =>
  queryOptions({
    queryKey: ['/taskboard', id],
    queryFn: () => take(api.GET('/taskboard/{id}', { params: { path: { id } } })),
  });

/** Brings a card of a row to a column, and to its place there; refused where the workflow or a rule does not let it. */
export function moveCard(
  rowId: number,
  card: { id: number; columnId: string },
  { columnId, beside }: Goal,
): Promise<void> {
  const body = {
    ...(card.columnId === columnId ? {} : { add: card.id }),
    ...(beside === undefined ? {} : { order: { ids: [card.id], direction: beside.direction, compared_to: beside.id } }),
  };
  const path = { swimlane_id: rowId, column_id: Number(columnId) };
  return settle(api.PATCH('/taskboard_cells/{swimlane_id}/column/{column_id}', { params: { path }, body }));
}

export const saveRemaining = (id: number, value: number): Promise<void> =>
  settle(api.PATCH('/taskboard_cards/{id}', { params: { path: { id } }, body: { remaining_effort: value } }));

/** Puts a card below a row. */
export const addBelow = (rowId: number, id: number): Promise<void> =>
  settle(api.PATCH('/backlog_items/{id}/children', { params: { path: { id: rowId } }, body: { add: [{ id }] } }));

/** Says yes or no to something, for the person alone, wherever they look next. */
export const keepChoice = (key: string, isChosen: boolean): Promise<void> => {
  const path = { id: 'self' };
  return settle(
    isChosen
      ? api.PATCH('/users/{id}/preferences', { params: { path }, body: { key, value: '1' } })
      : api.DELETE('/users/{id}/preferences', { params: { path, query: { key } } }),
  );
};
