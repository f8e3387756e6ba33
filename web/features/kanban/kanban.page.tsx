// A kanban: a card is where it was put at once, and back, with the reason, where the server refuses.
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { isNumber } from '../../platform/addresses.ts';
import { t } from '../../platform/i18n.ts';
import { usePlace } from '../../platform/place.ts';
import { useSelf } from '../../platform/session.ts';
import { useShortcuts } from '../../platform/shortcuts.ts';
import { useGatheredEvents } from '../../platform/use-gathered-events.ts';
import { AddInPlace } from '../../ui/board/add-in-place.tsx';
import { Board } from '../../ui/board/board.tsx';
import { orderedBoardKeys } from '../../ui/board/board-keys.ts';
import { showMoves } from '../../ui/board/card-moves.ts';
import { Closed } from '../../ui/closed.tsx';
import { Checkbox, Select, TextField } from '../../ui/fields.tsx';
import { Empty, ErrorState, Loading, Notice } from '../../ui/states.tsx';
import { Page } from '../../ui/things.tsx';
import { useCardMoves } from '../../ui/board/use-card-moves.ts';
import { cardsOf, columnsOf, isOverLimit, itemsMax } from './kanban-cards.ts';
import css from './kanban.module.css';
import { addItem, itemsQuery, kanbanQuery, moveItems, reportsQuery } from './kanban.queries.ts';
import type { Kanban } from './kanban.queries.ts';

const route = getRouteApi('/kanban/$id');

function Tools({ kanban }: { kanban: Kanban }): ReactNode {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data: reports = [] } = useQuery(reportsQuery(kanban.id));
  return (
    <div className={css.tools}>
      <div className={css.words}>
        <TextField
          label={t('kanban.words')}
          isLabelHidden
          placeholder={t('kanban.words')}
          value={search.q ?? ''}
          onChange={(q) =>
            void navigate({
              search: ({ q: _old, ...others }) => ({ ...others, ...(q === '' ? {} : { q }) }),
              replace: true,
            })
          }
        />
      </div>
      {reports.length > 0 && (
        <Select
          label={t('kanban.report')}
          value={search.report === undefined ? 'all' : String(search.report)}
          choices={[
            { id: 'all', label: t('kanban.noReport') },
            ...reports.map(({ id, label }) => ({ id: String(id), label })),
          ]}
          onChange={(id) =>
            void navigate({
              search: ({ report: _old, ...others }) => ({ ...others, ...(id === 'all' ? {} : { report: Number(id) }) }),
            })
          }
        />
      )}
      <Checkbox
        isSelected={search.archive === true}
        onChange={(isShown) =>
          void navigate({
            search: ({ archive: _old, ...others }) => ({ ...others, ...(isShown ? { archive: true as const } : {}) }),
          })
        }
      >
        {t('kanban.archive')}
      </Checkbox>
    </div>
  );
}

function KanbanBoard({ kanban }: { kanban: Kanban }): ReactNode {
  const { q = '', report, archive } = route.useSearch();
  const queryClient = useQueryClient();
  const isKnown = useSelf() !== undefined;
  useShortcuts(orderedBoardKeys);
  const columns = columnsOf(kanban, archive === true);
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
    () => showMoves(cardsOf(read, { words: q, untitled: t('kanban.untitled') }), moves),
    // Answers that have not changed are the same objects.
    [...read, q, moves],
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

export function KanbanPage(): ReactNode {
  const { id } = route.useParams();
  return isNumber(id) ? <KanbanById id={Number(id)} /> : <Closed title={id} />;
}

function KanbanById({ id }: { id: number }): ReactNode {
  const { data: kanban, error, refetch } = useQuery(kanbanQuery(id));
  usePlace(kanban === undefined ? undefined : { projectId: kanban.tracker.project.id });
  if (kanban === undefined)
    return (
      <Page title={t('kanban.kanban')}>
        {error === null ? <Loading lines={8} /> : <ErrorState error={error} onRetry={() => void refetch()} />}
      </Page>
    );
  const { tracker } = kanban;
  return (
    <Page
      title={kanban.label}
      crumbs={[
        { label: tracker.project.label, to: `/projects/${tracker.project.id}` },
        { label: tracker.label, to: `/trackers/${tracker.id}` },
      ]}
    >
      {kanban.columns.length === 0 ? (
        <Empty title={t('kanban.noColumns')} />
      ) : (
        <>
          <Tools kanban={kanban} />
          <KanbanBoard key={kanban.id} kanban={kanban} />
        </>
      )}
    </Page>
  );
}
