// Lets those who wait for rows hear that some were committed. A signal carries nothing and may be missed, so whoever
// listens also looks by themselves from time to time. Where the engine has remote signals all processes hear, else only
// the one that committed.

import { AsyncLocalStorage } from 'node:async_hooks';
import type { RemoteSignals } from './engine.ts';
import type { Session } from './session.ts';

export interface Signals {
  /** Calls `heard` at each signal of the channel until the function that it gives is called. */
  listen(channel: string, heard: () => void): () => void;
  emit(channel: string): void;
  /** Tells other processes once the transaction of `session` commits. */
  announce(session: Session, channel: string): Promise<void>;
}

export function createSignals(remote: RemoteSignals | undefined): Signals {
  let isHearing = false;
  const listeners = new Map<string, Set<() => void>>();
  const emit = (channel: string): void => {
    for (const heard of listeners.get(channel) ?? []) heard();
  };
  const hear = (channel: string | undefined): void => {
    for (const known of channel === undefined ? listeners.keys() : [channel]) emit(known);
  };
  return {
    listen(channel, heard) {
      const known = listeners.get(channel) ?? new Set();
      listeners.set(channel, known);
      // Whoever listens has nothing to do with the request that committed.
      const call = AsyncLocalStorage.bind(heard);
      known.add(call);
      if (!isHearing) remote?.hear(hear);
      isHearing = true;
      return () => void known.delete(call);
    },
    emit,
    announce: async (session, channel) => remote?.announce(session, channel),
  };
}
