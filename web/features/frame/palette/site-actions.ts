// What can be done from anywhere, for the menus and the palette: the keys of the page, and the actions that have none.
import { useNavigate } from '@tanstack/react-router';
import { api, isRefusedWith, settle } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { forgetReads } from '../../../platform/live/first-answers.ts';
import { listShortcuts } from '../../../platform/shortcuts.ts';
import { useSelf } from '../../../platform/session.ts';
import { say } from '../../../ui/messages.tsx';
import { describeError } from '../../../ui/states.tsx';
import { nameKeys } from '../key-names.ts';

export interface SiteAction {
  id: string;
  title: string;
  keys?: string;
  run(): void;
}

export async function leave(): Promise<void> {
  try {
    await settle(api.DELETE('/sessions/self'));
  } catch (error) {
    // Where the session is over already there is nothing to end.
    if (!isRefusedWith(error, 401, 404)) return say('error', describeError(error));
  }
  forgetReads();
  // What was read as this person goes with the document.
  location.assign('/');
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
      .map(({ keys, label, run }) => ({ id: `keys ${keys}`, title: t(label), keys: nameKeys(keys), run })),
    page('/search', t('frame.search')),
    page('/queries', t('reports.queries')),
    ...(isSignedIn ? [page('/projects/new', t('frame.newProject')), page('/account', t('frame.settings'))] : []),
    { id: 'api', title: t('frame.api'), run: openExplorer },
    ...(isSignedIn
      ? [{ id: 'leave', title: t('frame.signOut'), run: () => void leave() }]
      : [page('/sign-in', t('frame.signIn'))]),
  ];
}
