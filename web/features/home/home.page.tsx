import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api, take } from '../../platform/api.ts';
import { t } from '../../platform/i18n.ts';
import { useSelf, useSite } from '../../platform/session.ts';
import { Empty, ErrorState, Loading } from '../../ui/states.tsx';
import { Page } from '../../ui/things.tsx';
import css from '../../ui/ui.module.css';
import { ProjectCards, projectsQuery } from '../projects/index.ts';

interface Item {
  id: number;
  title: string | null;
  xref: string | null;
  colour: string;
}

const Items = ({ items }: { items: readonly Item[] }): ReactNode => (
  <ul className={css.card}>
    {items.map(({ id, title, xref, colour }) => (
      <li key={id}>
        <Link to="/artifacts/$id" params={{ id: String(id) }} className={css.option}>
          <span className={css.dot} data-colour={colour} />
          <span className={css.grow}>{title ?? ''}</span>
          <span className={`${css.faint} ${css.small}`}>{xref ?? ''}</span>
        </Link>
      </li>
    ))}
  </ul>
);

const self = { path: { id: 'self' } };

function Assigned(): ReactNode {
  const { data, error, refetch } = useQuery({
    queryKey: ['/users', 'self', 'artifacts'],
    queryFn: () =>
      take(
        api.GET('/users/{id}/artifacts', { params: { ...self, query: { query: '{"assigned_to":true}', limit: 30 } } }),
      ),
  });
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  if (data.length === 0) return <Empty title={t('home.nothingAssigned')} />;
  return (
    <Items items={data.map(({ id, title, xref, tracker }) => ({ id, title, xref, colour: tracker.color_name }))} />
  );
}

function Visited(): ReactNode {
  const { data } = useQuery({
    queryKey: ['/users', 'self', 'history'],
    queryFn: () => take(api.GET('/users/{id}/history', { params: self })),
  });
  const entries = data?.entries.slice(0, 10) ?? [];
  if (entries.length === 0) return <p className={css.soft}>{t('home.nothingVisited')}</p>;
  return (
    <Items
      items={entries.map(({ per_type_id: id, title, xref, color_name: colour }) => ({ id, title, xref, colour }))}
    />
  );
}

function Projects({ isMine }: { isMine: boolean }): ReactNode {
  const { data, error, refetch } = useQuery(projectsQuery(isMine));
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  if (data.length === 0) return <Empty title={t('projects.none')} />;
  return <ProjectCards projects={data} />;
}

export function HomePage(): ReactNode {
  const person = useSelf();
  const site = useSite();
  if (person === undefined)
    return (
      <Page title={site.name}>
        <h2>{t('home.publicProjects')}</h2>
        <Projects isMine={false} />
      </Page>
    );
  return (
    <Page title={t('home.hello', { name: person.display_name })}>
      <h2>{t('home.assigned')}</h2>
      <Assigned />
      <h2>{t('home.visited')}</h2>
      <Visited />
      <h2>{t('home.projects')}</h2>
      <Projects isMine />
    </Page>
  );
}
