// Rights that were lost while somebody looked at what they gave.

const lostListeners = new Set<() => void>();

/** Calls `listen` when something that is on screen may no longer be seen by whoever looks at it; returns what ends it. */
export function onRightsLost(listen: () => void): () => void {
  lostListeners.add(listen);
  return () => void lostListeners.delete(listen);
}

/** For what finds it out. */
export const notifyRightsLost = (): void => lostListeners.forEach((listen) => listen());
