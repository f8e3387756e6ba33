// The board of a kanban: a card is where it was put at once, and back, with the reason, where the server refuses.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { useSelf } from '../../platform/session.ts';
import { useShortcuts } from '../../platform/keyboard/shortcuts.ts';
import { useGatheredEvents } from '../../platform/live/use-gathered-events.ts';
import { AddInPlace } from '../../ui/board/add-in-place.tsx';
import { Board } from '../../ui/board/board.tsx';
import { orderedBoardKeys } from '../../ui/board/board-keys.ts';
import type { Column } from '../../ui/board/board-rules.ts';
import { keepMoving, showMoves } from '../../ui/board/card-moves.ts';
import { Empty, ErrorState, Loading, Notice } from '../../ui/feedback/async-states.tsx';
import { useCardMoves } from '../../ui/board/use-card-moves.ts';
import { CardFacts, trackerQuery } from '../trackers/index.ts';
import { cardsOf, columnsOf, isOverLimit, itemsMax } from './kanban-cards.ts';
import type { ColumnItems, KanbanCard } from './kanban-cards.ts';
import { peopleFieldOf, shownFieldsOf } from './kanban-lanes.ts';
import { addItem, kanbanQuery, moveItems, useItems } from './kanban.queries.ts';
import type { Kanban } from './kanban.queries.ts';
import { useFolds } from './use-folds.ts';
import { lazy, useIsLoaded } from '../../ui/lazy.tsx';

/** Read when it is first shown. */
const LanesView = lazy(async () => (await import('./lanes-view.tsx')).LanesView, {
  Fallback: () => <Loading lines={8} />,
});

interface Props {
  kanban: Kanban;
  /** What titles and names of cards must have. */
  words: string;
  /** Id of the report that filters it. */
  report?: number | undefined;
  /** Id of the account whose cards are shown alone. */
  person?: number | undefined;
  /** Id of the list whose values are rows. */
  rows?: number | undefined;
  withArchive: boolean;
}

type Columns = ReturnType<typeof columnsOf>;

/** What says that columns hold more than they should, or than is shown. */
function Warnings({ columns, read }: { columns: Columns; read: readonly ColumnItems[] }): ReactNode {
  const sizes = new Map(read.map(({ column, size }) => [column, size]));
  const crowded = columns.filter(({ id, limit }) => isOverLimit(limit, sizes.get(id) ?? 0));
  return (
    <>
      {crowded.map(({ id, label, limit }) => (
        <Notice key={id} kind="warning">
          {t('kanban.overLimit', { column: label, limit: limit ?? 0, size: sizes.get(id) ?? 0 })}
        </Notice>
      ))}
      {read.some(({ size }) => size > itemsMax) && <Notice>{t('kanban.moreCards', { shown: itemsMax })}</Notice>}
    </>
  );
}

interface AddItemProps {
  kanbanId: number;
  column: Columns[number];
  onAdded(): Promise<void>;
}

const AddItem = ({ kanbanId, column, onAdded }: AddItemProps): ReactNode => (
  <AddInPlace
    column={column.label}
    onAdd={async (title) => {
      await addItem(kanbanId, column.id, title);
      await onAdded();
    }}
  />
);

/** How many cards a column has, where not all of them are here. */
function countOf(
  found: { data?: ColumnItems | undefined; isPlaceholderData: boolean } | undefined,
  isFiltered: boolean,
): Pick<Column, 'size' | 'hasMore'> {
  const size = found?.data?.size ?? 0;
  const isCut = size > itemsMax;
  return isFiltered ? { hasMore: isCut } : { size: isCut || found?.isPlaceholderData === true ? size : undefined };
}

export function KanbanBoard({ kanban, words, report, person, rows, withArchive }: Props): ReactNode {
  const queryClient = useQueryClient();
  const isKnown = useSelf() !== undefined;
  useShortcuts(orderedBoardKeys);
  const { data: tracker, isPending: isTrackerPending } = useQuery(trackerQuery(kanban.tracker_id));
  const areFactsRead = useIsLoaded(CardFacts);
  const columns = columnsOf(kanban, withArchive);
  const found = useItems(kanban.id, columns, { report, rows });
  const read = found.flatMap(({ data }) => data ?? []);
  const readAgain = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['/kanban', kanban.id, 'items'] });
  useGatheredEvents(
    ({ trackerId }) => trackerId === kanban.tracker_id,
    () => void readAgain(),
  );
  const fold = useFolds(kanban);
  const { moves, move } = useCardMoves<KanbanCard>(async (moved, goal) => {
    await moveItems(kanban.id, moved, goal);
    await readAgain();
  });
  const peopleFieldId = tracker === undefined ? undefined : peopleFieldOf(tracker);
  const cards = useMemo(() => {
    const shownFieldIds = tracker === undefined ? [] : shownFieldsOf(tracker);
    const wish = { words, untitled: t('kanban.untitled'), personId: person, peopleFieldId, shownFieldIds };
    const found = cardsOf(read, { ...wish, rowsFieldId: rows });
    const shown = found.map((card) => ({ ...card, details: <CardFacts fields={card.facts} /> }));
    return showMoves(keepMoving(shown, moves), moves);
    // Answers that have not changed are the same objects.
  }, [...read, words, person, tracker, peopleFieldId, rows, moves]);
  const failed = found.find(({ error, data }) => error !== null && data === undefined);
  if (failed !== undefined) return <ErrorState error={failed.error} onRetry={() => void readAgain()} />;
  // Cards grow no more once they stand.
  if (read.length < columns.length || isTrackerPending || !areFactsRead) return <Loading lines={8} />;
  const isFiltered = words !== '' || person !== undefined;
  return (
    <>
      <Warnings columns={columns} read={read} />
      {rows !== undefined && tracker !== undefined ? (
        <LanesView
          {...{ kanban, tracker, rows, cards, move }}
          columns={columns.map((column, index) => ({
            ...column,
            limit: column.limit ?? undefined,
            hasMore: (found[index]?.data?.size ?? 0) > itemsMax,
          }))}
          onFold={fold}
        />
      ) : (
        <Board
          label={kanban.label}
          columns={columns.map((column, index) => ({
            id: column.id,
            label: column.label,
            limit: column.limit ?? undefined,
            isFolded: column.isFolded,
            onFold: column.id === 'archive' ? undefined : () => fold(column.id),
            ...countOf(found[index], isFiltered),
            footer: column.mayAdd && <AddItem kanbanId={kanban.id} column={column} onAdded={readAgain} />,
          }))}
          cards={cards}
          isMovable={isKnown}
          isOrdered
          isSelectable
          onMove={move}
        />
      )}
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
