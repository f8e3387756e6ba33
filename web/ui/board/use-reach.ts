// Boards take what the window has left below them.
import { useState } from 'react';
import type { CSSProperties, RefObject } from 'react';
import { useLayoutEffect } from '../../platform/effects.ts';

type Reach = CSSProperties & Partial<Record<'--board-top', string>>;

/** A style that says how far below the top of the page the element begins; measured again when the page around it changes. */
export function useReach(element: RefObject<HTMLElement | null>): Reach {
  const [top, setTop] = useState<number>();
  useLayoutEffect(() => {
    const measure = (): void => {
      const box = element.current?.getBoundingClientRect();
      if (box !== undefined) setTop(Math.round(box.top + window.scrollY));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);
  return top === undefined ? {} : { '--board-top': `${top}px` };
}
