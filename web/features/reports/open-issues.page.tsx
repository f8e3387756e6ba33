// All that is open in a project, on one board, whatever its trackers.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { FullScreenButton } from '../../ui/board/full-screen.tsx';
import { ErrorState, Loading } from '../../ui/feedback/async-states.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { NoAccess } from '../../ui/no-access/no-access.tsx';
import { AddPeople, planningsQuery, projectQuery } from '../projects/index.ts';
import { QueryBoard } from './boards/query-board.tsx';
import { widgetOf } from './queries.queries.ts';

const route = getRouteApi('/projects/$project/issues');

const openIssues = "SELECT @pretty_title FROM @project = 'self' WHERE @status = OPEN()";

export function OpenIssuesPage(): ReactNode {
  const name = route.useParams().project;
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data: project, error, refetch } = useQuery(projectQuery(name));
  const projectId = project?.id ?? 0;
  const isThere = project !== undefined && project !== null;
  const plannings = useQuery({ ...planningsQuery(projectId), enabled: isThere });
  usePageContext(isThere ? { projectId } : undefined);
  const title = t('frame.openWork');
  if (project === null) return <NoAccess title={title} asked={{ project: name }} />;
  if (project === undefined || plannings.isLoading)
    return (
      <Page title={title}>
        {error === null ? <Loading lines={8} /> : <ErrorState error={error} onRetry={() => void refetch()} />}
      </Page>
    );
  // Milestones hold issues, and are none.
  const milestones = new Set((plannings.data ?? []).map(({ milestone_tracker: tracker }) => tracker.id));
  return (
    <Page
      title={title}
      crumbs={[{ label: project.label, to: `/projects/${project.shortname}` }]}
      actions={
        <>
          <FullScreenButton />
          <AddPeople projectId={projectId} />
        </>
      }
    >
      <QueryBoard
        key={projectId}
        text={openIssues}
        widgetId={widgetOf({ projectId, userId: undefined })}
        by={search.by ?? '@status'}
        onGroup={(by) => void navigate({ search: (before) => ({ ...before, by }) })}
        without={milestones}
        filtering={{
          q: search.q ?? '',
          filter: search.filter ?? {},
          onChange: ({ q, filter }) =>
            void navigate({
              search: ({ by }) => ({
                ...(by === undefined ? {} : { by }),
                ...(q === '' ? {} : { q }),
                ...(Object.keys(filter).length === 0 ? {} : { filter }),
              }),
              replace: true,
            }),
        }}
      />
    </Page>
  );
}
