// Columns that somebody folds away, for themselves.
import { useQueryClient } from '@tanstack/react-query';
import { api, settle } from '../../platform/api.ts';
import { useSelf } from '../../platform/session.ts';
import { say } from '../../ui/feedback/toasts.tsx';
import { describeError } from '../../ui/feedback/async-states.tsx';
import { closedId, columnsOf, flipColumn } from './kanban-cards.ts';
import { kanbanQuery } from './kanban.queries.ts';
import type { Kanban } from './kanban.queries.ts';

/** Folds a column, or unfolds it: at once, and until it is asked for again; for good where somebody is signed in. */
export function useFolds(kanban: Kanban): (columnId: string) => void {
  const queryClient = useQueryClient();
  const isKept = useSelf() !== undefined;
  const { id } = kanban;
  const { queryKey } = kanbanQuery(id);
  return (columnId) => {
    const now = queryClient.getQueryData(queryKey) ?? kanban;
    const value =
      columnId === closedId
        ? now.archive.is_open
        : columnsOf(now, '').some((column) => column.id === columnId && !column.isFolded);
    queryClient.setQueryData(queryKey, flipColumn(now, columnId));
    if (!isKept) return;
    const body =
      columnId === 'backlog'
        ? { collapse_backlog: value }
        : columnId === closedId
          ? { collapse_archive: value }
          : { collapse_column: { column_id: Number(columnId), value } };
    settle(api.PATCH('/kanban/{id}', { params: { path: { id } }, body })).catch((error: unknown) => {
      say('error', describeError(error));
      void queryClient.invalidateQueries({ queryKey, exact: true });
    });
  };
}
