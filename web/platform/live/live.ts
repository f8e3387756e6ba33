// What others change while a page is open: how pages listen. The connection behind it comes late, and misses nothing for that.
import { whenIdle } from '../idle.ts';
import type { LiveListener } from './live-event.ts';

/** After which the file that listens is read again where it could not be, in ms. */
const againMs = 3000;

/**
 * Calls `listen` for everything that happens from when the document was made on, in any tab; returns what ends it. Who begins later
 * first hears what came lately.
 */
export function followEvents(userId: number, listen: LiveListener): () => void {
  let leave: (() => void) | undefined;
  let isOver = false;
  let again: ReturnType<typeof setTimeout> | undefined;
  const join = async (): Promise<void> => {
    const { joinEvents } = await import('./live-hub.ts');
    if (!isOver) leave = joinEvents(userId, listen);
  };
  const begin = (): void => {
    join().catch(() => {
      if (!isOver) again = setTimeout(begin, againMs);
    });
  };
  const stay = whenIdle(begin);
  return () => {
    isOver = true;
    stay();
    clearTimeout(again);
    leave?.();
  };
}
