// What a page goes by before it has measured anything.
import { useSyncExternalStore } from 'react';

/** Of the window that pages are drawn for before anybody's is known, in px. */
const drawnHeight = 1000;

const never = (): (() => void) => () => undefined;

/** Height of the window in px; that which the page was drawn for, while its program takes it over. */
export const useFirstHeight = (): number =>
  useSyncExternalStore(
    never,
    () => innerHeight,
    () => drawnHeight,
  );
