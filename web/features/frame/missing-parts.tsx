// Parts of the pages that can't be read any more: since the server was renewed it has others, or it can't be reached.
import { CatchBoundary } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useEffect } from '../../platform/effects.ts';
import { noteAway } from '../../platform/network/connection.ts';
import { t } from '../../platform/i18n.ts';
import { say } from '../../ui/feedback/toasts.tsx';

/** Told by Vite's loader of parts, also when one was only read ahead. */
const missingEvent = 'vite:preloadError';

type Found = 'away' | 'same' | 'others';

/** Which pages the server has now. */
async function findPages(): Promise<Found> {
  const script = document.querySelector('script[src]')?.getAttribute('src') ?? '';
  try {
    const answer = await fetch('/', { headers: { accept: 'text/html' }, cache: 'no-store' });
    if (!answer.ok) return 'away';
    return (await answer.text()).includes(script) ? 'same' : 'others';
  } catch {
    // Not reached, which is what is asked here.
    return 'away';
  }
}

let isOffered = false;

/** Once, because it stays until somebody takes it away. What was typed is kept over it, or asked about by its editor. */
function offerNewPages(): void {
  if (isOffered) return;
  isOffered = true;
  say('error', t('frame.newPages'), { label: t('frame.loadAnew'), run: () => location.reload() });
}

/** Offers to load the page anew where the server has other pages than those that are open. */
export function useMissingParts(): void {
  useEffect(() => {
    const look = (): void =>
      void findPages().then((found) => {
        if (found === 'away') noteAway();
        else if (found === 'others') offerNewPages();
      });
    window.addEventListener(missingEvent, look);
    return () => window.removeEventListener(missingEvent, look);
  }, []);
}

function Missing({ onClose }: { onClose(): void }): ReactNode {
  useEffect(() => {
    onClose();
    void findPages().then((found) => {
      if (found === 'others') offerNewPages();
      else say('error', t('ui.error.away'));
    });
  }, [onClose]);
  return null;
}

interface PartsProps {
  /** What is open of them. */
  part: string | undefined;
  onClose(): void;
  children: ReactNode;
}

/** Closes what can't be read, and leaves the page as it is. */
export const OverPage = ({ part = '', onClose, children }: PartsProps): ReactNode => (
  <CatchBoundary getResetKey={() => part} errorComponent={() => <Missing onClose={onClose} />}>
    {children}
  </CatchBoundary>
);
