// Where an address leads that names a repository by its project and name, as references and other installations do.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { Closed } from '../../ui/closed.tsx';
import { ErrorState, Loading } from '../../ui/states.tsx';
import { Page } from '../../ui/things.tsx';
import { projectQuery } from '../projects/index.ts';
import { repositoriesQuery } from './source-control.queries.ts';

const route = getRouteApi('/repositories');

export function FoundPage(): ReactNode {
  const { project: projectName = '', name = '', commit, ...files } = route.useSearch();
  const { data: project, error } = useQuery(projectQuery(projectName));
  const projectId = project?.id;
  const { data: repositories, error: other } = useQuery({
    ...repositoriesQuery(projectId ?? 0),
    enabled: projectId !== undefined,
  });
  const title = t('code.repository');
  const problem = error ?? other;
  if (problem !== null)
    return (
      <Page title={title}>
        <ErrorState error={problem} />
      </Page>
    );
  if (project === null) return <Closed title={title} asked={{ project: projectName }} />;
  if (repositories === undefined)
    return (
      <Page title={title}>
        <Loading lines={8} />
      </Page>
    );
  const found = repositories.find((one) => one.name === name);
  if (found === undefined) return <Closed title={title} projectId={projectId} />;
  const id = String(found.id);
  return commit === undefined ? (
    <Navigate to="/repositories/$id" params={{ id }} search={files} replace />
  ) : (
    <Navigate to="/repositories/$id/commits/$commit" params={{ id, commit }} replace />
  );
}
