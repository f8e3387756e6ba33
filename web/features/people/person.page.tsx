import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { Page } from '../../ui/things.tsx';

export const PersonPage = (): ReactNode => (
  <Page title={t('people.person')} isNarrow>
    {null}
  </Page>
);
