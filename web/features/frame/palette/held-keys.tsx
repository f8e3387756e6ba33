// What somebody types while the palette is on its way: it is kept for it, and does nothing else meanwhile.
import type { RefObject } from 'react';
import { useLayoutEffect } from '../../../platform/effects.ts';

/** Adds to `kept` what is typed as long as this is there, a line feed for Enter. */
export function HeldKeys({ kept }: { kept: RefObject<string> }): undefined {
  useLayoutEffect(() => {
    const hold = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'Backspace') kept.current = kept.current.slice(0, -1);
      else if (event.key === 'Enter') kept.current = `${kept.current.trimEnd()}\n`;
      else if (event.key.length === 1) kept.current += event.key;
      else return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    kept.current = '';
    document.addEventListener('keydown', hold, true);
    return () => document.removeEventListener('keydown', hold, true);
  }, [kept]);
}
