// A table of a list that is read page by page: what loads, what is wrong, what there is, and more of it.
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Empty, ErrorState, Loading } from '../../ui/states.tsx';
import ui from '../../ui/ui.module.css';
import css from './administration.module.css';
import type { pagedQuery } from './paged.ts';

interface Props<T> {
  label: string;
  /** What stands there where the list is empty. */
  nothing?: string | undefined;
  query: ReturnType<typeof pagedQuery<T>>;
  heads: readonly string[];
  keyOf(row: T): number | string;
  /** The cells of a row, one for each head. */
  cells(row: T): readonly ReactNode[];
}

export function PagedTable<T>({ label, nothing, query, heads, keyOf, cells }: Props<T>): ReactNode {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(query);
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={6} />;
  const rows = data.pages.flatMap((page) => page.data);
  if (rows.length === 0) return <Empty title={nothing ?? t('admin.nothing')} />;
  return (
    <>
      <p className={`${ui.faint} ${ui.small}`}>{t('admin.found', { count: data.pages[0]?.size ?? rows.length })}</p>
      <div className={`${ui.card} ${css.scroll}`} role="region" aria-label={label} tabIndex={0}>
        <table className={`${css.table} ${css.cards}`}>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={keyOf(row)}>
                {cells(row).map((cell, index) => (
                  <td key={heads[index]} data-head={heads[index]}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {hasNextPage && (
        <div>
          <Button isDisabled={isFetchingNextPage} onPress={() => void fetchNextPage()}>
            {t('admin.more')}
          </Button>
        </div>
      )}
    </>
  );
}
