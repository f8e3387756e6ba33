// Repositories of a project, by folders of their names.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { usePlace } from '../../platform/place.ts';
import { Closed } from '../../ui/closed.tsx';
import { Rows } from '../../ui/rows.tsx';
import { Empty, ErrorState, Loading } from '../../ui/states.tsx';
import { Page } from '../../ui/things.tsx';
import { projectQuery } from '../projects/index.ts';
import { repositoriesQuery } from './source-control.queries.ts';

const route = getRouteApi('/projects/$project/repositories');

function List({ projectId }: { projectId: number }): ReactNode {
  const { data, error, refetch } = useQuery(repositoriesQuery(projectId));
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  if (data.length === 0)
    return (
      <Empty title={t('code.noRepositories')}>
        <p>{t('code.noRepositoriesText')}</p>
      </Empty>
    );
  return (
    <Rows
      label={t('code.repositories')}
      rows={data.map(({ id, name, description, last_update_date: when }) => ({
        key: id,
        to: `/repositories/${id}`,
        title: name,
        more: description === '' ? undefined : description,
        when,
      }))}
    />
  );
}

export function RepositoriesPage(): ReactNode {
  const { project: name } = route.useParams();
  const { data: project, error, refetch } = useQuery(projectQuery(name));
  usePlace(project === undefined || project === null ? undefined : { projectId: project.id });
  if (project === null) return <Closed title={name} />;
  return (
    <Page
      title={t('code.repositories')}
      crumbs={[{ label: project?.label ?? name, to: `/projects/${project?.shortname ?? name}` }]}
    >
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {project === undefined ? error === null && <Loading /> : <List projectId={project.id} />}
    </Page>
  );
}
