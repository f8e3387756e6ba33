// Where an address leads that names a repository by its project and name, as references and other installations do.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { NoAccess } from '../../ui/no-access/no-access.tsx';
import { ErrorState, Loading } from '../../ui/feedback/async-states.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { projectQuery } from '../projects/index.ts';
import { repositoriesQuery } from './source-control.queries.ts';
import { svnRepositoriesQuery } from './svn/svn.queries.ts';

const route = getRouteApi('/repositories');
const svnRoute = getRouteApi('/subversion');

interface Listed {
  data: readonly { id: number; name: string }[] | undefined;
  error: Error | null;
}

interface Props {
  projectName: string | undefined;
  name: string | undefined;
  /** All of a project; none before it is known. */
  useRepositories(projectId: number | undefined): Listed;
  lead(id: string): ReactNode;
}

function Found({ projectName = '', name = '', useRepositories, lead }: Props): ReactNode {
  const { data: project, error } = useQuery(projectQuery(projectName));
  const projectId = project?.id;
  const { data: repositories, error: other } = useRepositories(projectId);
  const title = t('code.repository');
  const problem = error ?? other;
  if (problem !== null)
    return (
      <Page title={title}>
        <ErrorState error={problem} />
      </Page>
    );
  if (project === null) return <NoAccess title={title} asked={{ project: projectName }} />;
  if (repositories === undefined)
    return (
      <Page title={title}>
        <Loading lines={8} />
      </Page>
    );
  const found = repositories.find((one) => one.name === name);
  return found === undefined ? <NoAccess title={title} projectId={projectId} /> : lead(String(found.id));
}

const useGit = (projectId: number | undefined): Listed =>
  useQuery({ ...repositoriesQuery(projectId ?? 0), enabled: projectId !== undefined });

const useSvn = (projectId: number | undefined): Listed =>
  useQuery({ ...svnRepositoriesQuery(projectId ?? 0), enabled: projectId !== undefined });

export function FoundPage(): ReactNode {
  const { project, name, commit, ...files } = route.useSearch();
  return (
    <Found
      projectName={project}
      name={name}
      useRepositories={useGit}
      lead={(id) =>
        commit === undefined ? (
          <Navigate to="/repositories/$id" params={{ id }} search={files} replace />
        ) : (
          <Navigate to="/repositories/$id/commits/$commit" params={{ id, commit }} replace />
        )
      }
    />
  );
}

export function SvnFoundPage(): ReactNode {
  const { project, name, part, ...place } = svnRoute.useSearch();
  const { revision } = place;
  return (
    <Found
      projectName={project}
      name={name}
      useRepositories={useSvn}
      lead={(id) =>
        part === 'revision' && revision !== undefined ? (
          <Navigate to="/subversion/$id/revisions/$revision" params={{ id, revision: String(revision) }} replace />
        ) : (
          <Navigate
            to={part === 'log' ? '/subversion/$id/log' : '/subversion/$id'}
            params={{ id }}
            search={place}
            replace
          />
        )
      }
    />
  );
}
