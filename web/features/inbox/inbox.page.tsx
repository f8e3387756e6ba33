import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatNumber, t } from '../../platform/i18n.ts';
import type { PlainKey } from '../../platform/i18n.ts';
import { inboxCountsQuery, inboxKey } from '../../platform/live/inbox-counts.ts';
import { useSelf } from '../../platform/session.ts';
import { Button } from '../../ui/button.tsx';
import { Empty, ErrorState, Loading } from '../../ui/feedback/async-states.tsx';
import { Checkbox, Select } from '../../ui/forms/fields.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { MoreOnScroll } from '../../ui/layout/infinite-scroll.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Link } from '../../ui/link.tsx';
import { ToSignIn } from '../../ui/no-access/sign-in-redirect.tsx';
import ui from '../../ui/ui.module.css';
import css from './inbox.module.css';
import { InboxList } from './inbox-list.tsx';
import { reasonLabels } from './inbox-row.tsx';
import { entriesQuery, readUntil } from './inbox.queries.ts';
import type { Entry } from './inbox.queries.ts';
import { isReason, reasons, states } from './inbox-address.ts';
import type { InboxWish, State } from './inbox-address.ts';
import { useTriage } from './use-triage.ts';

const route = getRouteApi('/inbox');

const tabs: Readonly<Record<State, PlainKey>> = {
  open: 'inbox.state.open',
  saved: 'inbox.state.saved',
  snoozed: 'inbox.state.snoozed',
  done: 'inbox.state.done',
};

const States = ({ wish }: { wish: InboxWish }): ReactNode => (
  <nav className={ui.tabs} aria-label={t('inbox.title')}>
    {states.map((state) => (
      <Link
        key={state}
        to="/inbox"
        search={{ ...wish, state: state === 'open' ? undefined : state }}
        aria-current={state === (wish.state ?? 'open') ? 'page' : undefined}
        className={ui.tab}
      >
        {t(tabs[state])}
      </Link>
    ))}
  </nav>
);

const anything = '';

function Filters({ wish, entries }: { wish: InboxWish; entries: readonly Entry[] }): ReactNode {
  const navigate = route.useNavigate();
  const { data: counts } = useQuery(inboxCountsQuery);
  const narrow = (change: InboxWish): void =>
    void navigate({ search: (now: InboxWish) => ({ ...now, ...change }), replace: true });
  const unread = new Map((counts?.projects ?? []).map(({ project, unread: count }) => [project.id, count]));
  const projects = new Map(
    [...(counts?.projects ?? []).map(({ project }) => project), ...entries.map(({ thing }) => thing.project)].map(
      ({ id, label }) => [id, label],
    ),
  );
  if (wish.project !== undefined && !projects.has(wish.project)) projects.set(wish.project, `#${wish.project}`);
  const withCount = (label: string, count = 0): string => (count === 0 ? label : `${label} (${formatNumber(count)})`);
  return (
    <div className={css.filters}>
      <Select
        label={t('inbox.reason')}
        isLabelHidden
        value={wish.reason ?? anything}
        onChange={(id) => narrow({ reason: isReason(id) ? id : undefined })}
        choices={[
          { id: anything, label: t('inbox.reason.all') },
          ...reasons.map((reason) => ({
            id: reason,
            label: withCount(t(reasonLabels[reason]), counts?.reasons.find((one) => one.reason === reason)?.unread),
          })),
        ]}
      />
      <Select
        label={t('inbox.project')}
        isLabelHidden
        value={wish.project === undefined ? anything : String(wish.project)}
        onChange={(id) => narrow({ project: id === anything ? undefined : Number(id) })}
        choices={[
          { id: anything, label: t('inbox.project.all') },
          ...[...projects].map(([id, label]) => ({ id: String(id), label: withCount(label, unread.get(id)) })),
        ]}
      />
      <Checkbox isSelected={wish.unread === true} onChange={(is) => narrow({ unread: is ? true : undefined })}>
        {t('inbox.unreadOnly')}
      </Checkbox>
    </div>
  );
}

function Nothing({ wish }: { wish: InboxWish }): ReactNode {
  const { state = 'open', ...filters } = wish;
  if (Object.values(filters).some((filter) => filter !== undefined))
    return (
      <Empty title={t('inbox.empty.filtered')}>
        <Link to="/inbox" search={{ state: wish.state }}>
          {t('inbox.empty.all')}
        </Link>
      </Empty>
    );
  if (state === 'open')
    return (
      <Empty title={t('inbox.empty')}>
        <p>{t('inbox.empty.text')}</p>
      </Empty>
    );
  return <Empty title={t(`inbox.empty.${state}`)} />;
}

function MarkAllRead({ wish, rows }: { wish: InboxWish; rows: readonly Entry[] }): ReactNode {
  const { submit, isSending } = useSubmit({
    errors: 'toast',
    invalidates: [inboxKey],
    toast: t('inbox.toast.allRead'),
  });
  const newest = rows.map(({ at }) => at).toSorted((one, other) => Date.parse(other) - Date.parse(one))[0];
  if (wish.state !== undefined) return null;
  return (
    <Button
      isDisabled={isSending || newest === undefined}
      onPress={() => newest !== undefined && void submit(() => readUntil(newest, wish))}
    >
      {t('inbox.allRead')}
    </Button>
  );
}

/** Another list is another round: nothing is selected in it, and no row is current. */
function Inbox({ wish, username }: { wish: InboxWish; username: string }): ReactNode {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(entriesQuery(wish));
  const read = data?.pages.flatMap((page) => page.entries) ?? [];
  // A page that is read later may begin with what another ended with.
  const entries = [...new Map(read.map((entry) => [entry.id, entry])).values()];
  const triage = useTriage(entries, wish);
  return (
    <Page title={t('inbox.title')} actions={<MarkAllRead wish={wish} rows={triage.rows} />}>
      <div className={css.head}>
        <States wish={wish} />
        <Filters wish={wish} entries={entries} />
      </div>
      {data === undefined ? (
        error === null ? (
          <Loading lines={8} />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          {triage.rows.length === 0 && !hasNextPage && <Nothing wish={wish} />}
          <InboxList triage={triage} username={username} />
          <MoreOnScroll hasMore={hasNextPage} isBusy={isFetchingNextPage} onMore={() => void fetchNextPage()} />
        </>
      )}
    </Page>
  );
}

export function InboxPage(): ReactNode {
  const wish = route.useSearch();
  const self = useSelf();
  if (self === undefined) return <ToSignIn />;
  return <Inbox key={JSON.stringify(wish)} wish={wish} username={self.username} />;
}
