// What a person has folded or hidden on a taskboard: shown at once, and kept for them.
import { useQueryClient } from '@tanstack/react-query';
import { useSelf } from '../../platform/session.ts';
import { say } from '../../ui/feedback/toasts.tsx';
import { describeError } from '../../ui/feedback/async-states.tsx';
import { keepChoice, taskboardQuery } from './taskboard.queries.ts';
import type { Taskboard } from './taskboard-cards.ts';

/** Anonymous people have it until they leave. */
export function useFolds(milestoneId: number) {
  const queryClient = useQueryClient();
  const isKnown = useSelf() !== undefined;
  const { queryKey } = taskboardQuery(milestoneId);
  const choose = async (key: string, isChosen: boolean, change: (board: Taskboard) => Taskboard): Promise<void> => {
    queryClient.setQueryData(queryKey, (board) => board && change(board));
    if (!isKnown) return;
    try {
      await keepChoice(`plugin_taskboard_${key}`, isChosen);
    } catch (error) {
      say('error', describeError(error));
    }
  };
  return {
    foldRow: (id: number, isFolded: boolean): Promise<void> =>
      choose(`collapse_${milestoneId}_${id}`, isFolded, (board) => ({
        ...board,
        rows: board.rows.map((row) =>
          row.card.id === id ? { ...row, card: { ...row.card, is_collapsed: isFolded } } : row,
        ),
      })),
    foldColumn: (id: number, isFolded: boolean): Promise<void> =>
      choose(`collapse_column_${milestoneId}_${id}`, isFolded, (board) => ({
        ...board,
        columns: board.columns.map((column) => (column.id === id ? { ...column, is_collapsed: isFolded } : column)),
      })),
    hideClosed: (isHidden: boolean): Promise<void> =>
      choose(`hide_closed_items_${milestoneId}`, isHidden, (board) => ({ ...board, hides_closed: isHidden })),
  };
}

export type Folds = ReturnType<typeof useFolds>;
