import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { Page } from '../../ui/things.tsx';

export const LostPasswordPage = (): ReactNode => (
  <Page title={t('people.lostPassword')} isNarrow>
    {null}
  </Page>
);
