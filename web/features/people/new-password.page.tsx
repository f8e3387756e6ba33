import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { Page } from '../../ui/things.tsx';

export const NewPasswordPage = (): ReactNode => (
  <Page title={t('people.newPassword')} isNarrow>
    {null}
  </Page>
);
