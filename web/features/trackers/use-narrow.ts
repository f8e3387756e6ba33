// Whether the screen is too narrow for columns.
import { useSyncExternalStore } from 'react';

const narrow = matchMedia('(max-width: 40rem)');

const subscribe = (listener: () => void): (() => void) => {
  narrow.addEventListener('change', listener);
  return () => narrow.removeEventListener('change', listener);
};

export const useIsNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrow.matches);
