// Reading again what events make old.
import { useRef } from 'react';
import { useEffect } from '../effects.ts';
import { followEvents } from './live.ts';
import type { LiveEvent } from './live-event.ts';
import { useSelf } from '../session.ts';

/** Many events at once are one reason to read again, in ms. */
const gatherMs = 250;
/** One after a rest is told of sooner, with what the same change says besides, in ms. */
const soonMs = 40;

/** Calls `readAgain` shortly after events that `concerns` it, once for many; never for anonymous people. */
export function useGatheredEvents(concerns: (event: LiveEvent) => boolean, readAgain: () => void): void {
  const selfId = useSelf()?.id;
  const latest = useRef({ concerns, readAgain });
  useEffect(() => {
    latest.current = { concerns, readAgain };
  });
  useEffect(() => {
    if (selfId === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let lastMs = -Infinity;
    const end = followEvents(selfId, (event) => {
      if (!latest.current.concerns(event)) return;
      if (timer !== undefined) return;
      const waitMs = Math.max(soonMs, gatherMs - (performance.now() - lastMs));
      timer = setTimeout(() => {
        timer = undefined;
        lastMs = performance.now();
        latest.current.readAgain();
      }, waitMs);
    });
    return () => {
      end();
      clearTimeout(timer);
    };
  }, [selfId]);
}
