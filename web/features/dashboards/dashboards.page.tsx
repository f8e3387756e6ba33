// The pages of dashboards: one's own, those of a project, and its home.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useLocation, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useEffect } from '../../platform/effects.ts';
import type { Schemas } from '../../platform/api.ts';
import { t } from '../../platform/i18n.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { useSelf } from '../../platform/session.ts';
import { NoAccess } from '../../ui/no-access/no-access.tsx';
import { Empty, ErrorState, Loading } from '../../ui/feedback/async-states.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { ToSignIn } from '../../ui/no-access/sign-in-redirect.tsx';
import { dashboardsQuery, DashboardTabs } from '../dashboard-tabs/index.ts';
import type { DashboardOwner } from '../dashboard-tabs/index.ts';
import { Administer, ProjectBand, ProjectOverview, projectQuery, summaryQuery } from '../projects/index.ts';
import { DashboardView } from './dashboard-view.tsx';
import { useIsLoaded } from '../../ui/lazy.tsx';

const ownRoute = getRouteApi('/dashboards');
const homeRoute = getRouteApi('/projects/$project');
const projectRoute = getRouteApi('/projects/$project/dashboards');

type Project = Schemas['Project'];

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

/** Shows a project that the address names, to whom it is open. */
function InProject({ name, children }: { name: string; children(project: Project): ReactNode }): ReactNode {
  const { data: project, error, refetch } = useQuery(projectQuery(name));
  if (project === null) return <NoAccess title={name} asked={{ project: name }} />;
  if (project !== undefined) return children(project);
  return (
    <Page title={name}>
      {error === null ? <Loading lines={8} /> : <ErrorState error={error} onRetry={() => void refetch()} />}
    </Page>
  );
}

function OfProject({ project, id }: { project: Project; id?: number | undefined }): ReactNode {
  const { data: summary } = useQuery(summaryQuery(project.id));
  usePageContext({ projectId: project.id });
  return (
    <Chosen
      owner={{ project }}
      id={id}
      mayAdd={summary?.may_administer === true}
      crumbs={[{ label: project.label, to: `/projects/${project.shortname}` }]}
    />
  );
}

export function ProjectDashboardsPage(): ReactNode {
  const { project } = projectRoute.useParams();
  const { id } = projectRoute.useSearch();
  return <InProject name={project}>{(found) => <OfProject project={found} id={id} />}</InProject>;
}

/** The home of a project: the first of its dashboards, or its overview where it has none. */
export function ProjectHomePage(): ReactNode {
  const { project } = homeRoute.useParams();
  return <InProject name={project}>{(found) => <ProjectHome project={found} asked={project} />}</InProject>;
}

/** Where people were asked to come who decide about requests to join, before the overview had an address. */
const formerPart = 'join-requests';

function ProjectHome({ project, asked }: { project: Project; asked: string }): ReactNode {
  const { shortname } = project;
  const navigate = useNavigate();
  const hash = useLocation({ select: (location) => location.hash });
  const { data: all, error } = useQuery(dashboardsQuery({ project }));
  useEffect(() => {
    const params = { project: shortname };
    if (hash === formerPart) void navigate({ to: '/projects/$project/overview', params, hash, replace: true });
    // Whoever came by the id, or by other letters, gets the address that is worth keeping.
    else if (shortname !== asked) void navigate({ to: '/projects/$project', params, replace: true });
  }, [shortname, asked, hash, navigate]);
  if (error !== null || (all !== undefined && all.length > 0)) return <OfProject project={project} />;
  return all === undefined ? <LoadingProject project={project} /> : <Overview project={project} />;
}

const LoadingProject = ({ project }: { project: Project }): ReactNode => (
  <Page title={project.label_without_icon}>
    <Loading lines={8} />
  </Page>
);

function Overview({ project }: { project: Project }): ReactNode {
  const isLoaded = useIsLoaded(ProjectOverview);
  return isLoaded ? <ProjectOverview project={project} /> : <LoadingProject project={project} />;
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
    <Page
      title={title}
      crumbs={crumbs}
      actions={owner.project === undefined ? undefined : <Administer project={owner.project} />}
    >
      {owner.project !== undefined && <ProjectBand projectId={owner.project.id} />}
      {error !== null ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : all === undefined ? (
        <Loading lines={8} />
      ) : shown === undefined ? (
        <>
          <DashboardTabs owner={owner} current={id ?? 0} mayAdd={mayAdd} />
          <Empty title={id === undefined ? t('dashboards.none') : t('dashboards.missing')}>
            {id === undefined && mayAdd && <p>{t('dashboards.noneText')}</p>}
          </Empty>
        </>
      ) : (
        <DashboardView key={shown.id} owner={owner} id={shown.id} />
      )}
    </Page>
  );
}
