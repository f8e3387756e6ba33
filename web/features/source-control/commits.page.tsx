// Commits of a branch, or of a file or folder in it, newest first.
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { useEffect } from '../../platform/effects.ts';
import { t } from '../../platform/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/forms/fields.tsx';
import { MoreOnScroll } from '../../ui/layout/infinite-scroll.tsx';
import { Empty, ErrorState, Loading } from '../../ui/feedback/async-states.tsx';
import { useSettled } from '../../ui/forms/use-settled.ts';
import type { CommitsSearch } from './code-search.ts';
import css from './code.module.css';
import { CommitList } from './commit-list.tsx';
import { RefChooser } from './files/ref-chooser.tsx';
import { GraphList } from './graph/graph-list.tsx';
import { RepositoryPage } from './repository-page.tsx';
import { commitsQuery } from './source-control.queries.ts';

const route = getRouteApi('/repositories/$id/commits');
/** A pause of typing after which the list follows, ms. */
const pauseMs = 250;

function Filter({ name, label }: { name: 'author' | 'message'; label: string }): ReactNode {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [text, setText] = useState(search[name] ?? '');
  const settled = useSettled(text.trim(), pauseMs);
  useEffect(() => {
    if (settled === (search[name] ?? '')) return;
    const { [name]: _, ...others } = search;
    void navigate({ search: settled === '' ? others : { ...others, [name]: settled }, replace: true });
    // The address follows what is typed, not the other way round.
  }, [settled]);
  return <TextField label={label} isLabelHidden placeholder={label} value={text} onChange={setText} />;
}

function List({ id, search }: { id: number; search: CommitsSearch }): ReactNode {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    commitsQuery(id, search),
  );
  const commits = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data]);
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={8} />;
  // Of some commits alone no line leads from one to the next.
  const isWhole = search.path === undefined && search.author === undefined && search.message === undefined;
  const Commits = isWhole ? GraphList : CommitList;
  if (commits.length === 0) return <Empty title={t('code.noCommits')} />;
  return (
    <>
      <Commits id={id} commits={commits} />
      <MoreOnScroll hasMore={hasNextPage} isBusy={isFetchingNextPage} onMore={() => void fetchNextPage()} />
    </>
  );
}

export function CommitsPage(): ReactNode {
  const { id } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { path, ...others } = search;
  return (
    <RepositoryPage id={id} title={t('code.commits')}>
      {(repository) => (
        <>
          <div className={css.tools} role="search">
            <RefChooser
              id={repository.id}
              value={search.ref ?? repository.default_branch ?? undefined}
              onChange={(ref) => void navigate({ search: { ...search, ref } })}
            />
            <Filter name="message" label={t('code.inMessage')} />
            <Filter name="author" label={t('code.byAuthor')} />
          </div>
          {path !== undefined && (
            <div className={css.tools}>
              <span>{t('code.historyOf', { path })}</span>
              <Button onPress={() => void navigate({ search: others })}>{t('code.allFiles')}</Button>
            </div>
          )}
          {repository.default_branch === null && search.ref === undefined ? (
            <Empty title={t('code.noCommits')} />
          ) : (
            <List id={repository.id} search={search} />
          )}
        </>
      )}
    </RepositoryPage>
  );
}
