// The repositories of a project, whatever they are of.
import type { ComponentProps, ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { Rows } from '../../ui/layout/rows.tsx';
import { Empty, ErrorState, Loading } from '../../ui/feedback/async-states.tsx';

interface Props<Repository> {
  label: string;
  list: { data: readonly Repository[] | undefined; error: Error | null; refetch(): unknown };
  rowOf(repository: Repository): ComponentProps<typeof Rows>['rows'][number];
}

export function RepositoryList<Repository>({ label, list, rowOf }: Props<Repository>): ReactNode {
  const { data, error, refetch } = list;
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  if (data.length === 0)
    return (
      <Empty title={t('code.noRepositories')}>
        <p>{t('code.noRepositoriesText')}</p>
      </Empty>
    );
  return <Rows label={label} rows={data.map(rowOf)} />;
}
