import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { Page } from '../../ui/things.tsx';

export const SearchPage = (): ReactNode => (
  <Page title={t('search.title')} isNarrow>
    {null}
  </Page>
);
