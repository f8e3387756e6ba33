import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { Page } from '../../ui/things.tsx';

export const CopyArtifactPage = (): ReactNode => (
  <Page title={t('artifacts.copy')} isNarrow>
    {null}
  </Page>
);
