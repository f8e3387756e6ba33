import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useEffect } from '../../platform/effects.ts';
import { api, take } from '../../platform/api.ts';
import type { Schemas } from '../../platform/api.ts';
import { atLeast, t } from '../../platform/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/forms/fields.tsx';
import { MoreOnScroll } from '../../ui/layout/infinite-scroll.tsx';
import { Empty, ErrorState, Loading, Notice } from '../../ui/feedback/async-states.tsx';
import { Page } from '../../ui/layout/page.tsx';
import ui from '../../ui/ui.module.css';
import { Code } from './code.tsx';
import { Facets } from './facets.tsx';
import { isOwnKind, useKinds } from './kinds.queries.ts';
import type { Kinds } from './kinds.queries.ts';
import { KindLinks, People, Projects } from './kinds.tsx';
import { Results } from './results.tsx';
import { changeSearch } from './search-address.ts';
import type { SearchWish } from './search-address.ts';
import css from './search.module.css';

const route = getRouteApi('/search');
const pageSize = 25;

/** Nothing is asked where the person wants people or projects alone. */
const useFound = ({ q = '', type, project, tracker }: SearchWish) =>
  useInfiniteQuery({
    queryKey: ['/search', q, type, project, tracker],
    initialPageParam: 0,
    queryFn: ({ pageParam: offset, signal }) =>
      take(
        api.GET('/search', {
          params: {
            query: {
              q,
              limit: pageSize,
              offset,
              ...(type === undefined ? {} : { type }),
              ...(project === undefined ? {} : { project }),
              ...(tracker === undefined ? {} : { tracker }),
            },
          },
          signal,
        }),
      ),
    getNextPageParam: (last, pages) => {
      const read = pages.reduce((sum, page) => sum + page.results.length, 0);
      return last.results.length > 0 && read < last.size ? read : undefined;
    },
    enabled: q.trim() !== '' && !isOwnKind(type),
    placeholderData: keepPreviousData,
  });

function Form(): ReactNode {
  const { q = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const [words, setWords] = useState(q);
  // Going back, and the palette, change what is searched too.
  useEffect(() => {
    setWords(q);
  }, [q]);
  return (
    <form
      className={css.form}
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        void navigate({
          search: (now: SearchWish) => changeSearch(now, { q: words.trim() === '' ? undefined : words }),
        });
      }}
    >
      <div className={ui.grow}>
        <TextField
          label={t('search.words')}
          isLabelHidden
          placeholder={t('search.words')}
          value={words}
          onChange={setWords}
          autoFocus={q === ''}
        />
      </div>
      <Button type="submit" tone="primary">
        {t('search.go')}
      </Button>
    </form>
  );
}

/** What was searched in place of words that nothing was found for. */
const Spelling = ({ instead }: { instead: Schemas['SearchResults']['instead_of'] }): ReactNode =>
  instead.map(({ word, found }) => (
    <Notice key={word}>
      <span>{t('search.instead', { word, found: found.join(', ') })}</span>
    </Notice>
  ));

/** People and projects beside the other results. */
const atGlance = 3;

function OwnKind({ type, kinds }: { type: 'people' | 'projects' | 'code'; kinds: Kinds }): ReactNode {
  const { q = '' } = route.useSearch();
  if (type === 'code') return <Code found={kinds.code} text={q.trim()} />;
  if (kinds[type].length === 0) return <Empty title={t('search.nothing')} />;
  return type === 'people' ? <People people={kinds.people} /> : <Projects projects={kinds.projects} />;
}

/** What there is of another kind stands above. */
function Nothing({ kinds }: { kinds: Kinds }): ReactNode {
  const wish = route.useSearch();
  const navigate = route.useNavigate();
  const isNarrow = wish.type !== undefined || wish.project !== undefined || wish.tracker !== undefined;
  if (!isNarrow && kinds.people.length + kinds.projects.length > 0) return null;
  return (
    <Empty title={t('search.nothing')}>
      <p>{t('search.nothingText')}</p>
      {isNarrow && (
        <Button onPress={() => void navigate({ search: ({ q }: SearchWish) => (q === undefined ? {} : { q }) })}>
          {t('search.everywhere')}
        </Button>
      )}
    </Empty>
  );
}

export function SearchPage(): ReactNode {
  const wish = route.useSearch();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useFound(wish);
  const kinds = useKinds(wish);
  const first = data?.pages[0];
  const isAsked = wish.q !== undefined && wish.q.trim() !== '';
  const entries = data?.pages.flatMap((page) => page.results) ?? [];
  return (
    <Page title={isAsked ? `${wish.q} · ${t('search.title')}` : t('search.title')} heading={t('search.title')}>
      <Form />
      {!isAsked && <p className={ui.soft}>{t('search.help')}</p>}
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {error === null && isAsked && first === undefined && !isOwnKind(wish.type) && <Loading lines={8} />}
      {isAsked && <KindLinks kinds={kinds} />}
      {isAsked && isOwnKind(wish.type) && <OwnKind type={wish.type} kinds={kinds} />}
      {error === null && isAsked && first !== undefined && !isOwnKind(wish.type) && (
        <div className={css.columns}>
          <Facets facets={first.facets} isMore={!first.is_complete} />
          <div className={ui.stack}>
            <p className={`${ui.soft} ${ui.small}`} role="status">
              {t('search.found', { count: atLeast(first.size, !first.is_complete) })}
              {!first.is_complete && ` · ${t('search.incomplete')}`}
            </p>
            <Spelling instead={first.instead_of} />
            {wish.type === undefined && (
              <>
                <People people={kinds.people} max={atGlance} />
                <Projects projects={kinds.projects} max={atGlance} />
              </>
            )}
            {first.size === 0 ? <Nothing kinds={kinds} /> : <Results entries={entries} />}
            <MoreOnScroll hasMore={hasNextPage} isBusy={isFetchingNextPage} onMore={() => void fetchNextPage()} />
          </div>
        </div>
      )}
    </Page>
  );
}
