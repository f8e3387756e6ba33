// A page that takes the whole screen, as for a team before a wall: what surrounds it is away meanwhile.
import { Maximize, Minimize } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { useEffect } from '../../platform/effects.ts';
import { t } from '../../platform/i18n.ts';
import { useShortcuts } from '../../platform/keyboard/shortcuts.ts';
import type { Shortcut } from '../../platform/keyboard/shortcuts.ts';
import { Button } from '../button.tsx';

/** Says whether the page has all of the screen, and switches; a browser that can't gives it the whole window. */
function useFullScreen(): { isFull: boolean; toggle: () => void } {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    if (!isFull) return undefined;
    const root = document.documentElement;
    // The frame hides what it has around the page.
    root.dataset['full'] = '';
    // It may be refused, as in a frame of another page.
    root.requestFullscreen().catch(() => undefined);
    const leave = (): void => {
      if (document.fullscreenElement === null) setFull(false);
    };
    document.addEventListener('fullscreenchange', leave);
    return () => {
      document.removeEventListener('fullscreenchange', leave);
      delete root.dataset['full'];
      if (document.fullscreenElement !== null) void document.exitFullscreen();
    };
  }, [isFull]);
  return { isFull, toggle: () => setFull((is) => !is) };
}

export function FullScreenButton(): ReactNode {
  const { isFull, toggle } = useFullScreen();
  const keys = useMemo<readonly Shortcut[]>(() => [{ keys: 'f', label: 'boards.key.full', run: toggle }], []);
  useShortcuts(keys);
  return (
    <Button onPress={toggle}>
      {isFull ? <Minimize aria-hidden="true" /> : <Maximize aria-hidden="true" />}{' '}
      {t(isFull ? 'boards.leaveFull' : 'boards.full')}
    </Button>
  );
}
