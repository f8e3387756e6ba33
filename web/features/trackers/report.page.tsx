import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { Page } from '../../ui/things.tsx';

export const ReportPage = (): ReactNode => (
  <Page title={t('trackers.report')} isNarrow>
    {null}
  </Page>
);
