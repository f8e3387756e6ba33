// Whether the page is being put on paper, where nothing can be unfolded.
import { flushSync } from 'react-dom';
import { useStore } from '../../../platform/use-store.ts';

const print = matchMedia('print');

const subscribe = (listener: () => void): (() => void) => {
  // At once: the browser does not wait.
  const now = (): void => flushSync(listener);
  print.addEventListener('change', now);
  return () => print.removeEventListener('change', now);
};

export const useIsPrinted = (): boolean => useStore(subscribe, () => print.matches);
