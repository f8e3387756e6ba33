// Header, side bar, the page, and what may lie over it.
import { Outlet, useNavigate } from '@tanstack/react-router';
import { PanelLeft, Search } from 'lucide-react';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useEffect } from '../../platform/effects.ts';
import { t } from '../../platform/i18n.ts';
import { onRightsLost } from '../../platform/live/rights-lost.ts';
import { useSelf, useSite } from '../../platform/session.ts';
import { useShortcuts } from '../../platform/keyboard/shortcuts.ts';
import type { Shortcut } from '../../platform/keyboard/shortcuts.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { LegalLinks } from '../../ui/layout/legal-links.tsx';
import { Messages, say } from '../../ui/feedback/toasts.tsx';
import { Mark } from '../../ui/layout/mark.tsx';
import { SiteLogo } from '../../ui/layout/site-logo.tsx';
import { AccountMenu } from './account-menu.tsx';
import { Away } from './away.tsx';
import { Banners } from './banner.tsx';
import { CreateMenu } from './create-menu.tsx';
import { InboxLink } from './inbox-link.tsx';
import { nameKeys } from './key-names.ts';
import { OverPage, useMissingParts } from './missing-parts.tsx';
import { useRouteFocus } from './route-focus.ts';
import { SessionGuard } from './session-guard.tsx';
import { Side, useSide } from './side.tsx';
import { HeldKeys } from './palette/held-keys.tsx';
import { useSiteActions } from './palette/site-actions.ts';
import { useCreateTargets } from './palette/use-create-targets.ts';
import type { CreateTargets } from './palette/use-create-targets.ts';
import { SignOut } from './sign-out.tsx';
import { useFavicon } from './use-favicon.ts';
import { useLiveLists } from './use-live-lists.ts';
import css from './frame.module.css';
import { WhenIdle, lazy } from '../../ui/lazy.tsx';
import { Link } from '../../ui/link.tsx';

const ReferenceCards = lazy(async () => (await import('./references/reference-cards.tsx')).ReferenceCards, {
  prefetch: true,
});
const Palette = lazy(async () => (await import('./palette/palette.tsx')).Palette, {
  Fallback: ({ typed }) => <HeldKeys kept={typed} />,
});
const Help = lazy(async () => (await import('./help.tsx')).Help);

type Overlay = 'palette' | 'help' | 'create' | undefined;

function useFrameShortcuts(open: (overlay: Overlay) => void, toggleSide: () => void): void {
  const navigate = useNavigate();
  const isSignedIn = useSelf() !== undefined;
  const shortcuts = useMemo((): Shortcut[] => {
    const group = 'frame.keys.everywhere';
    return [
      { group, keys: 'mod+k', label: 'frame.key.palette', run: () => open('palette'), whileTyping: true },
      { group, keys: 's', label: 'frame.key.palette', run: () => open('palette') },
      { group, keys: '/', label: 'frame.key.search', run: () => open('palette') },
      ...(isSignedIn
        ? ([
            { group, keys: 'c', label: 'frame.key.create', run: () => open('create') },
            { group, keys: 'g i', label: 'frame.key.inbox', run: () => void navigate({ to: '/inbox' }) },
          ] satisfies Shortcut[])
        : []),
      { group, keys: 'g h', label: 'frame.key.home', run: () => void navigate({ to: '/' }) },
      { group, keys: 'g p', label: 'frame.key.projects', run: () => void navigate({ to: '/projects' }) },
      { group, keys: '[', label: 'frame.key.side', run: toggleSide },
      { group, keys: '?', label: 'frame.key.help', run: () => open('help') },
    ];
  }, [navigate, open, toggleSide, isSignedIn]);
  useShortcuts(shortcuts);
}

interface OverlaysProps {
  overlay: Overlay;
  targets: CreateTargets;
  onClose(): void;
}

/** What lies over the page when it is asked for. */
function Overlays({ overlay, targets, onClose }: OverlaysProps): ReactNode {
  const listActions = useSiteActions();
  const typed = useRef('');
  return (
    <OverPage part={overlay} onClose={onClose}>
      {overlay === 'palette' && <Palette actions={listActions()} targets={targets} typed={typed} onClose={onClose} />}
      {overlay === 'help' && <Help onClose={onClose} />}
    </OverPage>
  );
}

const LegalFooter = (): ReactNode => (
  <footer className={css.legal}>
    <LegalLinks />
  </footer>
);

/** What stands beside the page and is drawn when it has something to say. */
const Beside = (): ReactNode => (
  <>
    <SessionGuard />
    <SignOut />
    <WhenIdle>
      <ReferenceCards />
    </WhenIdle>
    <Messages />
  </>
);

export function Frame(): ReactNode {
  const site = useSite();
  const self = useSelf();
  const [overlay, setOverlay] = useState<Overlay>();
  const side = useSide();
  const targets = useCreateTargets();
  const closeOverlay = useCallback(() => setOverlay(undefined), []);
  useFrameShortcuts(setOverlay, side.toggle);
  useRouteFocus();
  useLiveLists();
  useEffect(() => onRightsLost(() => say('error', t('frame.rightsLost'))), []);
  useFavicon();
  useMissingParts();
  return (
    <div className={css.frame} data-side={side.isShown}>
      <Link className={css.skip} href="#main">
        {t('frame.skip')}
      </Link>
      <header className={css.header}>
        {side.isThere && (
          <Button
            tone="quiet"
            isIcon
            aria-label={t(side.isOpen ? 'frame.hideSide' : 'frame.showSide')}
            aria-expanded={side.isOpen}
            onPress={side.toggle}
          >
            <PanelLeft />
          </Button>
        )}
        <Link to="/" className={css.logo} {...(site.logo === null ? { 'aria-label': site.name } : {})}>
          {site.logo === null ? <Mark /> : <SiteLogo />}
          <span className={css.wideOnly}>{site.name}</span>
        </Link>
        <button type="button" className={css.searchButton} onClick={() => setOverlay('palette')}>
          <Search size={16} aria-hidden="true" />
          <span className={css.cut}>{t('frame.searchHint')}</span>
          <kbd className={css.wideOnly}>{nameKeys('mod+k')}</kbd>
        </button>
        {self === undefined ? (
          <ButtonLink to="/sign-in" tone="primary">
            {t('frame.signIn')}
          </ButtonLink>
        ) : (
          <>
            <CreateMenu
              targets={targets}
              isOpen={overlay === 'create'}
              onOpenChange={(isOpen) => setOverlay(isOpen ? 'create' : undefined)}
            />
            <InboxLink />
            <AccountMenu self={self} onHelp={() => setOverlay('help')} />
          </>
        )}
      </header>
      <Side side={side} />
      <div className={css.top}>
        <Away />
        <Banners />
      </div>
      <main id="main" className={css.main} tabIndex={-1}>
        <Outlet />
      </main>
      {site.legal_texts.length > 0 && <LegalFooter />}
      <Overlays overlay={overlay} targets={targets} onClose={closeOverlay} />
      <Beside />
    </div>
  );
}
