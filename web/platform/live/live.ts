// What others change while a page is open: how pages listen. The connection behind it comes late, and misses nothing for that.
import { whenIdle } from '../idle.ts';

export interface LiveEvent {
  id: number;
  kind: string;
  artifactId: number | undefined;
  trackerId: number | undefined;
  byId: number | undefined;
  at: string;
}

/** `isEarlier`: it came before who listens now did, who may have read before it what they show. */
export type LiveListener = (event: LiveEvent, isEarlier: boolean) => void;

const lostListeners = new Set<() => void>();

/** Calls `listen` when something that is on screen may no longer be seen by whoever looks at it; returns what ends it. */
export function onRightsLost(listen: () => void): () => void {
  lostListeners.add(listen);
  return () => void lostListeners.delete(listen);
}

/** For what finds it out. */
export const tellRightsLost = (): void => lostListeners.forEach((listen) => listen());

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
