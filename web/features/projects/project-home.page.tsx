import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { Page } from '../../ui/things.tsx';

export const ProjectHomePage = (): ReactNode => (
  <Page title={t('projects.home')} isNarrow>
    {null}
  </Page>
);
