// The board of a kanban: a card is where it was put at once, and back, with the reason, where the server refuses.
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { useSelf } from '../../platform/session.ts';
import { useShortcuts } from '../../platform/shortcuts.ts';
import { useGatheredEvents } from '../../platform/live/use-gathered-events.ts';
import { AddInPlace } from '../../ui/board/add-in-place.tsx';
import { Board } from '../../ui/board/board.tsx';
import { orderedBoardKeys } from '../../ui/board/board-keys.ts';
import { showMoves } from '../../ui/board/card-moves.ts';
import { Empty, ErrorState, Loading, Notice } from '../../ui/states.tsx';
import { useCardMoves } from '../../ui/board/use-card-moves.ts';
import { cardsOf, columnsOf, isOverLimit, itemsMax } from './kanban-cards.ts';
import { addItem, itemsQuery, kanbanQuery, moveItems } from './kanban.queries.ts';
import type { Kanban } from './kanban.queries.ts';

interface Props {
  kanban: Kanban;
  /** What titles and names of cards must have. */
  words: string;
  /** Id of the report that filters it. */
  report?: number | undefined;
  withArchive: boolean;
}

export function KanbanBoard({ kanban, words, report, withArchive }: Props): ReactNode {
  const queryClient = useQueryClient();
  const isKnown = useSelf() !== undefined;
  useShortcuts(orderedBoardKeys);
  const columns = columnsOf(kanban, withArchive);
  const found = useQueries({ queries: columns.map(({ id }) => itemsQuery(kanban.id, id, report)) });
  const read = found.flatMap(({ data }) => data ?? []);
  const readAgain = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['/kanban', kanban.id, 'items'] });
  useGatheredEvents(
    ({ trackerId }) => trackerId === kanban.tracker_id,
    () => void readAgain(),
  );
  const { moves, move } = useCardMoves(async (moved, goal) => {
    await moveItems(
      kanban.id,
      moved.map(({ id }) => id),
      goal,
    );
    await readAgain();
  });
  const cards = useMemo(
    () => showMoves(cardsOf(read, { words, untitled: t('kanban.untitled') }), moves),
    // Answers that have not changed are the same objects.
    [...read, words, moves],
  );
  const failed = found.find(({ error, data }) => error !== null && data === undefined);
  if (failed !== undefined) return <ErrorState error={failed.error} onRetry={() => void readAgain()} />;
  if (read.length < columns.length) return <Loading lines={8} />;
  const sizes = new Map(read.map(({ column, size }) => [column, size]));
  const crowded = columns.filter(({ id, limit }) => isOverLimit(limit, sizes.get(id) ?? 0));
  const isLong = read.some(({ size }) => size > itemsMax);
  return (
    <>
      {crowded.map(({ id, label, limit }) => (
        <Notice key={id} kind="warning">
          {t('kanban.overLimit', { column: label, limit: limit ?? 0, size: sizes.get(id) ?? 0 })}
        </Notice>
      ))}
      {isLong && <Notice>{t('kanban.moreCards', { shown: itemsMax })}</Notice>}
      <Board
        label={kanban.label}
        columns={columns.map(({ id, label, limit, mayAdd }) => ({
          id,
          label: limit === null ? label : t('kanban.limited', { column: label, limit }),
          footer: mayAdd && (
            <AddInPlace
              column={label}
              onAdd={async (title) => {
                await addItem(kanban.id, id, title);
                await readAgain();
              }}
            />
          ),
        }))}
        cards={cards}
        isMovable={isKnown}
        isOrdered
        isSelectable
        onMove={move}
      />
    </>
  );
}

/** A kanban where it is not the whole page. */
export function KanbanGlance({ id }: { id: number }): ReactNode {
  const { data: kanban, error, refetch } = useQuery(kanbanQuery(id));
  if (error !== null && kanban === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (kanban === undefined) return <Loading lines={8} />;
  if (kanban.columns.length === 0) return <Empty title={t('kanban.noColumns')} />;
  return <KanbanBoard kanban={kanban} words="" withArchive={false} />;
}
