// Somebody as others see them.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api, take } from '../../platform/api.ts';
import type { Schemas } from '../../platform/api.ts';
import { t } from '../../platform/i18n.ts';
import { useSelf } from '../../platform/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Empty, ErrorState, Loading } from '../../ui/feedback/async-states.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { TrackerMark } from '../../ui/tracker-mark.tsx';
import ui from '../../ui/ui.module.css';
import css from './people.module.css';
import { ActivityList } from '../projects/index.ts';
import { Section } from './account/section.tsx';
import { Link } from '../../ui/link.tsx';

const route = getRouteApi('/users/$name');

const listOf = (id: number) => ({ params: { path: { id: String(id) } } });

function SharedProjects({ id }: { id: number }): ReactNode {
  const { data, error, refetch } = useQuery({
    queryKey: ['/users', id, 'shared_projects'],
    queryFn: () => take(api.GET('/users/{id}/shared_projects', listOf(id))),
  });
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={2} />;
  if (data.length === 0) return <p className={ui.soft}>{t('account.noSharedProjects')}</p>;
  return (
    <ul className={css.rows}>
      {data.map(({ id: projectId, shortname, label, description }) => (
        <li key={projectId}>
          <Link to="/projects/$project" params={{ project: shortname }}>
            {label}
          </Link>
          <span className={`${ui.soft} ${ui.small}`}>{description}</span>
        </li>
      ))}
    </ul>
  );
}

function OpenArtifacts({ id, name }: { id: number; name: string }): ReactNode {
  const { data, error, refetch } = useQuery({
    queryKey: ['/users', id, 'assigned_artifacts'],
    queryFn: () => take(api.GET('/users/{id}/assigned_artifacts', listOf(id))),
  });
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  if (data.length === 0) return <p className={ui.soft}>{t('account.noOpenArtifacts', { name })}</p>;
  return (
    <ul className={css.rows}>
      {data.map(({ id: artifactId, title, xref, tracker }) => (
        <li key={artifactId}>
          <TrackerMark colour={tracker.color_name} icon={tracker.icon} />
          <Link to="/artifacts/$id" params={{ id: String(artifactId) }}>
            {title ?? xref}
          </Link>
          <span className={`${ui.faint} ${ui.small}`}>{xref}</span>
        </li>
      ))}
    </ul>
  );
}

type Found = Schemas['User'] | Schemas['MinimalUser'];

function About({ person }: { person: Found & { id: number } }): ReactNode {
  const self = useSelf();
  const name = person.real_name || (person.username ?? '');
  const email = 'email' in person && typeof person.email === 'string' ? person.email : undefined;
  return (
    <Page
      title={name}
      isNarrow
      heading={
        <span className={css.accountHead}>
          <Avatar person={person} size={56} />
          <span>
            {name}
            <span className={css.accountName}>
              {person.username}
              {email !== undefined && (
                <>
                  {' · '}
                  <Link href={`mailto:${encodeURIComponent(email)}`}>{email}</Link>
                </>
              )}
            </span>
          </span>
        </span>
      }
      actions={self?.id === person.id ? <ButtonLink to="/account">{t('account.yourAccount')}</ButtonLink> : undefined}
    >
      {self !== undefined && (
        <>
          <Section title={t('account.openArtifacts')}>
            <OpenArtifacts id={person.id} name={name} />
          </Section>
          <Section title={t('account.sharedProjects')}>
            <SharedProjects id={person.id} />
          </Section>
          <Section title={t('projects.activity')}>
            <ActivityList userId={person.id} />
          </Section>
        </>
      )}
    </Page>
  );
}

export function PersonPage(): ReactNode {
  const { name } = route.useParams();
  const { data, error, refetch } = useQuery({
    queryKey: ['/users', 'named', name],
    queryFn: () =>
      take(api.GET('/users', { params: { query: { query: JSON.stringify({ username: name }), limit: 1 } } })),
  });
  if (data === undefined)
    return (
      <Page title={name} isNarrow>
        {error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />}
      </Page>
    );
  const [person] = data;
  if (person === undefined || person.id === null)
    return (
      <Page title={t('account.noPerson')} isNarrow>
        <Empty title={t('account.noPerson')} />
      </Page>
    );
  return <About person={{ ...person, id: person.id }} />;
}
