import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useEffect } from '../../platform/effects.ts';
import { t } from '../../platform/i18n.ts';
import { useSelf } from '../../platform/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Select, TextField } from '../../ui/forms/fields.tsx';
import { MoreOnScroll } from '../../ui/layout/infinite-scroll.tsx';
import { Empty, ErrorState, Loading } from '../../ui/feedback/async-states.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { useSettled } from '../../ui/forms/use-settled.ts';
import ui from '../../ui/ui.module.css';
import { ProjectCards } from './project-cards.tsx';
import { categoriesQuery, projectListQuery } from './projects.queries.ts';
import type { ListWish } from './projects.queries.ts';
import css from './projects.module.css';

const route = getRouteApi('/projects');
/** A pause of typing after which the list follows, ms. */
const pauseMs = 150;
const anything = 'all';

function Filters(): ReactNode {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const isSignedIn = useSelf() !== undefined;
  const { data: categories = [] } = useQuery(categoriesQuery);
  const place = useRef<HTMLDivElement>(null);
  const [words, setWords] = useState(search.q ?? '');
  const settled = useSettled(words.trim(), pauseMs);
  const change = (next: Partial<ListWish>): void =>
    void navigate({
      search: (now) =>
        Object.fromEntries(Object.entries({ ...now, ...next }).filter(([, value]) => value !== undefined)),
      replace: true,
    });
  useEffect(() => {
    if (settled !== (search.q ?? '')) change({ q: settled === '' ? undefined : settled });
    // The address follows what is typed.
  }, [settled]);
  useEffect(() => {
    // A link or a button changed the address: what is being typed is not taken away.
    if (place.current?.querySelector('input') !== document.activeElement) setWords(search.q ?? '');
  }, [search.q]);
  const filters = [
    { id: anything, label: t('projects.filter.all') },
    ...(isSignedIn ? [{ id: 'mine', label: t('projects.filter.mine') }] : []),
    { id: 'public', label: t('projects.filter.public') },
    ...(isSignedIn ? [{ id: 'private', label: t('projects.filter.private') }] : []),
  ];
  const values = categories.flatMap(({ name, values: listed }) =>
    listed.map((value) => ({ id: String(value.id), label: `${name}: ${value.name}` })),
  );
  return (
    <div ref={place} className={css.filters} role="search">
      <TextField
        label={t('projects.filter')}
        isLabelHidden
        placeholder={t('projects.filter')}
        value={words}
        onChange={setWords}
      />
      <Select
        label={t('projects.which')}
        isLabelHidden
        choices={filters}
        value={search.filter ?? anything}
        onChange={(id) => change({ filter: id === 'mine' || id === 'public' || id === 'private' ? id : undefined })}
      />
      {values.length > 0 && (
        <Select
          label={t('projects.category')}
          isLabelHidden
          choices={[{ id: anything, label: t('projects.category.all') }, ...values]}
          value={search.category === undefined ? anything : String(search.category)}
          onChange={(id) => change({ category: id === anything ? undefined : Number(id) })}
        />
      )}
      <Select
        label={t('projects.order')}
        isLabelHidden
        choices={[
          { id: 'name', label: t('projects.order.name') },
          { id: 'newest', label: t('projects.order.newest') },
        ]}
        value={search.order ?? 'name'}
        onChange={(id) => change({ order: id === 'newest' ? 'newest' : undefined })}
      />
    </div>
  );
}

export function ProjectListPage(): ReactNode {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const isSignedIn = useSelf() !== undefined;
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    projectListQuery(search),
  );
  const projects = data?.pages.flatMap((page) => page.data);
  const isFiltered = search.q !== undefined || search.filter !== undefined || search.category !== undefined;
  return (
    <Page
      title={t('projects.list')}
      actions={isSignedIn && <ButtonLink to="/projects/new">{t('projects.new')}</ButtonLink>}
    >
      <Filters />
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {error === null && projects === undefined && <Loading />}
      {projects?.length === 0 && (
        <Empty title={t(isFiltered ? 'projects.noneFound' : 'projects.none')}>
          {isFiltered ? (
            <Button onPress={() => void navigate({ search: {} })}>{t('projects.showAll')}</Button>
          ) : (
            <p>{t('projects.noneText')}</p>
          )}
        </Empty>
      )}
      {projects !== undefined && projects.length > 0 && (
        <>
          <p className={`${ui.soft} ${ui.small}`} role="status">
            {t('projects.count', { count: data?.pages[0]?.size ?? projects.length })}
          </p>
          <ProjectCards projects={projects} />
        </>
      )}
      <MoreOnScroll hasMore={hasNextPage} isBusy={isFetchingNextPage} onMore={() => void fetchNextPage()} />
    </Page>
  );
}
