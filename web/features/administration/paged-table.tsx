// A table of a list that is read page by page: what loads, what is wrong, what there is, and more of it.
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Empty, ErrorState, Loading } from '../../ui/feedback/async-states.tsx';
import ui from '../../ui/ui.module.css';
import type { pagedQuery } from './paged.ts';
import { RowTable } from './row-table.tsx';
import type { RowTableProps } from './row-table.tsx';

interface Props<T> extends RowTableProps<T> {
  /** What stands there where the list is empty. */
  nothing?: string | undefined;
  query: ReturnType<typeof pagedQuery<T>>;
}

export function PagedTable<T>({ nothing, query, ...table }: Props<T>): ReactNode {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(query);
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={6} />;
  const rows = data.pages.flatMap((page) => page.data);
  if (rows.length === 0) return <Empty title={nothing ?? t('admin.nothing')} />;
  return (
    <>
      <p className={`${ui.faint} ${ui.small}`}>{t('admin.found', { count: data.pages[0]?.size ?? rows.length })}</p>
      <RowTable {...table} rows={rows} />
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
