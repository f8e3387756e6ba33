// Two references beside each other: what came to one since it parted from the other.
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { MoreOnScroll } from '../../ui/more-on-scroll.tsx';
import { Empty, ErrorState, Loading } from '../../ui/states.tsx';
import css from './code.module.css';
import { CommitList } from './commit-list.tsx';
import { DifferenceView } from './difference/difference-view.tsx';
import { RefChooser } from './files/ref-chooser.tsx';
import { RepositoryPage } from './repository-page.tsx';
import { commitsQuery, ofComparison } from './source-control.queries.ts';

const route = getRouteApi('/repositories/$id/compare');

function Compared({ id, base, head }: { id: number; base: string; head: string }): ReactNode {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    commitsQuery(id, { ref: head, not: base }),
  );
  if (error !== null) return <ErrorState error={error} />;
  if (data === undefined) return <Loading lines={8} />;
  const commits = data.pages.flatMap((page) => page.data);
  if (commits.length === 0) return <Empty title={t('code.same', { base, head })} />;
  return (
    <>
      <CommitList id={id} commits={commits} />
      <MoreOnScroll hasMore={hasNextPage} isBusy={isFetchingNextPage} onMore={() => void fetchNextPage()} />
      <DifferenceView source={ofComparison(id, base, head)} />
    </>
  );
}

export function ComparePage(): ReactNode {
  const { id } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <RepositoryPage id={id} title={t('code.compare')}>
      {(repository) => {
        const base = search.base ?? repository.default_branch ?? undefined;
        const { head } = search;
        const go = (next: { base?: string; head?: string }): void => {
          const [from, to] = [next.base ?? base, next.head ?? head];
          void navigate({
            search: { ...(from === undefined ? {} : { base: from }), ...(to === undefined ? {} : { head: to }) },
          });
        };
        return (
          <>
            <div className={css.tools}>
              <RefChooser
                id={repository.id}
                label={t('code.base')}
                value={base}
                onChange={(name) => go({ base: name })}
              />
              <span aria-hidden="true">←</span>
              <RefChooser
                id={repository.id}
                label={t('code.head')}
                value={head}
                onChange={(name) => go({ head: name })}
              />
              {base !== undefined && head !== undefined && (
                <Button onPress={() => go({ base: head, head: base })}>{t('code.swap')}</Button>
              )}
            </div>
            {base === undefined || head === undefined ? (
              <Empty title={t('code.chooseTwo')} />
            ) : (
              <Compared key={`${base} ${head}`} id={repository.id} base={base} head={head} />
            )}
          </>
        );
      }}
    </RepositoryPage>
  );
}
