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
import type { Moves } from '../../ui/board/card-moves.ts';
import { Button } from '../../ui/button.tsx';
import { Empty, ErrorState, Loading, Notice } from '../../ui/feedback/async-states.tsx';
import { useCardMoves } from '../../ui/board/use-card-moves.ts';
import type { CardMoves } from '../../ui/board/use-card-moves.ts';
import { cardFieldIds, rolesOf } from './card-roles.ts';
import { CardFacts, ChangeSelected, trackerQuery } from '../trackers/index.ts';
import { cardsOf, closedId, closedMax, columnsOf, isOverLimit, itemsMax } from './kanban-cards.ts';
import type { ColumnItems, KanbanCard } from './kanban-cards.ts';
import { closedLabelOf, coloursOf, needsStatus, peopleFieldOf } from './kanban-lanes.ts';
import type { KanbanTracker } from './kanban-lanes.ts';
import type { KanbanSearch } from './kanban-search.ts';
import { isFiltered, wishOf } from './kanban-wish.ts';
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
  search: KanbanSearch;
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
      {read.some(({ items, size }) => size > itemsMax && items.length > closedMax) && (
        <Notice>{t('kanban.moreCards', { shown: itemsMax })}</Notice>
      )}
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
  found: ColumnItems | undefined,
  isPlaceholder: boolean,
  isNarrowed: boolean,
): Pick<Column, 'size' | 'hasMore'> {
  const { size = 0, items = [] } = found ?? {};
  const isCut = size > items.length;
  return isNarrowed ? { hasMore: isCut } : { size: isCut || isPlaceholder ? size : undefined };
}

/** Shows all that is closed, or its newest cards alone. */
const ClosedFoot = ({ size, isWhole, onFold }: { size: number; isWhole: boolean; onFold(): void }): ReactNode => (
  <Button tone="quiet" onPress={onFold}>
    {isWhole ? t('kanban.newestClosed', { count: closedMax }) : t('kanban.allClosed', { count: size })}
  </Button>
);

/** The cards that are wanted, where they are meanwhile. */
function useCards(
  read: readonly ColumnItems[],
  tracker: KanbanTracker | undefined,
  { q = '', people, filter, rows }: KanbanSearch,
  moves: Moves<KanbanCard>,
): KanbanCard[] {
  return useMemo(() => {
    const roles = tracker && rolesOf(tracker);
    const found = cardsOf(read, {
      words: q,
      untitled: t('kanban.untitled'),
      people,
      filter,
      peopleFieldId: tracker && peopleFieldOf(tracker),
      shownFieldIds: tracker === undefined ? [] : cardFieldIds(tracker),
      rowsFieldId: rows,
    });
    const shown = found.map((card) => ({
      ...card,
      details: <CardFacts fields={card.facts} roles={roles} isClosed={card.columnId === closedId} />,
    }));
    return showMoves(keepMoving(shown, moves), moves);
    // Answers that have not changed are the same objects.
  }, [...read, q, people?.join(), JSON.stringify(filter), tracker, rows, moves]);
}

interface FlatProps extends Props {
  columns: Columns;
  colours: ReadonlyMap<string, string | null>;
  answerOf(columnId: string): { data?: ColumnItems | undefined; isPlaceholderData: boolean } | undefined;
  cards: readonly KanbanCard[];
  move: CardMoves<KanbanCard>['move'];
  fold(columnId: string): void;
  readAgain(): Promise<void>;
}

/** The board without rows. */
function FlatBoard({ kanban, search, columns, colours, answerOf, cards, move, fold, readAgain }: FlatProps): ReactNode {
  const isKnown = useSelf() !== undefined;
  const isNarrowed = isFiltered(search);
  const footOf = (column: Columns[number], size: number): ReactNode => {
    if (column.id !== closedId)
      return column.mayAdd && <AddItem kanbanId={kanban.id} column={column} onAdded={readAgain} />;
    if (size <= closedMax || isNarrowed) return undefined;
    return <ClosedFoot size={size} isWhole={kanban.archive.is_open} onFold={() => fold(closedId)} />;
  };
  return (
    <Board
      label={kanban.label}
      columns={columns.map((column): Column => {
        const { data, isPlaceholderData = false } = answerOf(column.id) ?? {};
        const isClosed = column.id === closedId;
        return {
          id: column.id,
          label: column.label,
          colour: colours.get(column.id),
          limit: column.limit ?? undefined,
          isFolded: column.isFolded,
          isUnordered: isClosed,
          onFold: isClosed ? undefined : () => fold(column.id),
          ...countOf(data, isPlaceholderData, isNarrowed),
          footer: footOf(column, data?.size ?? 0),
        };
      })}
      cards={cards}
      isMovable={isKnown}
      isOrdered
      isSelectable={isKnown}
      onMove={move}
      renderActions={(chosen, clear) => (
        <ChangeSelected
          trackerId={kanban.tracker_id}
          chosen={chosen}
          onDone={() => {
            clear();
            void readAgain();
          }}
        />
      )}
    />
  );
}

export function KanbanBoard({ kanban, search }: Props): ReactNode {
  const queryClient = useQueryClient();
  useShortcuts(orderedBoardKeys);
  const { data: tracker, isPending: isTrackerPending } = useQuery(trackerQuery(kanban.tracker_id));
  const areFactsRead = useIsLoaded(CardFacts);
  const all = columnsOf(kanban, closedLabelOf(tracker, t('kanban.closed')));
  const wish = isTrackerPending ? undefined : wishOf(kanban, tracker, search);
  const found = useItems(kanban.id, all, wish);
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
  const cards = useCards(read, tracker, search, moves);
  const failed = found.find(({ error, data }) => error !== null && data === undefined);
  if (failed !== undefined) return <ErrorState error={failed.error} onRetry={() => void readAgain()} />;
  // Cards grow no more once they stand.
  if (isTrackerPending || read.length < all.length || !areFactsRead) return <Loading lines={8} />;
  const colours = coloursOf(tracker);
  const answerOf = new Map(
    found.flatMap((answer) => (answer.data === undefined ? [] : [[answer.data.column, answer]])),
  );
  const isEmpty = (id: string): boolean => answerOf.get(id)?.data?.size === 0;
  // Nothing waits without a status where all need one.
  const columns = all.filter(
    ({ id }) => id !== 'backlog' || tracker === undefined || !needsStatus(tracker) || !isEmpty(id),
  );
  return (
    <>
      <Warnings columns={columns} read={read} />
      {search.rows !== undefined && tracker !== undefined ? (
        <LanesView
          {...{ kanban, tracker, rows: search.rows, cards, move }}
          columns={columns.map((column) => ({
            ...column,
            colour: colours.get(column.id) ?? null,
            limit: column.limit ?? undefined,
            hasMore: countOf(answerOf.get(column.id)?.data, false, true).hasMore === true,
          }))}
          onFold={fold}
        />
      ) : (
        <FlatBoard
          {...{ kanban, search, columns, colours, cards, move, fold, readAgain }}
          answerOf={(id) => answerOf.get(id)}
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
  return <KanbanBoard kanban={kanban} search={{}} />;
}
