// What can be done from anywhere, for the menus and the palette: the keys of the page, and the actions that have none.
import { useNavigate } from '@tanstack/react-router';
import { t } from '../../../platform/i18n.ts';
import { listShortcuts } from '../../../platform/keyboard/shortcuts.ts';
import { useSelf } from '../../../platform/session.ts';
import { nameKeys } from '../key-names.ts';
import { requestSignOut } from '../sign-out.tsx';

export interface SiteAction {
  id: string;
  title: string;
  keys?: string;
  /** About the thing that is open. */
  isOfPage?: boolean;
  run(): void;
}

export const openExplorer = (): void => void window.open('/api/explorer/', '_blank', 'noopener');

/** Gives the actions of this moment when they are asked for. */
export function useSiteActions(): () => SiteAction[] {
  const navigate = useNavigate();
  const isSignedIn = useSelf() !== undefined;
  const page = (to: string, title: string): SiteAction => ({ id: to, title, run: () => void navigate({ href: to }) });
  return () => [
    ...listShortcuts()
      .filter(({ label }) => label !== 'frame.key.palette' && label !== 'frame.key.search')
      .map(({ keys, label, run, group }) => ({
        id: `keys ${keys}`,
        title: t(label),
        keys: nameKeys(keys),
        isOfPage: group === undefined,
        run,
      })),
    page('/search', t('frame.search')),
    page('/queries', t('reports.queries')),
    ...(isSignedIn ? [page('/projects/new', t('frame.newProject')), page('/account', t('frame.settings'))] : []),
    { id: 'api', title: t('frame.api'), run: openExplorer },
    ...(isSignedIn
      ? [{ id: 'leave', title: t('frame.signOut'), run: requestSignOut }]
      : [page('/sign-in', t('frame.signIn'))]),
  ];
}
