// A kanban by itself, filtered as its address says.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ChartNoAxesColumn, SquareKanban } from 'lucide-react';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { isNumber } from '../../platform/addresses.ts';
import { t } from '../../platform/i18n.ts';
import { writeName } from '../../platform/names/person-names.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { useSelf } from '../../platform/session.ts';
import { useShortcuts } from '../../platform/keyboard/shortcuts.ts';
import type { Shortcut } from '../../platform/keyboard/shortcuts.ts';
import { BoardTools } from '../../ui/board/board-tools.tsx';
import { FullScreenButton } from '../../ui/board/full-screen.tsx';
import { Button } from '../../ui/button.tsx';
import { NoAccess } from '../../ui/no-access/no-access.tsx';
import { Checkbox, Select } from '../../ui/forms/fields.tsx';
import { Empty, Loading } from '../../ui/feedback/async-states.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Unread } from '../../ui/no-access/read-error.tsx';
import ui from '../../ui/ui.module.css';
import { trackerQuery } from '../trackers/index.ts';
import { KanbanBoard } from './kanban-board.tsx';
import { columnsOf, peopleOn } from './kanban-cards.ts';
import { peopleFieldOf, rowLists } from './kanban-lanes.ts';
import type { KanbanTracker } from './kanban-lanes.ts';
import { readKanbanSearch } from './kanban-search.ts';
import type { KanbanSearch } from './kanban-search.ts';
import { kanbanQuery, reportsQuery, useItems } from './kanban.queries.ts';
import type { Kanban } from './kanban.queries.ts';
import { lazy } from '../../ui/lazy.tsx';
import { Link } from '../../ui/link.tsx';

/** Read when it is first shown. */
const FlowView = lazy(async () => (await import('./flow-view.tsx')).FlowView, {
  Fallback: () => <Loading lines={8} />,
});

const route = getRouteApi('/kanban/$id');

/** Who has cards on the board, as far as its columns are read. */
function usePeople(kanban: Kanban, tracker: KanbanTracker | undefined) {
  const { report, rows, archive } = route.useSearch();
  const found = useItems(kanban.id, columnsOf(kanban, archive === true), { report, rows });
  return tracker === undefined
    ? []
    : peopleOn(
        found.flatMap(({ data }) => data ?? []),
        peopleFieldOf(tracker),
      );
}

function Tools({ kanban }: { kanban: Kanban }): ReactNode {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const selfId = useSelf()?.id;
  const { data: reports = [] } = useQuery(reportsQuery(kanban.id));
  const { data: tracker } = useQuery(trackerQuery(kanban.tracker_id));
  const people = usePeople(kanban, tracker);
  const lists = tracker === undefined ? [] : rowLists(tracker);
  const set = (change: Partial<KanbanSearch>, replace = false): void =>
    void navigate({ search: (before) => readKanbanSearch({ ...before, ...change }), replace });
  const flipMine = (): void => set({ person: search.person === selfId ? undefined : selfId });
  const flipArchive = (): void => set({ archive: search.archive === true ? undefined : true });
  const keys = useMemo<readonly Shortcut[]>(
    () => [
      ...(selfId === undefined ? [] : [{ keys: 'm', label: 'kanban.key.mine' as const, run: flipMine }]),
      { keys: 'h', label: 'kanban.key.archive', run: flipArchive },
    ],
    [selfId, search.person, search.archive],
  );
  useShortcuts(keys);
  const isStranger = search.person !== undefined && people.every(({ id }) => id !== search.person);
  return (
    <BoardTools label={t('kanban.words')} words={search.q ?? ''} onWords={(q) => set({ q }, true)}>
      {reports.length > 0 && (
        <Select
          label={t('kanban.report')}
          isLabelHidden
          value={String(search.report ?? all)}
          choices={[
            { id: all, label: t('kanban.noReport') },
            ...reports.map(({ id, label }) => ({ id: String(id), label })),
          ]}
          onChange={(id) => set({ report: idOf(id) })}
        />
      )}
      {(people.length > 0 || isStranger) && (
        <Select
          label={t('kanban.people')}
          isLabelHidden
          value={String(search.person ?? all)}
          choices={[
            { id: all, label: t('kanban.everybody') },
            ...people.map(({ id, display_name: name }) => ({
              id: String(id),
              label: t('kanban.cardsOf', { name: writeName(name) }),
            })),
            ...(isStranger ? [{ id: String(search.person), label: t('kanban.somebody') }] : []),
          ]}
          onChange={(id) => set({ person: idOf(id) })}
        />
      )}
      {lists.length > 0 && (
        <Select
          label={t('kanban.rows')}
          isLabelHidden
          value={String(search.rows ?? all)}
          choices={[
            { id: all, label: t('kanban.noRows') },
            ...lists.map(({ id, label }) => ({ id: String(id), label: t('kanban.rowsBy', { list: label }) })),
          ]}
          onChange={(id) => set({ rows: idOf(id) })}
        />
      )}
      <Checkbox isSelected={search.archive === true} onChange={flipArchive}>
        {t('kanban.archive')}
      </Checkbox>
    </BoardTools>
  );
}

