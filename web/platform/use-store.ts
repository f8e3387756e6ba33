// State that lies outside of React, the same for whoever draws a page before its program is there.
import { useSyncExternalStore } from 'react';

/** What `read` gives, drawn anew when the listener is called. `read` gives the same object until it changed. */
export const useStore = <T>(subscribe: (listener: () => void) => () => void, read: () => T): T =>
  useSyncExternalStore(subscribe, read, read);
