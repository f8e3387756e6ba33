// The plan of a project, and that of a milestone, one level further in.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { isNumber } from '../../platform/addresses.ts';
import { isRefusedWith } from '../../platform/api.ts';
import { t } from '../../platform/i18n.ts';
import { createLabel } from '../../platform/names/create-label.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { NoAccess } from '../../ui/no-access/no-access.tsx';
import { Empty, ErrorState, Loading } from '../../ui/feedback/async-states.tsx';
import { Page } from '../../ui/layout/page.tsx';
import type { Crumb } from '../../ui/layout/page.tsx';
import { AddPeople, planKey, planningsQuery, projectQuery, trackersQuery } from '../projects/index.ts';
import { PlanView } from './plan-view.tsx';
import type { PlanProps } from './plan-view.tsx';
import { milestoneQuery, overviewQuery } from './planning.queries.ts';
import { lazy } from '../../ui/lazy.tsx';

/** Fields for days are much to read for who only looks. */
const NewMilestone = lazy(async () => (await import('./new-milestone.tsx')).NewMilestone);

/** Nor are charts. */
const ProjectVelocity = lazy(async () => (await import('./milestone-charts.tsx')).ProjectVelocity);

const projectRoute = getRouteApi('/projects/$project/backlog');
const milestoneRoute = getRouteApi('/milestones/$id/planning');

interface PlanPageProps extends PlanProps {
  crumbs: readonly Crumb[];
  /** Of its milestones. */
  tracker: { id: number; label: string } | undefined;
}

function PlanPage({ crumbs, tracker, ...props }: PlanPageProps): ReactNode {
  const { owner, title, mayPlan } = props;
  const queryClient = useQueryClient();
  const [isNew, setNew] = useState(false);
  const { data: trackers } = useQuery(trackersQuery(owner.projectId));
  const entry = trackers?.find(({ id }) => id === tracker?.id);
  return (
    <Page
      title={title}
      crumbs={crumbs}
      actions={
        <>
          <AddPeople projectId={owner.projectId} />
          {mayPlan && tracker !== undefined && (
            <Button onPress={() => setNew(true)}>
              <Plus aria-hidden="true" /> {createLabel(entry?.singularLabel ?? tracker.label)}
            </Button>
          )}
        </>
      }
    >
      <PlanView {...props} />
      {owner.milestoneId === undefined && <ProjectVelocity projectId={owner.projectId} />}
      {isNew && tracker !== undefined && (
        <NewMilestone
          trackerId={tracker.id}
          parentId={owner.milestoneId}
          onMade={() => queryClient.invalidateQueries({ queryKey: planKey(owner.projectId) })}
          onClose={() => setNew(false)}
        />
      )}
    </Page>
  );
}

export function BacklogPage(): ReactNode {
  const name = projectRoute.useParams().project;
  const search = projectRoute.useSearch();
  const navigate = projectRoute.useNavigate();
  const { data: project, error, refetch } = useQuery(projectQuery(name));
  const projectId = project?.id ?? 0;
  const isThere = project !== undefined && project !== null;
  const { data: plannings } = useQuery({ ...planningsQuery(projectId), enabled: isThere });
  const hasPlan = plannings !== undefined && plannings.length > 0;
  const { data: overview } = useQuery({ ...overviewQuery(projectId), enabled: hasPlan });
  usePageContext(isThere ? { projectId } : undefined);
  const title = t('planning.backlog');
  if (project === null) return <NoAccess title={title} asked={{ project: name }} />;
  if (project === undefined || plannings === undefined || (hasPlan && overview === undefined))
    return (
      <Page title={title}>
        {error === null ? <Loading lines={8} /> : <ErrorState error={error} onRetry={() => void refetch()} />}
      </Page>
    );
  const crumbs = [{ label: project.label, to: `/projects/${project.shortname}` }];
  if (overview === undefined)
    return (
      <Page title={title} crumbs={crumbs}>
        <Empty title={t('planning.none')}>
          <p>{t('planning.noneText')}</p>
        </Empty>
      </Page>
    );
  return (
    <PlanPage
      owner={{ projectId }}
      title={title}
      crumbs={crumbs}
      tracker={plannings[0]?.milestone_tracker}
      accepted={overview.accept.trackers}
      mayPlan={overview.has_user_priority_change_permission}
      search={search}
      onSearch={(next) => void navigate({ search: () => next, replace: true })}
    />
  );
}

export function MilestonePlanPage(): ReactNode {
  const { id } = milestoneRoute.useParams();
  return isNumber(id) ? <MilestonePlan id={Number(id)} /> : <NoAccess title={id} />;
}

function MilestonePlan({ id }: { id: number }): ReactNode {
  const search = milestoneRoute.useSearch();
  const navigate = milestoneRoute.useNavigate();
  const { data: milestone, error, refetch } = useQuery(milestoneQuery(id));
  usePageContext(milestone === undefined ? undefined : { projectId: milestone.project.id });
  if (milestone === undefined)
    return isRefusedWith(error, 403, 404) ? (
      <NoAccess title={t('planning.backlog')} asked={{ artifact: id }} />
    ) : (
      <Page title={t('planning.backlog')}>
        {error === null ? <Loading lines={8} /> : <ErrorState error={error} onRetry={() => void refetch()} />}
      </Page>
    );
  const { project, sub_milestone_type: inner } = milestone;
  const crumbs = [
    { label: project.label, to: `/projects/${project.id}` },
    { label: t('planning.backlog'), to: `/projects/${project.id}/backlog` },
    { label: milestone.label, to: `/milestones/${id}` },
  ];
  const title = t('planning.planOf', { name: milestone.label });
  if (inner === null)
    return (
      <Page title={title} crumbs={crumbs}>
        <Empty title={t('planning.nothingInside')} />
      </Page>
    );
  return (
    <PlanPage
      owner={{ projectId: project.id, milestoneId: id }}
      title={title}
      crumbs={crumbs}
      tracker={inner}
      accepted={milestone.resources.backlog.accept.trackers}
      mayPlan={milestone.has_user_priority_change_permission}
      search={search}
      onSearch={(next) => void navigate({ search: () => next, replace: true })}
    />
  );
}
