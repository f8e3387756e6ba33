// For addresses that no page has.
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { Empty } from '../../ui/feedback/async-states.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { WaysOut } from '../../ui/no-access/ways-out.tsx';

export const NotFound = (): ReactNode => (
  <Page title={t('frame.notFound')} isNarrow>
    <Empty title={t('frame.notFoundText')}>
      <WaysOut />
    </Empty>
  </Page>
);
