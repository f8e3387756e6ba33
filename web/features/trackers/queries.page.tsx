import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { Page } from '../../ui/things.tsx';

export const QueriesPage = (): ReactNode => (
  <Page title={t('trackers.queries')} isNarrow>
    {null}
  </Page>
);
