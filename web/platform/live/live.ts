// What others change while a page is open: how pages listen. The connection behind it is opened late, and misses nothing for that.
import { whenIdle } from '../idle.ts';
import type { LiveListener } from './live-event.ts';
import { joinEvents } from './live-hub.ts';

/**
 * Calls `listen` for everything that happens from when the document was made on, in any tab; returns what ends it. Who begins later
 * first hears what came lately.
 */
export function followEvents(userId: number, listen: LiveListener): () => void {
  let leave: (() => void) | undefined;
  const stay = whenIdle(() => {
    leave = joinEvents(userId, listen);
  });
  return () => {
    stay();
    leave?.();
  };
}
