// A milestone's taskboard: a card is where it was put at once, and back, with the reason, where the server refuses.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isNumber } from '../../platform/addresses.ts';
import { isRefusedWith } from '../../platform/api.ts';
import { t } from '../../platform/i18n.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { FullScreenButton } from '../../ui/board/full-screen.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { NoAccess } from '../../ui/no-access/no-access.tsx';
import { Empty, ErrorState, Loading } from '../../ui/feedback/async-states.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { milestoneQuery } from '../planning/index.ts';
import { taskboardQuery } from './taskboard.queries.ts';
import { TaskboardView } from './taskboard-view.tsx';

const route = getRouteApi('/milestones/$id/taskboard');

export function TaskboardPage(): ReactNode {
  const { id } = route.useParams();
  return isNumber(id) ? <TaskboardById key={id} id={Number(id)} /> : <NoAccess title={id} />;
}

function TaskboardById({ id }: { id: number }): ReactNode {
  const queryClient = useQueryClient();
  const { data: milestone, error: milestoneError } = useQuery(milestoneQuery(id));
  const { data: board, error: boardError } = useQuery(taskboardQuery(id));
  usePageContext(milestone === undefined ? undefined : { projectId: milestone.project.id });
  const title = t('taskboard.taskboard');
  if (milestone === undefined)
    return isRefusedWith(milestoneError, 403, 404) ? (
      <NoAccess title={title} asked={{ artifact: id }} />
    ) : (
      <Page title={title}>
        {milestoneError === null ? <Loading lines={8} /> : <ErrorState error={milestoneError} />}
      </Page>
    );
  const { project } = milestone;
  const retry = (): void => void queryClient.invalidateQueries({ queryKey: taskboardQuery(id).queryKey });
  return (
    <Page
      title={t('taskboard.of', { name: milestone.label })}
      crumbs={[
        { label: project.label, to: `/projects/${project.id}` },
        { label: t('planning.backlog'), to: `/projects/${project.id}/backlog` },
        { label: milestone.label, to: `/milestones/${id}` },
      ]}
      actions={
        <>
          <ButtonLink to="/milestones/$id" params={{ id: String(id) }}>
            {t('planning.overview')}
          </ButtonLink>
          <FullScreenButton />
        </>
      }
    >
      {board !== undefined ? (
        <TaskboardView milestone={milestone} board={board} />
      ) : isRefusedWith(boardError, 404) ? (
        <Empty title={t('taskboard.noBoard')}>
          <p>{t('taskboard.noBoardText')}</p>
        </Empty>
      ) : boardError === null ? (
        <Loading lines={8} />
      ) : (
        <ErrorState error={boardError} onRetry={retry} />
      )}
    </Page>
  );
}
