// The first rows of a query that somebody kept, where it is not the whole page.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { Select } from '../../ui/forms/fields.tsx';
import { Empty, ErrorState, Loading } from '../../ui/feedback/async-states.tsx';
import ui from '../../ui/ui.module.css';
import { QueryTable } from './query-table.tsx';
import { contentQuery, savedQuery, widgetOf } from './queries.queries.ts';
import css from './reports.module.css';
import { Link } from '../../ui/link.tsx';

/** Whose queries: a project's, or one's own. */
interface Props {
  projectId: number | undefined;
  userId: number | undefined;
}

export function QueryGlance({ projectId, userId }: Props): ReactNode {
  const widgetId = widgetOf({ projectId, userId }) ?? 0;
  const { data: saved, error, refetch } = useQuery(savedQuery(widgetId));
  const [chosen, setChosen] = useState<string>();
  if (error !== null && saved === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (saved === undefined) return <Loading />;
  const query =
    saved.find(({ id }) => id === chosen) ?? saved.find(({ is_default: isDefault }) => isDefault) ?? saved[0];
  if (query === undefined)
    return (
      <Empty title={t('reports.queries.noneKept')}>
        <Link to="/queries" search={projectId === undefined ? {} : { project: projectId }}>
          {t('reports.queries')}
        </Link>
      </Empty>
    );
  return (
    <div className={ui.stack}>
      <div className={ui.row}>
        {saved.length > 1 && (
          <div className={css.picker}>
            <Select
              label={t('reports.queries')}
              isLabelHidden
              value={query.id}
              choices={saved.map(({ id, title }) => ({ id, label: title }))}
              onChange={setChosen}
            />
          </div>
        )}
        <Link
          to="/queries"
          search={{ q: query.tql_query, ...(projectId === undefined ? {} : { project: projectId }) }}
          className={ui.small}
        >
          {saved.length > 1 ? t('reports.queries.open') : query.title}
        </Link>
      </div>
      <Rows text={query.tql_query} widgetId={widgetId} />
    </div>
  );
}

function Rows({ text, widgetId }: { text: string; widgetId: number }): ReactNode {
  const { data, error, refetch } = useInfiniteQuery(contentQuery(text, widgetId));
  const first = data?.pages[0];
  if (error !== null && first === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (first === undefined) return <Loading />;
  if (first.data.artifacts.length === 0) return <Empty title={t('reports.queries.nothing')} />;
  return <QueryTable selected={first.data.selected} rows={first.data.artifacts} text={text} widgetId={widgetId} />;
}
