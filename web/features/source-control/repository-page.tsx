// What all pages of a repository have: where it is, its parts, what to do where it is not there.
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { useEffect } from '../../platform/effects.ts';
import { isNumber } from '../../platform/addresses.ts';
import { isRefusedWith } from '../../platform/api.ts';
import { t } from '../../platform/i18n.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { NoAccess } from '../../ui/no-access/no-access.tsx';
import { showCurrent } from '../../ui/layout/show-current.ts';
import { ErrorState, Loading } from '../../ui/feedback/async-states.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { projectQuery } from '../projects/index.ts';
import { useAdministers } from './use-administers.ts';
import { repositoryQuery } from './source-control.queries.ts';
import type { Repository } from './source-control.queries.ts';
import css from './code.module.css';
import { Link } from '../../ui/link.tsx';

interface Props {
  id: string;
  /** Of the document, before the name of the repository. */
  title: string;
  heading?: ReactNode;
  actions?: (repository: Repository) => ReactNode;
  children: (repository: Repository) => ReactNode;
}

/** Its parts, each a page. On a narrow screen the one that is open is in sight. */
function Parts({ id, administers }: { id: string; administers: boolean }): ReactNode {
  const parts = useRef<HTMLElement>(null);
  const isPull = useLocation({ select: ({ pathname }) => pathname.startsWith('/pull-requests/') });
  useEffect(() => {
    showCurrent(parts.current);
  }, [administers]);
  return (
    <nav ref={parts} className={css.parts} aria-label={t('code.parts')}>
      <Link to="/repositories/$id" params={{ id }} activeOptions={{ exact: true, includeSearch: false }}>
        {t('code.files')}
      </Link>
      <Link to="/repositories/$id/commits" params={{ id }} activeOptions={{ includeSearch: false }}>
        {t('code.commits')}
      </Link>
      <Link to="/repositories/$id/branches" params={{ id }}>
        {t('code.branches')}
      </Link>
      <Link
        to="/repositories/$id/pull-requests"
        params={{ id }}
        activeOptions={{ includeSearch: false }}
        aria-current={isPull ? 'page' : undefined}
      >
        {t('pulls.list')}
      </Link>
      <Link to="/repositories/$id/compare" params={{ id }} activeOptions={{ includeSearch: false }}>
        {t('code.compare')}
      </Link>
      {administers && (
        <Link to="/repositories/$id/settings" params={{ id }}>
          {t('code.settings')}
        </Link>
      )}
    </nav>
  );
}

function Known({ repository, ...props }: Props & { repository: Repository }): ReactNode {
  const projectName = repository.path.split('/', 1)[0] ?? '';
  const { data: project } = useQuery(projectQuery(projectName));
  usePageContext(
    project === undefined || project === null ? undefined : { projectId: project.id, service: 'plugin_git' },
  );
  const { administers } = useAdministers(project?.id);
  const inProject = `/projects/${projectName}`;
  return (
    <Page
      title={props.title === '' ? repository.name : props.title}
      heading={props.heading ?? repository.name}
      crumbs={[
        { label: project?.label ?? projectName, to: inProject },
        { label: t('code.repositories'), to: `${inProject}/repositories` },
        { label: repository.name, to: `/repositories/${repository.id}` },
      ]}
      actions={props.actions?.(repository)}
    >
      <Parts id={props.id} administers={administers} />
      {props.children(repository)}
    </Page>
  );
}

export function RepositoryPage(props: Props): ReactNode {
  return isNumber(props.id) ? <ById {...props} /> : <NoAccess title={t('code.repository')} />;
}

function ById(props: Props): ReactNode {
  const { data, error, refetch } = useQuery(repositoryQuery(Number(props.id)));
  if (data !== undefined) return <Known {...props} repository={data} />;
  if (isRefusedWith(error, 403, 404))
    return <NoAccess title={t('code.repository')} asked={{ repository: Number(props.id) }} />;
  return (
    <Page title={t('code.repository')}>
      {error === null ? <Loading lines={8} /> : <ErrorState error={error} onRetry={() => void refetch()} />}
    </Page>
  );
}
