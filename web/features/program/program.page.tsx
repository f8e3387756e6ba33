// The plan of a program: features that no increment holds, and open increments beside them, with how far their teams are.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Schemas } from '../../platform/api.ts';
import { t } from '../../platform/i18n.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { BoardTools } from '../../ui/board/board-tools.tsx';
import { NoAccess } from '../../ui/no-access/no-access.tsx';
import { Empty, ErrorState, Loading } from '../../ui/feedback/async-states.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { projectQuery, summaryQuery } from '../projects/index.ts';
import { ProgramBoard } from './program-board.tsx';
import { settingQuery } from './program.queries.ts';
import css from './program.module.css';
import { Link } from '../../ui/link.tsx';

const route = getRouteApi('/projects/$project/program');

export function ProgramPage(): ReactNode {
  const name = route.useParams().project;
  const { data: project, error, refetch } = useQuery(projectQuery(name));
  usePageContext(project === undefined || project === null ? undefined : { projectId: project.id });
  const title = t('program.program');
  if (project === null) return <NoAccess title={title} asked={{ project: name }} />;
  if (project === undefined)
    return (
      <Page title={title}>
        {error === null ? <Loading lines={8} /> : <ErrorState error={error} onRetry={() => void refetch()} />}
      </Page>
    );
  return (
    <Page
      title={title}
      crumbs={[{ label: project.label, to: `/projects/${project.shortname}` }]}
      actions={<SetUp projectId={project.id} shortname={project.shortname} />}
    >
      <Program projectId={project.id} />
    </Page>
  );
}

/** Leads those who administer the project to the form of its plan. */
function SetUp({ projectId, shortname }: { projectId: number; shortname: string }): ReactNode {
  const { data } = useQuery(summaryQuery(projectId));
  if (data?.may_administer !== true) return null;
  return (
    <Link to="/projects/$project/administration/planning" params={{ project: shortname }}>
      {t('program.setUp')}
    </Link>
  );
}

function Program({ projectId }: { projectId: number }): ReactNode {
  const { q: words = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: setting, error, refetch } = useQuery(settingQuery(projectId));
  if (setting === undefined)
    return error === null ? <Loading lines={8} /> : <ErrorState error={error} onRetry={() => void refetch()} />;
  const { plan, teams } = setting;
  if (plan === null)
    return (
      <Empty title={t('program.none')}>
        <p>{t('program.noneText')}</p>
      </Empty>
    );
  return (
    <>
      <BoardTools
        label={t('program.words')}
        words={words}
        onWords={(q) => void navigate({ search: q === '' ? {} : { q }, replace: true })}
      >
        <Teams teams={teams} />
      </BoardTools>
      <ProgramBoard projectId={projectId} plan={plan} words={words} />
    </>
  );
}

function Teams({ teams }: { teams: Schemas['ProgramSetting']['teams'] }): ReactNode {
  return (
    <span className={css.teams}>
      <span>{teams.length === 0 ? t('program.noTeams') : t('program.teams')}</span>
      {teams.map(({ id, label }) => (
        <Link key={id} to="/projects/$project" params={{ project: String(id) }}>
          {label}
        </Link>
      ))}
    </span>
  );
}
