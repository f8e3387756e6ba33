import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { pageOf } from '../../platform/addresses.ts';
import { api, take } from '../../platform/api.ts';
import type { Schemas } from '../../platform/api.ts';
import { t } from '../../platform/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Empty, ErrorState, Loading } from '../../ui/states.tsx';
import { Badge, Markup, Page } from '../../ui/things.tsx';
import css from '../../ui/ui.module.css';

const route = getRouteApi('/search');

function Results({ found }: { found: Schemas['SearchResults'] }): ReactNode {
  const navigate = route.useNavigate();
  const { project } = route.useSearch();
  return (
    <>
      <p className={`${css.soft} ${css.small}`} role="status">
        {t('search.found', { count: found.size })}
      </p>
      {(found.facets.projects.length > 1 || project !== undefined) && (
        <div className={css.row}>
          {project !== undefined && (
            <Button onPress={() => void navigate({ search: ({ q }) => (q === undefined ? {} : { q }) })}>
              {t('search.everywhere')}
            </Button>
          )}
          {project === undefined &&
            found.facets.projects.map(({ id, label, count }) => (
              <Button key={id} onPress={() => void navigate({ search: (now) => ({ ...now, project: id }) })}>
                {label} · {count}
              </Button>
            ))}
        </div>
      )}
      <ol className={css.stack}>
        {found.results.map((entry) => (
          <li key={`${entry.type} ${entry.per_type_id}`} className={`${css.card} ${css.cardBody}`}>
            <div className={css.row}>
              <span className={css.dot} data-colour={entry.color_name} />
              <Link to={pageOf(entry.html_url)}>{entry.title === '' ? (entry.xref ?? '') : entry.title}</Link>
              {entry.badges.map(({ label, color }) => (
                <Badge key={label} colour={color}>
                  {label}
                </Badge>
              ))}
              <span className={`${css.faint} ${css.small}`}>
                {entry.xref ?? ''} · {entry.project.label}
              </span>
            </div>
            {entry.cropped_content !== null && <Markup html={entry.cropped_content} />}
          </li>
        ))}
      </ol>
    </>
  );
}

export function SearchPage(): ReactNode {
  const { q = '', project } = route.useSearch();
  const navigate = route.useNavigate();
  const [words, setWords] = useState(q);
  const { data, error, refetch } = useQuery({
    queryKey: ['/search', q, project],
    queryFn: () =>
      take(api.GET('/search', { params: { query: { q, limit: 50, ...(project === undefined ? {} : { project }) } } })),
    enabled: q.trim() !== '',
    placeholderData: keepPreviousData,
  });
  return (
    <Page title={t('search.title')} isNarrow>
      <form
        className={css.row}
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          void navigate({ search: words.trim() === '' ? {} : { q: words } });
        }}
      >
        <div className={css.grow}>
          <TextField
            label={t('search.words')}
            isLabelHidden
            placeholder={t('search.words')}
            value={words}
            onChange={setWords}
            autoFocus
          />
        </div>
        <Button type="submit" tone="primary">
          {t('search.go')}
        </Button>
      </form>
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {error === null && q !== '' && data === undefined && <Loading />}
      {error === null && data !== undefined && q !== '' && data.size === 0 && <Empty title={t('search.nothing')} />}
      {error === null && data !== undefined && q !== '' && data.size > 0 && <Results found={data} />}
    </Page>
  );
}
