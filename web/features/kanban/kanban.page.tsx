// A kanban by itself, filtered as its address says.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ChartNoAxesColumn, Settings, SquareKanban } from 'lucide-react';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { isNumber } from '../../platform/addresses.ts';
import { t } from '../../platform/i18n.ts';
import { writeName } from '../../platform/names/person-names.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { useSelf } from '../../platform/session.ts';
import { useShortcuts } from '../../platform/keyboard/shortcuts.ts';
import type { Shortcut } from '../../platform/keyboard/shortcuts.ts';
import { noneOption } from '../../ui/board/filter/board-filter.ts';
import type { BoardFilter, FilterGroup } from '../../ui/board/filter/board-filter.ts';
import { BoardTools } from '../../ui/board/board-tools.tsx';
import { FilterMenu } from '../../ui/board/filter/filter-menu.tsx';
import { FullScreenButton } from '../../ui/board/full-screen.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { NoAccess } from '../../ui/no-access/no-access.tsx';
import { Select } from '../../ui/forms/fields.tsx';
import { Loading } from '../../ui/feedback/async-states.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Unread } from '../../ui/no-access/read-error.tsx';
import ui from '../../ui/ui.module.css';
import { AddPeople, summaryQuery } from '../projects/index.ts';
import { trackerQuery } from '../trackers/index.ts';
import { KanbanBoard } from './kanban-board.tsx';
import { closedId, columnsOf, peopleOn } from './kanban-cards.ts';
import { closedLabelOf, filterGroupsOf, peopleFieldOf, rowLists } from './kanban-lanes.ts';
import type { KanbanTracker } from './kanban-lanes.ts';
import { readKanbanSearch } from './kanban-search.ts';
import type { KanbanSearch } from './kanban-search.ts';
import { wishOf } from './kanban-wish.ts';
import { kanbanQuery, reportsQuery, useItems } from './kanban.queries.ts';
import type { Kanban } from './kanban.queries.ts';
import { NoColumns } from './no-columns.tsx';
import { useFolds } from './use-folds.ts';
import { lazy } from '../../ui/lazy.tsx';

/** Read when it is first shown. */
const FlowView = lazy(async () => (await import('./flow-view.tsx')).FlowView, {
  Fallback: () => <Loading lines={8} />,
});

const route = getRouteApi('/kanban/$id');

/** The people who have cards on the board, as far as its columns are read, and those who are filtered by. */
function usePeopleGroup(kanban: Kanban, tracker: KanbanTracker | undefined): FilterGroup[] {
  const search = route.useSearch();
  const self = useSelf();
  const wish = tracker === undefined ? undefined : wishOf(kanban, tracker, search);
  const found = useItems(kanban.id, columnsOf(kanban, ''), wish);
  const fieldId = tracker === undefined ? undefined : peopleFieldOf(tracker);
  if (tracker === undefined || fieldId === undefined) return [];
  const people = peopleOn(
    found.flatMap(({ data }) => data ?? []),
    fieldId,
  );
  const known = new Map(
    [...(self === undefined ? [] : [self]), ...people].map(({ id, display_name: name, avatar_url: picture }) => [
      String(id),
      { id: String(id), label: writeName(name), picture },
    ]),
  );
  const strangers = (search.people ?? []).filter((id) => !known.has(String(id)) && String(id) !== noneOption);
  const label = tracker.fields.find(({ field_id: id }) => id === fieldId)?.label ?? t('kanban.people');
  return [
    {
      id: peopleId,
      label,
      options: [
        ...known.values(),
        ...strangers.map((id) => ({ id: String(id), label: t('kanban.somebody') })),
        { id: noneOption, label: t('boards.nobody') },
      ],
    },
  ];
}

/** The group of people among those of fields. */
const peopleId = 'people';

function Filters({ kanban, set }: { kanban: Kanban; set(change: Partial<KanbanSearch>): void }): ReactNode {
  const { people, filter = {} } = route.useSearch();
  const { data: tracker } = useQuery(trackerQuery(kanban.tracker_id));
  const groups = [
    ...usePeopleGroup(kanban, tracker),
    ...(tracker === undefined ? [] : filterGroupsOf(tracker, t('boards.noneOf'))),
  ];
  const apply = (next: BoardFilter | undefined): void => {
    const { [peopleId]: ids, ...values } = next ?? {};
    set({ people: ids?.map(Number), filter: values });
  };
  return (
    groups.length > 0 && (
      <FilterMenu
        groups={groups}
        filter={{ ...(people === undefined ? {} : { [peopleId]: people.map(String) }), ...filter }}
        onChange={apply}
      />
    )
  );
}

function Tools({ kanban }: { kanban: Kanban }): ReactNode {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const selfId = useSelf()?.id;
  const { data: reports = [] } = useQuery(reportsQuery(kanban.id));
  const { data: tracker } = useQuery(trackerQuery(kanban.tracker_id));
  const fold = useFolds(kanban);
  const lists = tracker === undefined ? [] : rowLists(tracker);
  const set = (change: Partial<KanbanSearch>, replace = false): void =>
    void navigate({ search: (before) => readKanbanSearch({ ...before, ...change }), replace });
  const isMine = search.people?.length === 1 && search.people[0] === selfId;
  const keys = useMemo<readonly Shortcut[]>(
    () => [
      ...(selfId === undefined
        ? []
        : [
            {
              keys: 'm',
              label: 'kanban.key.mine' as const,
              run: () => set({ people: isMine ? undefined : [selfId] }),
            },
          ]),
      { keys: 'h', label: 'kanban.key.closed', run: () => fold(closedId) },
    ],
    [selfId, isMine, kanban],
  );
  useShortcuts(keys);
  return (
    <BoardTools label={t('kanban.words')} words={search.q ?? ''} onWords={(q) => set({ q }, true)}>
      <Filters kanban={kanban} set={set} />
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
    </BoardTools>
  );
}

/** Stands for no choice. */
const all = 'all';
const idOf = (id: string): number | undefined => (id === all ? undefined : Number(id));

function Wanted({ kanban }: { kanban: Kanban }): ReactNode {
  const search = route.useSearch();
  const { data: tracker } = useQuery(trackerQuery(kanban.tracker_id));
  if (search.flow === true)
    return (
      <FlowView kanbanId={kanban.id} report={search.report} closedLabel={closedLabelOf(tracker, t('kanban.closed'))} />
    );
  return (
    <>
      <Tools kanban={kanban} />
      <KanbanBoard kanban={kanban} search={search} />
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

/** For those who may change the board. */
function BoardSettings({ kanban }: { kanban: Kanban }): ReactNode {
  const { data } = useQuery(summaryQuery(kanban.tracker.project.id));
  if (data?.may_administer !== true) return null;
  return (
    <ButtonLink to="/kanban/$id/settings" params={{ id: String(kanban.id) }}>
      <Settings aria-hidden="true" /> {t('kanban.setUp')}
    </ButtonLink>
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
          <AddPeople projectId={tracker.project.id} />
          <BoardSettings kanban={kanban} />
        </>
      }
    >
      {kanban.columns.length === 0 ? <NoColumns kanban={kanban} /> : <Wanted key={kanban.id} kanban={kanban} />}
    </Page>
  );
}
