// Parts of the pages that can't be read any more: since the server was renewed it has others, or it can't be reached.
import { CatchBoundary } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useEffect } from '../../platform/effects.ts';
import { noteAway, whileHere } from '../../platform/network/connection.ts';
import { t } from '../../platform/i18n.ts';
import { say } from '../../ui/feedback/toasts.tsx';

/** Dispatched by Vite's loader for each part that can't be read, also when it was only read ahead. */
const missingEvent = 'vite:preloadError';

async function isServerAway(): Promise<boolean> {
  try {
    return !(await fetch('/', { headers: { accept: 'text/html' }, cache: 'no-store' })).ok;
  } catch {
    // Not reached, which is what is asked here.
    return true;
  }
}

let check: Promise<void> | undefined;

/** A browser may read a part that failed no more in this document, so a new one is offered. What was typed is kept over it. */
async function notifyMissing(): Promise<void> {
  await whileHere();
  if (await isServerAway()) noteAway();
  else say('error', t('frame.missingParts'), { label: t('frame.loadAnew'), run: () => location.reload() });
  check = undefined;
}

/** Tells that the server is away, or offers to load the page anew, where a part can't be read. */
export function useMissingParts(): void {
  useEffect(() => {
    const onMissing = (event: Event): void => {
      // The router would load the page anew by itself, whatever stands in it.
      event.preventDefault();
      check ??= notifyMissing();
    };
    window.addEventListener(missingEvent, onMissing);
    return () => window.removeEventListener(missingEvent, onMissing);
  }, []);
}

function Missing({ onClose }: { onClose(): void }): ReactNode {
  useEffect(() => {
    onClose();
  }, [onClose]);
  return null;
}

interface PartsProps {
  /** What is open of them. */
  part: string | undefined;
  onClose(): void;
  children: ReactNode;
}

/** Closes what can't be read, and leaves the page as it is; `useMissingParts` tells why. */
export const OverPage = ({ part = '', onClose, children }: PartsProps): ReactNode => (
  <CatchBoundary getResetKey={() => part} errorComponent={() => <Missing onClose={onClose} />}>
    {children}
  </CatchBoundary>
);
