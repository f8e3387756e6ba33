// The pages of dashboards: one's own, and those of a project.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { usePlace } from '../../platform/place.ts';
import { useSelf } from '../../platform/session.ts';
import { Closed } from '../../ui/closed.tsx';
import { Empty, ErrorState, Loading } from '../../ui/states.tsx';
import { Page } from '../../ui/things.tsx';
import { ToSignIn } from '../../ui/to-sign-in.tsx';
import { dashboardsQuery, DashboardTabs } from '../dashboard-tabs/index.ts';
import type { DashboardOwner } from '../dashboard-tabs/index.ts';
import { projectQuery, summaryQuery } from '../projects/index.ts';
import { DashboardView } from './dashboard-view.tsx';

const ownRoute = getRouteApi('/dashboards');
const projectRoute = getRouteApi('/projects/$project/dashboards');

export function OwnDashboardsPage(): ReactNode {
  const { id } = ownRoute.useSearch();
  const self = useSelf();
  if (self === undefined)
    return (
      <Page title={t('dashboards.dashboards')}>
        <ToSignIn />
      </Page>
    );
  return <Chosen owner={{}} id={id} mayAdd crumbs={[]} />;
}

export function ProjectDashboardsPage(): ReactNode {
  const { project: name } = projectRoute.useParams();
  const { id } = projectRoute.useSearch();
  const { data: project, error, refetch } = useQuery(projectQuery(name));
  const { data: summary } = useQuery({
    ...summaryQuery(project?.id ?? 0),
    enabled: project !== undefined && project !== null,
  });
  usePlace(project === undefined || project === null ? undefined : { projectId: project.id });
  if (project === null) return <Closed title={name} asked={{ project: name }} />;
  if (project === undefined)
    return (
      <Page title={t('dashboards.dashboards')}>
        {error === null ? <Loading lines={8} /> : <ErrorState error={error} onRetry={() => void refetch()} />}
      </Page>
    );
  return (
    <Chosen
      owner={{ project }}
      id={id}
      mayAdd={summary?.may_administer === true}
      crumbs={[{ label: project.label, to: `/projects/${project.shortname}` }]}
    />
  );
}

interface ChosenProps {
  owner: DashboardOwner;
  id: number | undefined;
  mayAdd: boolean;
  crumbs: { label: string; to: string }[];
}

function Chosen({ owner, id, mayAdd, crumbs }: ChosenProps): ReactNode {
  const { data: all, error, refetch } = useQuery(dashboardsQuery(owner));
  const shown = id === undefined ? all?.[0] : all?.find((one) => one.id === id);
  const title = shown?.name ?? t('dashboards.dashboards');
  return (
    <Page title={title} crumbs={crumbs}>
      {error !== null ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : all === undefined ? (
        <Loading lines={8} />
      ) : shown === undefined ? (
        <>
          <DashboardTabs owner={owner} mayAdd={mayAdd} />
          <Empty title={id === undefined ? t('dashboards.none') : t('dashboards.missing')} />
        </>
      ) : (
        <DashboardView key={shown.id} owner={owner} id={shown.id} />
      )}
    </Page>
  );
}
