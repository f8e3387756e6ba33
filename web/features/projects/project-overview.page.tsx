import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { ExternalLink, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useEffect } from '../../platform/effects.ts';
import type { Schemas } from '../../platform/api.ts';
import { t } from '../../platform/i18n.ts';
import { createLabel } from '../../platform/names/create-label.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { useSelf } from '../../platform/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Empty, ErrorState, Loading } from '../../ui/feedback/async-states.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { TrackerMark } from '../../ui/tracker-mark.tsx';
import ui from '../../ui/ui.module.css';
import { NoAccess } from '../../ui/no-access/no-access.tsx';
import { DashboardTabs } from '../dashboard-tabs/index.ts';
import { PrivacyBadge } from './privacy-badge.tsx';
import { AddPeople, Administer, ProjectBand } from './project-head.tsx';
import { ActivityList } from './activity-list.tsx';
import { MemberList, ProjectFacts } from './project-parts.tsx';
import { usePlans } from './plan-side.queries.ts';
import {
  countsQuery,
  kanbansQuery,
  projectQuery,
  servicesQuery,
  summaryQuery,
  trackersQuery,
} from './projects.queries.ts';
import { nameService, pageOfService, useServicesOff } from './services.ts';
import { SampleContent } from './sample-content.tsx';
import css from './project-overview.module.css';
import { lazy } from '../../ui/lazy.tsx';
import { Link } from '../../ui/link.tsx';

const route = getRouteApi('/projects/$project/overview');
type Project = Schemas['Project'];

const AskToJoin = lazy(async () => (await import('../../ui/no-access/ask-to-join.tsx')).AskToJoin, { prefetch: true });
const LeaveProject = lazy(async () => (await import('./leave-project.tsx')).LeaveProject, { prefetch: true });
const JoinRequests = lazy(async () => (await import('./join-requests.tsx')).JoinRequests, { prefetch: true });

