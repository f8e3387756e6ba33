// For addresses that no page has.
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Empty } from '../../ui/feedback/async-states.tsx';
import { Page } from '../../ui/layout/page.tsx';

export const NotFound = (): ReactNode => (
  <Page title={t('frame.notFound')} isNarrow>
    <Empty title={t('frame.notFoundText')}>
      <div>
        <ButtonLink to="/search">{t('frame.search')}</ButtonLink> <ButtonLink to="/">{t('frame.home')}</ButtonLink>
      </div>
    </Empty>
  </Page>
);
