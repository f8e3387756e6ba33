// Pull requests of a repository.
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { useSelf } from '../../../platform/session.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Checkbox, Select, TextField } from '../../../ui/fields.tsx';
import { MoreOnScroll } from '../../../ui/more-on-scroll.tsx';
import { Empty, ErrorState, Loading } from '../../../ui/states.tsx';
import { Avatar, When } from '../../../ui/things.tsx';
import ui from '../../../ui/ui.module.css';
import { useSettled } from '../../../ui/use-settled.ts';
import code from '../code.module.css';
import type { PullsSearch } from '../code-search.ts';
import { RepositoryPage } from '../repository-page.tsx';
import { StateBadge } from './pull-request.page.tsx';
import { branchesOf, pullsQuery } from './pull-requests.queries.ts';

const route = getRouteApi('/repositories/$id/pull-requests');
/** A pause of typing after which the list follows, ms. */
const pauseMs = 250;

function Filters(): ReactNode {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const isSignedIn = useSelf() !== undefined;
  const [words, setWords] = useState(search.q ?? '');
  const settled = useSettled(words.trim(), pauseMs);
  const go = (next: PullsSearch): void => void navigate({ search: next, replace: true });
  useEffect(() => {
    if (settled === (search.q ?? '')) return;
    const { q: _, ...others } = search;
    go(settled === '' ? others : { ...others, q: settled });
    // The address follows what is typed, not the other way round.
  }, [settled]);
  return (
    <div className={code.tools} role="search">
      <TextField
        label={t('pulls.words')}
        isLabelHidden
        placeholder={t('pulls.words')}
        value={words}
        onChange={setWords}
      />
      <Select
        label={t('pulls.state')}
        isLabelHidden
        choices={(['open', 'closed', 'all'] as const).map((id) => ({ id, label: t(`pulls.state.${id}`) }))}
        value={search.state ?? 'open'}
        onChange={(id) => go({ ...search, state: id === 'closed' || id === 'all' ? id : 'open' })}
      />
      {isSignedIn && (
        <Checkbox isSelected={search.mine === true} onChange={(mine) => go({ ...search, mine })}>
          {t('pulls.mine')}
        </Checkbox>
      )}
    </div>
  );
}

function List({ id }: { id: number }): ReactNode {
  const search = route.useSearch();
  const self = useSelf();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    pullsQuery(id, search, self?.id),
  );
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={6} />;
  const pulls = data.pages.flatMap(({ collection }) => collection);
  if (pulls.length === 0)
    return (
      <Empty title={t('pulls.none')}>
        <p>{t('pulls.noneText')}</p>
      </Empty>
    );
  return (
    <>
      <ul className={code.commits} aria-label={t('pulls.list')}>
        {pulls.map((pull) => (
          <li key={pull.id} className={code.commit}>
            <Avatar person={pull.creator} size={24} />
            <span className={code.what}>
              <Link to="/pull-requests/$id" params={{ id: String(pull.id) }}>
                <span dangerouslySetInnerHTML={{ __html: pull.title }} />
              </Link>
              <span className={`${ui.faint} ${ui.small}`}>
                #{pull.id} · {t('pulls.from', branchesOf(pull))} · <When iso={pull.creation_date} />
              </span>
            </span>
            {pull.reviewers.map((person) => (
              <Avatar key={person.id} person={person} />
            ))}
            <StateBadge status={pull.status} />
          </li>
        ))}
      </ul>
      <MoreOnScroll hasMore={hasNextPage} isBusy={isFetchingNextPage} onMore={() => void fetchNextPage()} />
    </>
  );
}

export function PullsPage(): ReactNode {
  const { id } = route.useParams();
  const isSignedIn = useSelf() !== undefined;
  return (
    <RepositoryPage
      id={id}
      title={t('pulls.list')}
      actions={() =>
        isSignedIn && (
          <ButtonLink to="/repositories/$id/compare" params={{ id }} tone="primary">
            {t('pulls.new')}
          </ButtonLink>
        )
      }
    >
      {(repository) => (
        <>
          <Filters />
          <List id={repository.id} />
        </>
      )}
    </RepositoryPage>
  );
}
