import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { Page } from '../../ui/things.tsx';

export const WelcomePage = (): ReactNode => (
  <Page title={t('people.welcome')} isNarrow>
    {null}
  </Page>
);
