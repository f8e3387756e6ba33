// Revisions of a Subversion repository, or those that changed a file or folder, newest first.
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isRefusedWith } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { MoreOnScroll } from '../../../ui/layout/infinite-scroll.tsx';
import { Empty, ErrorState, Loading } from '../../../ui/feedback/async-states.tsx';
import type { SvnSearch } from '../code-search.ts';
import css from '../code.module.css';
import { ByDays, Change, References } from '../commit-list.tsx';
import { svnLogQuery } from './svn.queries.ts';
import { SvnRepositoryPage } from './svn-repository-page.tsx';
import { Link } from '../../../ui/link.tsx';

const route = getRouteApi('/subversion/$id/log');

function List({ id, search: { path, revision } }: { id: number; search: SvnSearch }): ReactNode {
  const place = { ...(path === undefined ? {} : { path }), ...(revision === undefined ? {} : { revision }) };
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    svnLogQuery(id, place),
  );
  if (isRefusedWith(error, 404))
    return <Empty title={path === undefined ? t('svn.noRoot') : t('svn.noPath', { path })} />;
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={8} />;
  const revisions = data.pages.flatMap((page) => page.data);
  if (revisions.length === 0) return <Empty title={t('svn.noRevisions')} />;
  return (
    <>
      <ByDays
        items={revisions}
        dateOf={({ date }) => date}
        renderItem={(one) => (
          <Change
            key={one.revision}
            author={one.author}
            authorName={one.author_name}
            when={one.date}
            title={
              <Link
                to="/subversion/$id/revisions/$revision"
                params={{ id: String(id), revision: String(one.revision) }}
                search={path === undefined ? {} : { folder: path }}
              >
                {one.title === '' ? t('svn.revision', { revision: one.revision }) : one.title}
              </Link>
            }
          >
            <References commit={one} />
            <code className={css.hash}>r{one.revision}</code>
          </Change>
        )}
      />
      <MoreOnScroll hasMore={hasNextPage} isBusy={isFetchingNextPage} onMore={() => void fetchNextPage()} />
    </>
  );
}

export function SvnLogPage(): ReactNode {
  const { id } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <SvnRepositoryPage id={id} title={t('svn.log')}>
      {(repository) => (
        <>
          {(search.path !== undefined || search.revision !== undefined) && (
            <div className={css.tools}>
              <span>
                {search.path !== undefined && t('svn.historyOf', { path: search.path })}{' '}
                {search.revision !== undefined && t('svn.until', { revision: search.revision })}
              </span>
              <Button onPress={() => void navigate({ search: {} })}>{t('svn.allRevisions')}</Button>
            </div>
          )}
          <List id={repository.id} search={search} />
        </>
      )}
    </SvnRepositoryPage>
  );
}
