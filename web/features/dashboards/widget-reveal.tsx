// How widgets appear while a dashboard is opened: each with all that it shows, and from the top, since what stands below
// one whose data has not come would move when it comes.
import { useCallback, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useEffect, useLayoutEffect } from '../../platform/effects.ts';
import { Loading, LoadingWatch } from '../../ui/feedback/async-states.tsx';
import { waitOf } from './dashboard-layout.ts';
import type { Line, Place, Wait } from './dashboard-layout.ts';
import css from './dashboards.module.css';

/** How long widgets of which nothing comes any more hold up those below them, in ms. */
const patienceMs = 2000;

export interface WidgetReveal {
  /** What a widget waits for; nothing once all have appeared. */
  waitOf(place: Place): Wait | undefined;
  isReady(id: number): boolean;
  onReady(id: number): void;
  /** Called whenever something comes, ready or not. */
  onNews(): void;
}

export function useWidgetReveal(lines: readonly Line[]): WidgetReveal {
  const [ready, setReady] = useState<ReadonlySet<number>>(new Set());
  const [isOver, setOver] = useState(false);
  const areAllReady = lines.every(({ columns }) =>
    columns.every(({ widgets }) => widgets.every(({ id }) => ready.has(id))),
  );
  const patience = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (isOver) return undefined;
    patience.current = setTimeout(() => setOver(true), areAllReady ? 0 : patienceMs);
    return () => {
      clearTimeout(patience.current);
      patience.current = undefined;
    };
  }, [isOver, areAllReady]);
  const onNews = useCallback(() => {
    if (patience.current === undefined) return;
    clearTimeout(patience.current);
    patience.current = setTimeout(() => setOver(true), patienceMs);
  }, []);
  const onReady = useCallback((id: number) => setReady((now) => (now.has(id) ? now : new Set([...now, id]))), []);
  return {
    waitOf: (place) => (isOver ? undefined : waitOf(lines, ready, place)),
    isReady: (id) => isOver || ready.has(id),
    onReady,
    onNews,
  };
}

interface Props {
  isReady: boolean;
  /** Called once nothing that it holds waits for data. */
  onReady(): void;
  /** Called whenever something of it begins to wait or comes. */
  onNews(): void;
  children: ReactNode;
}

/** Shows what it holds when that has all its data; it is there before, unseen. */
export function AtOnce({ isReady, onReady, onNews, children }: Props): ReactNode {
  const count = useRef(0);
  const notify = useRef(onReady);
  useLayoutEffect(() => {
    notify.current = onReady;
    if (count.current === 0) onReady();
  });
  const watch = useCallback(
    (by: 1 | -1) => {
      count.current += by;
      onNews();
      // What comes in its place is counted in the same turn.
      queueMicrotask(() => {
        if (count.current === 0) notify.current();
      });
    },
    [onNews],
  );
  return (
    <>
      {!isReady && <Loading lines={6} />}
      <div className={isReady ? undefined : css.coming}>
        <LoadingWatch value={watch}>{children}</LoadingWatch>
      </div>
    </>
  );
}
