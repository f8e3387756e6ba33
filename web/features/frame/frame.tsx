// Header, side bar, the page, and what may lie over it.
import { Outlet, useNavigate } from '@tanstack/react-router';
import { Link } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { useSelf, useSite } from '../../platform/session.ts';
import { useShortcuts } from '../../platform/shortcuts.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Messages } from '../../ui/messages.tsx';
import { AccountMenu } from './account-menu.tsx';
import { Banner } from './banner.tsx';
import { SessionGuard } from './session-guard.tsx';
import css from './frame.module.css';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));
const Help = lazy(async () => ({ default: (await import('./help.tsx')).Help }));

export function Frame(): ReactNode {
  const site = useSite();
  const self = useSelf();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'palette' | 'help' | undefined>();
  const close = (): void => setOpen(undefined);
  useShortcuts(
    useMemo(
      () => [
        { keys: 'mod+k', label: 'frame.key.palette', run: () => setOpen('palette'), whileTyping: true },
        { keys: '/', label: 'frame.key.search', run: () => setOpen('palette') },
        { keys: '?', label: 'frame.key.help', run: () => setOpen('help') },
        { keys: 'g h', label: 'frame.key.home', run: () => void navigate({ to: '/' }) },
        { keys: 'g p', label: 'frame.key.projects', run: () => void navigate({ to: '/projects' }) },
      ],
      [navigate],
    ),
  );
  return (
    <div className={css.frame}>
      <a className={css.skip} href="#main">
        {t('frame.skip')}
      </a>
      <header className={css.header}>
        <Link to="/" className={css.logo} aria-label={site.name}>
          <span className={css.mark} aria-hidden="true" />
          <span className={css.wideOnly}>{site.name}</span>
        </Link>
        <button type="button" className={css.searchButton} onClick={() => setOpen('palette')}>
          <Search size={16} aria-hidden="true" />
          <span>{t('frame.searchHint')}</span>
          <kbd className={css.wideOnly}>Ctrl K</kbd>
        </button>
        {self === undefined ? (
          <ButtonLink to="/sign-in" tone="primary">
            {t('frame.signIn')}
          </ButtonLink>
        ) : (
          <AccountMenu self={self} onHelp={() => setOpen('help')} />
        )}
      </header>
      <div className={css.top}>
        <Banner />
      </div>
      <main id="main" className={css.main} tabIndex={-1}>
        <Outlet />
      </main>
      <Suspense>
        {open === 'palette' && <Palette onClose={close} />}
        {open === 'help' && <Help onClose={close} />}
      </Suspense>
      <SessionGuard />
      <Messages />
    </div>
  );
}
