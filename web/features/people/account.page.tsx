import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { Page } from '../../ui/things.tsx';

export const AccountPage = (): ReactNode => (
  <Page title={t('people.account')} isNarrow>
    {null}
  </Page>
);
