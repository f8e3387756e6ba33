// A pull request: overview, changes, commits.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { isNumber } from '../../../platform/addresses.ts';
import { isRefusedWith } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { isolate } from '../../../platform/names/isolate.ts';
import { useShortcuts } from '../../../platform/keyboard/shortcuts.ts';
import { NoAccess } from '../../../ui/no-access/no-access.tsx';
import { MoreOnScroll } from '../../../ui/layout/infinite-scroll.tsx';
import { ErrorState, Loading, Notice } from '../../../ui/feedback/async-states.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import { Person } from '../../../ui/avatar.tsx';
import { When } from '../../../ui/dates/when.tsx';
import ui from '../../../ui/ui.module.css';
import { CommitList } from '../commit-list.tsx';
import code from '../code.module.css';
import { RepositoryPage } from '../repository-page.tsx';
import { Changes } from './changes.tsx';
import { Overview } from './overview.tsx';
import { allPullCommitsQuery, branchesOf, pullQuery } from './pull-requests.queries.ts';
import type { PullRequest } from './pull-requests.queries.ts';
import { Link } from '../../../ui/link.tsx';

const route = getRouteApi('/pull-requests/$id');

export function StateBadge({ status }: { status: string }): ReactNode {
  if (status === 'merge') return <Badge colour="plum-crazy">{t('pulls.merged')}</Badge>;
  if (status === 'abandon') return <Badge>{t('pulls.abandoned')}</Badge>;
  return <Badge colour="army-green">{t('pulls.open')}</Badge>;
}

function Commits({ pull }: { pull: PullRequest }): ReactNode {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    allPullCommitsQuery(pull.id),
  );
  if (error !== null) return <ErrorState error={error} />;
  if (data === undefined) return <Loading />;
  return (
    <>
      <CommitList id={pull.repository_dest.id} commits={data.pages.flatMap((page) => page.data)} />
      <MoreOnScroll hasMore={hasNextPage} isBusy={isFetchingNextPage} onMore={() => void fetchNextPage()} />
    </>
  );
}

const tabs = ['overview', 'changes', 'commits'] as const;

function Content({ pull }: { pull: PullRequest }): ReactNode {
  const { tab = 'overview' } = route.useSearch();
  const navigate = route.useNavigate();
  const shortcuts = useMemo(() => {
    // Named, since a page that somebody has just left hears keys as well, and its address is another one by then.
    const here = { to: '/pull-requests/$id', params: { id: String(pull.id) } } as const;
    return [
      {
        keys: 'd',
        label: 'pulls.key.changes' as const,
        run: (): void => void navigate({ ...here, search: { tab: 'changes' } }),
      },
      { keys: 'v', label: 'pulls.key.overview' as const, run: (): void => void navigate({ ...here, search: {} }) },
    ];
  }, [navigate, pull.id]);
  useShortcuts(shortcuts);
  const projectId = pull.repository_dest.project.id;
  return (
    <>
      <div className={ui.row}>
        <StateBadge status={pull.status} />
        <Person person={pull.creator} />
        <span className={ui.soft}>{t('pulls.from', branchesOf(pull))}</span>
        <span className={ui.faint}>
          <When iso={pull.creation_date} />
        </span>
      </div>
      {pull.is_git_reference_broken && <Notice kind="warning">{t('pulls.broken')}</Notice>}
      <nav className={code.parts} aria-label={t('pulls.parts')}>
        {tabs.map((name) => (
          <Link
            key={name}
            to="/pull-requests/$id"
            params={{ id: String(pull.id) }}
            search={name === 'overview' ? {} : { tab: name }}
            activeOptions={{ exact: true, includeSearch: true }}
          >
            {t(`pulls.tab.${name}`)}
          </Link>
        ))}
      </nav>
      {tab === 'overview' && <Overview pull={pull} projectId={projectId} />}
      {tab === 'changes' && <Changes pull={pull} projectId={projectId} />}
      {tab === 'commits' && <Commits pull={pull} />}
    </>
  );
}

function ById({ id }: { id: number }): ReactNode {
  const { data, error, refetch } = useQuery(pullQuery(id));
  if (data !== undefined)
    return (
      <RepositoryPage
        id={String(data.repository_dest.id)}
        title={`#${id} ${isolate(data.raw_title)}`}
        heading={
          <>
            {data.raw_title} <span className={ui.faint}>#{id}</span>
          </>
        }
      >
        {() => <Content pull={data} />}
      </RepositoryPage>
    );
  if (isRefusedWith(error, 403, 404)) return <NoAccess title={t('pulls.one')} asked={{ pull_request: id }} />;
  return (
    <Page title={t('pulls.one')}>
      {error === null ? <Loading lines={8} /> : <ErrorState error={error} onRetry={() => void refetch()} />}
    </Page>
  );
}

export function PullRequestPage(): ReactNode {
  const { id } = route.useParams();
  return isNumber(id) ? <ById id={Number(id)} /> : <NoAccess title={t('pulls.one')} />;
}
