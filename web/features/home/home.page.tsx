import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import type { PlainKey } from '../../platform/i18n.ts';
import { useSelf, useSite } from '../../platform/session.ts';
import { Empty, ErrorState, Loading } from '../../ui/feedback/async-states.tsx';
import { Page } from '../../ui/layout/page.tsx';
import ui from '../../ui/ui.module.css';
import { DashboardTabs } from '../dashboard-tabs/index.ts';
import { ProjectCards, projectsQuery } from '../projects/index.ts';
import css from './home.module.css';
import { ownArtifactsQuery } from './home.queries.ts';
import type { OwnRelation } from './home.queries.ts';
import { OwnList, ProjectList, SeenList } from './own-lists.tsx';
import { lazy } from '../../ui/lazy.tsx';
import { Link } from '../../ui/link.tsx';

const SetupChecklist = lazy(async () => (await import('./setup-checklist.tsx')).SetupChecklist);
const OwnRequests = lazy(async () => (await import('./own-requests.tsx')).OwnRequests, { prefetch: true });

interface SectionProps {
  title: string;
  /** How many there are, where that is more than what is shown. */
  count?: number | undefined;
  end?: ReactNode;
  children: ReactNode;
}

const Section = ({ title, count, end, children }: SectionProps): ReactNode => (
  <section className={css.section}>
    <div className={css.head}>
      <h2>
        {title}
        {count !== undefined && count > 0 && <span className={`${ui.faint} ${ui.small}`}> {count}</span>}
      </h2>
      {end}
    </div>
    {children}
  </section>
);

const titles: Readonly<Record<OwnRelation, PlainKey>> = {
  assigned_to: 'home.assigned',
  followed: 'home.followed',
  submitted_by: 'home.submitted',
};

function Own({ relation, isQuiet = false }: { relation: OwnRelation; isQuiet?: boolean }): ReactNode {
  const { data, error } = useQuery(ownArtifactsQuery(relation));
  // What is nobody's concern yet takes no place.
  if (isQuiet && (data === undefined || data.data.length === 0) && error === null) return null;
  return (
    <Section title={t(titles[relation])} count={data?.size}>
      <OwnList relation={relation} />
    </Section>
  );
}

function AnonymousHome(): ReactNode {
  const site = useSite();
  const { data, error, refetch } = useQuery(projectsQuery(false));
  return (
    <Page
      title={site.name}
      actions={site.registration.is_open ? <Link to={registrationPage}>{t('home.register')}</Link> : undefined}
    >
      <Section title={t('home.publicProjects')} end={<Link to="/projects">{t('home.allProjects')}</Link>}>
        {error !== null ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : data === undefined ? (
          <Loading />
        ) : data.length === 0 ? (
          <Empty title={t('home.nothingPublic')}>
            <p>{t('home.nothingPublicText')}</p>
          </Empty>
        ) : (
          <ProjectCards projects={data} />
        )}
      </Section>
    </Page>
  );
}

const registrationPage: string = '/register';

export function HomePage(): ReactNode {
  const person = useSelf();
  if (person === undefined) return <AnonymousHome />;
  return (
    <Page title={t('home.hello', { name: person.real_name ?? person.display_name })}>
      <DashboardTabs owner={{}} mayAdd />
      {person.is_site_admin === true && <SetupChecklist />}
      <div className={css.columns}>
        <div className={css.column}>
          <Own relation="assigned_to" />
          <Own relation="followed" isQuiet />
          <Own relation="submitted_by" isQuiet />
        </div>
        <div className={css.column}>
          <Section title={t('home.visited')}>
            <SeenList />
          </Section>
          <Section title={t('home.projects')} end={<Link to="/projects">{t('home.allProjects')}</Link>}>
            <ProjectList />
          </Section>
          <OwnRequests />
        </div>
      </div>
    </Page>
  );
}