/** Stands for no choice. */
const all = 'all';
const idOf = (id: string): number | undefined => (id === all ? undefined : Number(id));

function Wanted({ kanban }: { kanban: Kanban }): ReactNode {
  const { q = '', archive, flow, ...wish } = route.useSearch();
  if (flow === true) return <FlowView kanbanId={kanban.id} report={wish.report} />;
  return (
    <>
      <Tools kanban={kanban} />
      <KanbanBoard {...wish} kanban={kanban} words={q} withArchive={archive === true} />
    </>
  );
}

function Views(): ReactNode {
  const { flow } = route.useSearch();
  const navigate = route.useNavigate();
  const show = (isFlow: boolean): void =>
    void navigate({ search: ({ flow: _old, ...others }) => (isFlow ? { ...others, flow: true } : others) });
  return (
    <div className={ui.row} role="group" aria-label={t('kanban.view')}>
      <Button aria-pressed={flow !== true} tone={flow === true ? 'quiet' : undefined} onPress={() => show(false)}>
        <SquareKanban aria-hidden="true" /> {t('kanban.board')}
      </Button>
      <Button aria-pressed={flow === true} tone={flow === true ? undefined : 'quiet'} onPress={() => show(true)}>
        <ChartNoAxesColumn aria-hidden="true" /> {t('kanban.charts')}
      </Button>
    </div>
  );
}

export function KanbanPage(): ReactNode {
  const { id } = route.useParams();
  return isNumber(id) ? <KanbanById id={Number(id)} /> : <NoAccess title={id} />;
}

function KanbanById({ id }: { id: number }): ReactNode {
  const { data: kanban, error, refetch } = useQuery(kanbanQuery(id));
  usePageContext(kanban === undefined ? undefined : { projectId: kanban.tracker.project.id });
  if (kanban === undefined)
    return (
      <Page title={t('kanban.kanban')}>
        {error === null ? (
          <Loading lines={8} />
        ) : (
          <Unread asked={{ kanban: id }} error={error} onRetry={() => void refetch()} />
        )}
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
      actions={
        <>
          {kanban.columns.length > 0 && <Views />}
          {kanban.columns.length > 0 && <FullScreenButton />}
          {kanban.user_can_add_columns && (
            <Link to="/projects/$project/administration/planning" params={{ project: String(tracker.project.id) }}>
              {t('kanban.setUp')}
            </Link>
          )}
        </>
      }
    >
      {kanban.columns.length === 0 ? (
        <Empty title={t('kanban.noColumns')} />
      ) : (
        <>
          <Wanted key={kanban.id} kanban={kanban} />
        </>
      )}
    </Page>
  );
}
