// Lets those who wait for rows hear that some were committed. A signal carries nothing and may be missed, so whoever
// listens also looks by themselves from time to time. On SQLite it is heard in the process that committed, nowhere else.

import { AsyncLocalStorage } from 'node:async_hooks';

export interface Signals {
  /** Calls `heard` at each signal of the channel until the function that it gives is called. */
  listen(channel: string, heard: () => void): () => void;
  emit(channel: string): void;
}

export function createSignals(): Signals {
  const listeners = new Map<string, Set<() => void>>();
  return {
    listen(channel, heard) {
      const known = listeners.get(channel) ?? new Set();
      listeners.set(channel, known);
      // Whoever listens has nothing to do with the request that committed.
      const call = AsyncLocalStorage.bind(heard);
      known.add(call);
      return () => void known.delete(call);
    },
    emit(channel) {
      for (const heard of listeners.get(channel) ?? []) heard();
    },
  };
}
