import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { Page } from '../../ui/things.tsx';

export const NewProjectPage = (): ReactNode => (
  <Page title={t('projects.new')} isNarrow>
    {null}
  </Page>
);