function Trackers({ project, mayAdd }: { project: Schemas['Project']; mayAdd: boolean }): ReactNode {
  const { data, error, refetch } = useQuery(trackersQuery(project.id));
  const { data: counts } = useQuery(countsQuery(project.id));
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  if (data.length === 0)
    return (
      <Empty title={t('projects.noTrackers')}>
        {mayAdd ? (
          <ButtonLink to="/projects/$project/trackers/new" params={{ project: project.shortname }} tone="primary">
            {t('projects.newTracker')}
          </ButtonLink>
        ) : (
          <p>{t('projects.noTrackersText')}</p>
        )}
      </Empty>
    );
  return (
    <div className={ui.tableWrap}>
      <table className={ui.table}>
        <thead>
          <tr>
            <th scope="col">{t('projects.tracker')}</th>
            <th scope="col" className={ui.number}>
              {t('projects.open')}
            </th>
            <th scope="col" className={ui.number}>
              {t('projects.all')}
            </th>
            <th scope="col">
              <span className="visually-hidden">{t('projects.create')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {data.map(({ id, label, singularLabel, colour, icon, mayCreate }) => {
            const count = counts?.get(id);
            const createPage: string = `/trackers/${id}/new`;
            return (
              <tr key={id}>
                <td>
                  <span className={css.name}>
                    <TrackerMark colour={colour} icon={icon} />
                    <Link to="/trackers/$tracker" params={{ tracker: String(id) }}>
                      {label}
                    </Link>
                  </span>
                </td>
                <td className={ui.number}>{count?.open ?? '–'}</td>
                <td className={ui.number}>{count?.size ?? '–'}</td>
                <td className={css.create}>
                  {mayCreate && (
                    <Link to={createPage} aria-label={createLabel(singularLabel)}>
                      <Plus size={15} aria-hidden="true" />
                    </Link>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** Kanbans, all open issues, the backlog and the open milestones. */
function Boards({ project: { id: projectId, shortname } }: { project: Project }): ReactNode {
  const { data: kanbans = [] } = useQuery(kanbansQuery(projectId));
  const isOff = useServicesOff(projectId);
  const { isPlanned, milestones } = usePlans(projectId);
  const arePlans = isPlanned && !isOff('plugin_agiledashboard');
  const tiles = [
    ...(isOff('plugin_kanban') ? [] : kanbans).map(({ id, label }) => ({ to: `/kanban/${id}`, label })),
    ...(isOff('plugin_tracker') ? [] : [{ to: `/projects/${shortname}/issues`, label: t('frame.openWork') }]),
    ...(arePlans ? [{ to: `/projects/${shortname}/backlog`, label: t('planning.backlog') }] : []),
    ...(arePlans ? milestones : []).map(({ id, label, isPlan }) => ({
      to: `/milestones/${id}${isPlan ? '/planning' : ''}`,
      label,
    })),
  ];
  if (tiles.length === 0) return null;
  return (
    <section className={css.section} aria-label={t('projects.boards')}>
      <h2>{t('projects.boards')}</h2>
      <ul className={css.tiles}>
        {tiles.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} className={css.tile}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Services({ project }: { project: Project }): ReactNode {
  const { data = [] } = useQuery(servicesQuery(project.id));
  const shown = data.flatMap((service) => {
    const page = service.is_enabled ? pageOfService(service, project) : undefined;
    return page === undefined ? [] : [{ ...service, page }];
  });
  const { data: summary } = useQuery(summaryQuery(project.id));
  const off = (summary?.services_off ?? []).map((name) => nameService({ name }));
  if (shown.length === 0 && off.length === 0) return null;
  return (
    <section className={css.section}>
      <h2>{t('projects.services')}</h2>
      <ul className={css.tiles}>
        {shown.map(({ id, name, label, page, is_custom: isCustom }) => (
          <li key={id}>
            {isCustom ? (
              <Link address={page} className={css.tile}>
                {label}
                <ExternalLink size={14} aria-hidden="true" />
              </Link>
            ) : (
              <Link to={page} className={css.tile}>
                {nameService({ name, label })}
              </Link>
            )}
          </li>
        ))}
      </ul>
      {off.length > 0 && (
        <p className={`${ui.faint} ${ui.small}`}>{t('projects.servicesOff', { names: off.join(', ') })}</p>
      )}
    </section>
  );
}

function Members({ project }: { project: Project }): ReactNode {
  const person = useSelf();
  const { data } = useQuery(summaryQuery(project.id));
  if (data === undefined || data.members.length === 0) return null;
  const areShown = project.is_member_of || data.may_administer;
  return (
    <section className={css.section}>
      <h2>
        {t(areShown ? 'projects.members' : 'projects.administrators')}
        {areShown && <span className={`${ui.faint} ${ui.small}`}> {data.member_count}</span>}
      </h2>
      <MemberList project={project} />
      {data.is_guest && <p className={ui.soft}>{t('projects.isGuest')}</p>}
      <div>
        <AddPeople projectId={project.id} />
      </div>
      {person !== undefined && !project.is_member_of && <AskToJoin asked={{ project: project.shortname }} isKnown />}
      {person !== undefined && (project.is_member_of || data.is_guest) && (
        <LeaveProject project={project} personId={person.id} />
      )}
    </section>
  );
}

/** What the project says of itself. */
export function ProjectOverview({ project }: { project: Project }): ReactNode {
  usePageContext({ projectId: project.id, isOverview: true });
  const { data: summary } = useQuery(summaryQuery(project.id));
  const isOff = useServicesOff(project.id);
  return (
    <Page
      title={project.label_without_icon}
      heading={
        <span className={ui.row}>
          {project.label} <PrivacyBadge access={project.access} />
        </span>
      }
      crumbs={[{ label: t('projects.list'), to: '/projects' }]}
      actions={<Administer project={project} />}
    >
      <ProjectBand projectId={project.id} />
      <DashboardTabs owner={{ project }} mayAdd={summary?.may_administer === true} />
      {summary?.may_administer === true && <SampleContent projectId={project.id} />}
      {project.description !== '' && <p className={`${ui.soft} ${css.description}`}>{project.description}</p>}
      <div className={css.columns}>
        <div className={css.column}>
          {!isOff('plugin_tracker') && (
            <section className={css.section}>
              <h2>{t('projects.trackers')}</h2>
              <Trackers project={project} mayAdd={summary?.may_administer === true} />
            </section>
          )}
          <Boards project={project} />
          <Services project={project} />
          <ProjectFacts project={project} />
          <Members project={project} />
        </div>
        <div className={css.column}>
          {summary?.may_administer === true && <JoinRequests projectId={project.id} />}
          <section className={css.section}>
            <h2>{t('projects.activity')}</h2>
            <ActivityList projectId={project.id} />
          </section>
        </div>
      </div>
    </Page>
  );
}

export function ProjectOverviewPage(): ReactNode {
  const { project: name } = route.useParams();
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(projectQuery(name));
  const project = data?.shortname;
  useEffect(() => {
    // Whoever came by the id, or by other letters, gets the address that is worth keeping.
    if (project !== undefined && project !== name)
      void navigate({ to: '/projects/$project/overview', params: { project }, hash: true, replace: true });
  }, [project, name, navigate]);
  if (data !== undefined && data !== null && error === null) return <ProjectOverview project={data} />;
  if (data === null) return <NoAccess title={name} asked={{ project: name }} />;
  return (
    <Page title={name}>
      {error === null ? <Loading lines={8} /> : <ErrorState error={error} onRetry={() => void refetch()} />}
    </Page>
  );
}
