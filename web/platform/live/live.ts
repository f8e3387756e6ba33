// What others change while a page is open: how pages listen. The connection behind it comes late, and misses nothing for that.
import { whenIdle } from '../idle.ts';
import type { LiveListener } from './live-event.ts';

/**
 * Calls `listen` for everything that happens from when the document was made on, in any tab; returns what ends it. Who begins later
 * first hears what came lately.
 */
export function followEvents(userId: number, listen: LiveListener): () => void {
  let leave: (() => void) | undefined;
  const stay = whenIdle(() => void join());
  let isOver = false;
  const join = async (): Promise<void> => {
    const { joinEvents } = await import('./live-hub.ts');
    if (!isOver) leave = joinEvents(userId, listen);
  };
  return () => {
    isOver = true;
    stay();
    leave?.();
  };
}
