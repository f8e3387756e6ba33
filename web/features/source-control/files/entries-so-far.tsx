// Around the entries of a folder of which a part is read: how many are shown, and more of them.
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorState, Notice } from '../../../ui/feedback/async-states.tsx';

interface Props {
  shown: number;
  count: number;
  /** As the query of the folder tells. */
  reading: {
    error: Error | null;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage(): Promise<unknown>;
  };
  children: ReactNode;
}

export const EntriesSoFar = ({ shown, count, reading, children }: Props): ReactNode => {
  const { error, hasNextPage, isFetchingNextPage } = reading;
  const readMore = (): void => void reading.fetchNextPage();
  return (
    <>
      {hasNextPage && <Notice kind="warning">{t('code.manyEntries', { shown, count })}</Notice>}
      {children}
      {hasNextPage && (
        <div>
          <Button isDisabled={isFetchingNextPage} onPress={readMore}>
            {t('ui.more')}
          </Button>
        </div>
      )}
      {error !== null && <ErrorState error={error} onRetry={readMore} />}
    </>
  );
};
