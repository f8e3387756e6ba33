// The side bar beside the page, hidden where somebody wants it so; a drawer over the page on narrow screens.
import { useRouterState } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import type { ReactNode } from 'react';
import { useEffect } from '../../platform/effects.ts';
import { useIsClosed } from '../../platform/page-context.ts';
import { useSelf } from '../../platform/session.ts';
import { keep, readStored } from '../../platform/storage/browser-storage.ts';
import { useStore } from '../../platform/use-store.ts';
import css from './frame.module.css';
import { ProjectNavigation } from './side-bar.tsx';
import { useHere, useIsInProject } from './use-here.ts';
import { lazy } from '../../ui/lazy.tsx';

const Drawer = lazy(async () => (await import('./drawer.tsx')).Drawer, { prefetch: true });

/** As in frame.module.css. */
const narrow = matchMedia('(max-width: 52rem)');

const subscribe = (listener: () => void): (() => void) => {
  narrow.addEventListener('change', listener);
  return () => narrow.removeEventListener('change', listener);
};

export interface SideState {
  /** Whether the page has one. */
  isThere: boolean;
  isOpen: boolean;
  /** Whether it takes a place beside the page. */
  isShown: boolean;
  isNarrow: boolean;
  toggle(): void;
  close(): void;
}

export function useSide(): SideState {
  const isNarrow = useStore(subscribe, () => narrow.matches);
  const isInProject = useIsInProject();
  const isClosed = useIsClosed();
  // Whoever is signed in finds their own projects there: the page does not move when it turns out to be closed.
  const isThere = useSelf() === undefined ? isInProject && !isClosed : isInProject;
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const [isHidden, setHidden] = useState(readStored('side') === 'hidden');
  const [isRendered, setRendered] = useState(false);
  // Somebody who went on by the drawer wants to see the page.
  useEffect(() => {
    setRendered(false);
  }, [path]);
  const toggle = useCallback((): void => {
    if (isNarrow) return setRendered((is) => !is);
    setHidden(!isHidden);
    keep('side', isHidden ? 'shown' : 'hidden');
  }, [isNarrow, isHidden]);
  const close = useCallback(() => setRendered(false), []);
  return {
    isThere,
    isNarrow,
    isOpen: isThere && (isNarrow ? isRendered : !isHidden),
    isShown: isThere && !isNarrow && !isHidden,
    toggle,
    close,
  };
}

export function Side({ side }: { side: SideState }): ReactNode {
  const place = useHere();
  if (!side.isOpen) return null;
  if (!side.isNarrow)
    return (
      <div className={css.side}>
        <ProjectNavigation place={place} />
      </div>
    );
  return (
    <Drawer onClose={side.close}>
      <ProjectNavigation place={place} />
    </Drawer>
  );
}
