import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { Page } from '../../ui/things.tsx';

export const RegisterPage = (): ReactNode => (
  <Page title={t('people.register')} isNarrow>
    {null}
  </Page>
);
