import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { Page } from '../../ui/things.tsx';

export const TrackerListPage = (): ReactNode => (
  <Page title={t('projects.trackers')} isNarrow>
    {null}
  </Page>
);
