// Two references beside each other: what came to one since it parted from the other.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { useSelf } from '../../platform/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { MoreOnScroll } from '../../ui/layout/infinite-scroll.tsx';
import { Empty, ErrorState, Loading } from '../../ui/feedback/async-states.tsx';
import ui from '../../ui/ui.module.css';
import css from './code.module.css';
import { CommitList } from './commit-list.tsx';
import { DifferenceView } from './difference/difference-view.tsx';
import { RefChooser } from './files/ref-chooser.tsx';
import { makePull, openPullQuery } from './pull-requests/pull-requests.queries.ts';
import type { Wish } from './pull-requests/pull-requests.queries.ts';
import { whyNoPull } from './pull-requests/why-no-pull.ts';
import { RepositoryPage } from './repository-page.tsx';
import { branchesQuery, commitsQuery, ofComparison, repositoryQuery } from './source-control.queries.ts';
import type { Repository } from './source-control.queries.ts';
import { useSubmit } from '../../ui/forms/use-submit.ts';

const route = getRouteApi('/repositories/$id/compare');

/**
 * Asks for a branch to be merged and goes to where that is talked about; what stands in the way is said. Where somebody asked
 * already it leads there.
 */
function AskFor({ wish, label, isFirst = false }: { wish: Wish; label: string; isFirst?: boolean }): ReactNode {
  const navigate = useNavigate();
  const { submit } = useSubmit({ invalidates: [['code', wish.into, 'pulls']], errors: 'toast' });
  const { data: open, isPending } = useQuery({ ...openPullQuery(wish), retry: false });
  const tone = isFirst ? { tone: 'primary' as const } : {};
  const ask = async (): Promise<void> => {
    const made = await makePull(wish);
    await navigate({ to: '/pull-requests/$id', params: { id: String(made.id) } });
  };
  if (isPending) return null;
  if (open === undefined || open === null)
    return (
      <Button {...tone} onPress={() => void submit(ask)}>
        {label}
      </Button>
    );
  return (
    <ButtonLink {...tone} to="/pull-requests/$id" params={{ id: String(open.id) }}>
      {t('pulls.askedAlready', { id: open.id, source: wish.source, target: wish.target })}
    </ButtonLink>
  );
}

interface Comparison {
  repository: Repository;
  base: string;
  head: string;
}

/** For what is compared, where both are branches. Who works in a fork asks its parent first. */
function Ask({ repository, base, head }: Comparison): ReactNode {
  const { id, parent_id: parentId } = repository;
  const isSignedIn = useSelf() !== undefined;
  const { data: branches = [] } = useQuery(branchesQuery(id));
  const names = new Set(branches.map(({ name }) => name));
  if (!isSignedIn || !names.has(base) || !names.has(head)) return null;
  if (!repository.user_can_push) return <p className={ui.soft}>{whyNoPull(repository)}</p>;
  return (
    <div className={css.ask}>
      <AskFor
        wish={{ id, source: head, target: base, into: id }}
        label={t('pulls.ask', { source: head, target: base })}
        isFirst={parentId === null}
      />
    </div>
  );
}

/** For a branch of a fork, into the repository that it was copied from. */
function AskParent({ id, head, parentId }: { id: number; head: string; parentId: number }): ReactNode {
  const isSignedIn = useSelf() !== undefined;
  const [chosen, setChosen] = useState<string>();
  const { data: parent } = useQuery({ ...repositoryQuery(parentId), retry: false });
  const { data: branches = [] } = useQuery(branchesQuery(id));
  const target = chosen ?? parent?.default_branch ?? undefined;
  if (!isSignedIn || parent === undefined || !branches.some(({ name }) => name === head)) return null;
  const { name } = parent;
  return (
    <div className={`${css.tools} ${css.ask}`}>
      <RefChooser id={parentId} label={t('pulls.intoParent', { name })} value={target} onChange={setChosen} />
      {target !== undefined && (
        <AskFor
          wish={{ id, source: head, target, into: parentId }}
          label={t('pulls.askParent', { source: head, target, name })}
          isFirst
        />
      )}
    </div>
  );
}

function Compared({ repository, base, head }: Comparison): ReactNode {
  const { id } = repository;
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    commitsQuery(id, { ref: head, not: base }),
  );
  if (error !== null) return <ErrorState error={error} />;
  if (data === undefined) return <Loading lines={8} />;
  const commits = data.pages.flatMap((page) => page.data);
  if (commits.length === 0) return <Empty title={t('code.same', { base, head })} />;
  return (
    <>
      <Ask repository={repository} base={base} head={head} />
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
            {repository.parent_id !== null && repository.user_can_push && head !== undefined && (
              <AskParent id={repository.id} head={head} parentId={repository.parent_id} />
            )}
            {base === undefined || head === undefined ? (
              <Empty title={t('code.chooseTwo')} />
            ) : (
              <Compared key={`${base} ${head}`} repository={repository} base={base} head={head} />
            )}
          </>
        );
      }}
    </RepositoryPage>
  );
}
