import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { Page } from '../../ui/things.tsx';

export const NewArtifactPage = (): ReactNode => (
  <Page title={t('artifacts.new')} isNarrow>
    {null}
  </Page>
);
