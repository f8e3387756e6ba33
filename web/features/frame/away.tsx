// Says that the server can't be reached, for as long as that is so, and reads anew what is shown once it can.
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useEffect } from '../../platform/effects.ts';
import { askNow, onReturn, useIsAway } from '../../platform/network/connection.ts';
import { t } from '../../platform/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { say } from '../../ui/feedback/toasts.tsx';
import css from './frame.module.css';

export function Away(): ReactNode {
  const queryClient = useQueryClient();
  const isAway = useIsAway();
  useEffect(
    () =>
      onReturn(() => {
        say('success', t('frame.back'));
        void queryClient.invalidateQueries();
      }),
    [queryClient],
  );
  return (
    <div role="status">
      {isAway && (
        <div className={css.banner} data-importance="warning">
          <span>{t('frame.away')}</span>
          <Button onPress={askNow}>{t('ui.retry')}</Button>
        </div>
      )}
    </div>
  );
}
