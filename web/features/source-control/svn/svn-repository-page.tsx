// What all pages of a Subversion repository have: where it is, its parts, what to do where it is not there.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isNumber } from '../../../platform/addresses.ts';
import { isRefusedWith } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { usePageContext } from '../../../platform/page-context.ts';
import { NoAccess } from '../../../ui/no-access/no-access.tsx';
import { ErrorState, Loading } from '../../../ui/feedback/async-states.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import css from '../code.module.css';
import { svnRepositoryQuery } from './svn.queries.ts';
import type { SvnRepository } from './svn.queries.ts';
import { Link } from '../../../ui/link.tsx';

interface Props {
  id: string;
  /** Of the document; the name of the repository without. */
  title?: string | undefined;
  actions?: (repository: SvnRepository) => ReactNode;
  children: (repository: SvnRepository) => ReactNode;
}

function Known({ repository, ...props }: Props & { repository: SvnRepository }): ReactNode {
  const { id, name, project } = repository;
  usePageContext({ projectId: project.id, service: 'plugin_svn' });
  const inProject = `/projects/${project.shortname}`;
  const params = { id: String(id) };
  return (
    <Page
      title={props.title ?? name}
      heading={name}
      crumbs={[
        { label: project.label, to: inProject },
        { label: t('svn.repositories'), to: `${inProject}/subversion` },
        { label: name, to: `/subversion/${id}` },
      ]}
      actions={props.actions?.(repository)}
    >
      <nav className={css.parts} aria-label={t('code.parts')}>
        <Link to="/subversion/$id" params={params} activeOptions={{ exact: true, includeSearch: false }}>
          {t('code.files')}
        </Link>
        <Link to="/subversion/$id/log" params={params} activeOptions={{ includeSearch: false }}>
          {t('svn.log')}
        </Link>
        {repository.settings !== undefined && (
          <Link to="/subversion/$id/settings" params={params}>
            {t('code.settings')}
          </Link>
        )}
      </nav>
      {props.children(repository)}
    </Page>
  );
}

export function SvnRepositoryPage(props: Props): ReactNode {
  return isNumber(props.id) ? <ById {...props} /> : <NoAccess title={t('code.repository')} />;
}

function ById(props: Props): ReactNode {
  const { data, error, refetch } = useQuery(svnRepositoryQuery(Number(props.id)));
  if (data !== undefined) return <Known {...props} repository={data} />;
  if (isRefusedWith(error, 403, 404)) return <NoAccess title={t('code.repository')} />;
  return (
    <Page title={t('code.repository')}>
      {error === null ? <Loading lines={8} /> : <ErrorState error={error} onRetry={() => void refetch()} />}
    </Page>
  );
}
