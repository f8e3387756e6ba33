// What belongs to the person: their pages, appearance, help, leaving.
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import type { useSelf } from '../../platform/session.ts';
import { writeName } from '../../platform/names/person-names.ts';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/overlays/overlays.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { findDocs } from './docs-topics.ts';
import { openExplorer } from './palette/site-actions.ts';
import { requestSignOut } from './sign-out.tsx';

/** About the page that is open, in a window of its own. */
const openDocs = (): void => void window.open(findDocs(location.pathname), '_blank', 'noopener');

type Self = NonNullable<ReturnType<typeof useSelf>>;

export function AccountMenu({ self, onHelp }: { self: Self; onHelp(): void }): ReactNode {
  const navigate = useNavigate();
  return (
    <Menu
      trigger={
        <Button tone="quiet" isIcon aria-label={t('frame.account', { name: writeName(self.display_name) })}>
          <Avatar person={self} size={28} />
        </Button>
      }
      label={writeName(self.display_name)}
      actions={[
        { id: 'account', label: t('frame.settings'), run: () => void navigate({ to: '/account' }) },
        ...(self.is_site_admin === true || self.manages_accounts === true
          ? [{ id: 'site', label: t('frame.site'), run: () => void navigate({ to: '/admin' }) }]
          : []),
        { id: 'docs', label: t('frame.helpPages'), run: openDocs },
        { id: 'help', label: t('frame.help'), keys: '?', run: onHelp },
        { id: 'api', label: t('frame.api'), run: openExplorer },
        { id: 'leave', label: t('frame.signOut'), isSeparated: true, run: requestSignOut },
      ]}
    />
  );
}
