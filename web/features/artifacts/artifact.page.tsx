import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { Page } from '../../ui/things.tsx';

export const ArtifactPage = (): ReactNode => (
  <Page title={t('artifacts.artifact')} isNarrow>
    {null}
  </Page>
);
