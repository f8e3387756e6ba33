// A kanban by itself, filtered as its address says.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isNumber } from '../../platform/addresses.ts';
import { t } from '../../platform/i18n.ts';
import { usePlace } from '../../platform/place.ts';
import { BoardTools } from '../../ui/board/board-tools.tsx';
import { Closed } from '../../ui/closed.tsx';
import { Checkbox, Select } from '../../ui/fields.tsx';
import { Empty, ErrorState, Loading } from '../../ui/states.tsx';
import { Page } from '../../ui/things.tsx';
import { KanbanBoard } from './kanban-board.tsx';
import { kanbanQuery, reportsQuery } from './kanban.queries.ts';
import type { Kanban } from './kanban.queries.ts';

const route = getRouteApi('/kanban/$id');

function Tools({ kanban }: { kanban: Kanban }): ReactNode {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data: reports = [] } = useQuery(reportsQuery(kanban.id));
  return (
    <BoardTools
      label={t('kanban.words')}
      words={search.q ?? ''}
      onWords={(q) =>
        void navigate({
          search: ({ q: _old, ...others }) => ({ ...others, ...(q === '' ? {} : { q }) }),
          replace: true,
        })
      }
    >
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
    </BoardTools>
  );
}

function Wanted({ kanban }: { kanban: Kanban }): ReactNode {
  const { q = '', report, archive } = route.useSearch();
  return <KanbanBoard kanban={kanban} words={q} report={report} withArchive={archive === true} />;
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
      actions={
        kanban.user_can_add_columns && (
          <Link to="/projects/$project/administration/planning" params={{ project: String(tracker.project.id) }}>
            {t('kanban.setUp')}
          </Link>
        )
      }
    >
      {kanban.columns.length === 0 ? (
        <Empty title={t('kanban.noColumns')} />
      ) : (
        <>
          <Tools kanban={kanban} />
          <Wanted key={kanban.id} kanban={kanban} />
        </>
      )}
    </Page>
  );
}
