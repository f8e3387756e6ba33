// Whether the screen is too narrow for columns.
import { useStore } from '../../platform/use-store.ts';

const narrow = matchMedia('(max-width: 40rem)');

const subscribe = (listener: () => void): (() => void) => {
  narrow.addEventListener('change', listener);
  return () => narrow.removeEventListener('change', listener);
};

export const useIsNarrow = (): boolean => useStore(subscribe, () => narrow.matches);
