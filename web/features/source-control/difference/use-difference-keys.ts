// Going through a difference by keys: from file to file, from thread to thread, and marking what was looked at.
import { useMemo, useRef } from 'react';
import type { RefObject } from 'react';
import { useEffect } from '../../../platform/effects.ts';
import { useShortcuts } from '../../../platform/keyboard/shortcuts.ts';
import type { Shortcut } from '../../../platform/keyboard/shortcuts.ts';

const fileHead = '[data-file]';
const thread = '[data-thread]';

const isBefore = (one: Node, other: Node): boolean =>
  (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

/** Has the focus go to the next one of these, or the previous one, from where it is; to the first from outside. */
function step(place: HTMLElement | null, selector: string, by: 1 | -1): void {
  const now = document.activeElement;
  const all = [...(place?.querySelectorAll<HTMLElement>(selector) ?? [])];
  const isInside = now !== null && place?.contains(now) === true;
  const next = !isInside
    ? all[0]
    : by === 1
      ? all.find((one) => isBefore(now, one))
      : all.findLast((one) => isBefore(one, now) && !one.contains(now));
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: 'center' });
}

/** The head of the file that has the focus. */
const currentHead = (place: HTMLElement | null): HTMLElement | undefined =>
  [...(place?.querySelectorAll<HTMLElement>(fileHead) ?? [])].find(
    (head) => head.closest('section')?.contains(document.activeElement) === true,
  );

interface Keys {
  /** Whether there are threads between the lines. */
  hasTalk: boolean;
  /** Marks a file as looked at, or takes the mark back; undefined where there are no marks. */
  mark: ((path: string) => void) | undefined;
}

export function useDifferenceKeys(place: RefObject<HTMLElement | null>, { hasTalk, mark }: Keys): void {
  const latest = useRef(mark);
  useEffect(() => {
    latest.current = mark;
  });
  const hasMarks = mark !== undefined;
  const shortcuts = useMemo((): Shortcut[] => {
    const go = (selector: string, by: 1 | -1) => (): void => step(place.current, selector, by);
    const flip = (): void => {
      const head = currentHead(place.current);
      // Its lines go, and the focus must not go with them.
      head?.focus();
      latest.current?.(head?.dataset['file'] ?? '');
    };
    return [
      { keys: 'j', label: 'code.key.nextFile', run: go(fileHead, 1) },
      { keys: 'k', label: 'code.key.previousFile', run: go(fileHead, -1) },
      ...(hasMarks ? [{ keys: 'x', label: 'code.key.viewed', run: flip } satisfies Shortcut] : []),
      ...(hasTalk
        ? ([
            { keys: 'n', label: 'code.key.nextThread', run: go(thread, 1) },
            { keys: 'p', label: 'code.key.previousThread', run: go(thread, -1) },
          ] satisfies Shortcut[])
        : []),
    ];
  }, [place, hasMarks, hasTalk]);
  useShortcuts(shortcuts);
}
