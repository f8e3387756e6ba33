import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { Page } from '../../ui/things.tsx';

export const ProjectListPage = (): ReactNode => (
  <Page title={t('projects.list')} isNarrow>
    {null}
  </Page>
);
