import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { pageOf } from '../../platform/addresses.ts';
import type { Schemas } from '../../platform/api.ts';
import { t } from '../../platform/i18n.ts';
import type { PlainKey } from '../../platform/i18n.ts';
import { useSelf, useSite } from '../../platform/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Rows } from '../../ui/rows.tsx';
import type { RowEntry } from '../../ui/rows.tsx';
import { Empty, ErrorState, Loading } from '../../ui/states.tsx';
import { Page } from '../../ui/things.tsx';
import ui from '../../ui/ui.module.css';
import { ProjectCards, ProjectRows, projectsQuery } from '../projects/index.ts';
import css from './home.module.css';
import { historyQuery, ownArtifactsQuery } from './home.queries.ts';
import type { OwnRelation } from './home.queries.ts';

const seenMax = 10;

const rowOf = (artifact: Schemas['OwnArtifact']): RowEntry => ({
  key: artifact.id,
  to: `/artifacts/${artifact.id}`,
  title: artifact.title ?? '',
  reference: artifact.xref,
  colour: artifact.tracker.color_name,
  status:
    artifact.full_status === null
      ? undefined
      : { label: artifact.full_status.value, colour: artifact.full_status.color },
  more: artifact.tracker.project.label,
  when: artifact.last_modified_date,
});

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

const empties: Readonly<Record<OwnRelation, { title: PlainKey; nothing: PlainKey }>> = {
  assigned_to: { title: 'home.assigned', nothing: 'home.nothingAssigned' },
  followed: { title: 'home.followed', nothing: 'home.nothingFollowed' },
  submitted_by: { title: 'home.submitted', nothing: 'home.nothingSubmitted' },
};

function Own({ relation, isQuiet = false }: { relation: OwnRelation; isQuiet?: boolean }): ReactNode {
  const { data, error, refetch } = useQuery(ownArtifactsQuery(relation));
  const { title, nothing } = empties[relation];
  // What is nobody's concern yet takes no place.
  if (isQuiet && (data === undefined || data.data.length === 0) && error === null) return null;
  return (
    <Section title={t(title)} count={data?.size}>
      {error !== null ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Loading />
      ) : data.data.length === 0 ? (
        <div className={css.empty}>{t(nothing)}</div>
      ) : (
        <Rows label={t(title)} rows={data.data.map(rowOf)} />
      )}
    </Section>
  );
}

function Seen(): ReactNode {
  const { data } = useQuery(historyQuery);
  const rows = (data?.entries ?? []).slice(0, seenMax).map((entry): RowEntry => ({
    key: entry.html_url,
    to: pageOf(entry.html_url),
    title: entry.title,
    reference: entry.xref,
    colour: entry.color_name,
    when: entry.visit_time,
  }));
  return (
    <Section title={t('home.visited')}>
      {data === undefined ? (
        <Loading />
      ) : rows.length === 0 ? (
        <div className={css.empty}>{t('home.nothingVisited')}</div>
      ) : (
        <Rows label={t('home.visited')} rows={rows} />
      )}
    </Section>
  );
}

function OwnProjects(): ReactNode {
  const { data, error, refetch } = useQuery(projectsQuery(true));
  return (
    <Section title={t('home.projects')} end={<Link to="/projects">{t('home.allProjects')}</Link>}>
      {error !== null ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Loading />
      ) : data.length === 0 ? (
        <div className={css.empty}>
          <p>{t('home.noProject')}</p>
          <span className={ui.row}>
            <ButtonLink to="/projects">{t('home.findProject')}</ButtonLink>
            <ButtonLink to="/projects/new">{t('home.newProject')}</ButtonLink>
          </span>
        </div>
      ) : (
        <ProjectRows label={t('home.projects')} projects={data} />
      )}
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
      <div className={css.columns}>
        <div className={css.column}>
          <Own relation="assigned_to" />
          <Own relation="followed" isQuiet />
          <Own relation="submitted_by" isQuiet />
        </div>
        <div className={css.column}>
          <Seen />
          <OwnProjects />
        </div>
      </div>
    </Page>
  );
}
