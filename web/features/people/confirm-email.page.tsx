import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { Page } from '../../ui/things.tsx';

export const ConfirmEmailPage = (): ReactNode => (
  <Page title={t('people.confirmEmail')} isNarrow>
    {null}
  </Page>
);
