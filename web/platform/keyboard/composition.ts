// Input methods, by which people write Japanese, Chinese, Korean and more: while a word is composed, its keys are the method's, and
// what stands in the box is half a word. The one place that knows them.
import { useSyncExternalStore } from 'react';

/** What browsers say of a key that an input method has taken; Safari says no more of the one that ends a word. */
const takenKeyCode = 229;

/** Whether an input method has taken a key. */
export const isTaken = ({ isComposing, keyCode }: { isComposing: unknown; keyCode: unknown }): boolean =>
  isComposing === true || keyCode === takenKeyCode;

let isWordOpen = false;
const listeners = new Set<() => void>();

function setWordOpen(isOpen: boolean): void {
  if (isWordOpen === isOpen) return;
  isWordOpen = isOpen;
  for (const listener of listeners) listener();
}

/** Keys that an input method has taken reach nothing of the page from now on: neither shortcuts nor boxes. To be called with the window, before all else listens. */
export function keepTakenKeys(target: EventTarget): void {
  const keep = (event: Event): void => {
    if ('isComposing' in event && 'keyCode' in event && isTaken(event)) event.stopImmediatePropagation();
  };
  for (const kind of ['keydown', 'keypress', 'keyup']) target.addEventListener(kind, keep, true);
  target.addEventListener('compositionstart', () => setWordOpen(true), true);
  // A box that leaves the page ends its word in silence.
  for (const kind of ['compositionend', 'focusin', 'focusout'])
    target.addEventListener(kind, () => setWordOpen(false), true);
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Whether a word is being composed. */
export const useIsComposing = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isWordOpen,
    () => false,
  );

/** In ms. Keyboards of phones compose every word, so what is not ended yet counts, too, once somebody pauses. */
const composingMs = 800;

/** How long a text has to stay the same before it is taken, in ms: longer while a word is composed, which may be half a word. */
export const settlingMs = (ms: number, isComposing: boolean): number => (isComposing ? Math.max(ms, composingMs) : ms);
