import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { useSelf, useSite } from '../../platform/session.ts';
import { Page } from '../../ui/things.tsx';

export function HomePage(): ReactNode {
  const self = useSelf();
  const site = useSite();
  return (
    <Page title={self === undefined ? site.name : t('home.hello', { name: self.display_name })}>
      <p>{site.organisation}</p>
    </Page>
  );
}
