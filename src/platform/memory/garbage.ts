// Collecting garbage when this program knows better than V8 that there is some, where Node.js was started with --expose-gc, as
// bin/run-node.mjs does; else V8 collects as it likes.
import { performance, PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Frees what was made a short while ago and is not used any more; takes about a millisecond. */
export const collectYoung = (): void => globalThis.gc?.({ type: 'minor' });

/** Frees all that can be freed, and gives the memory back to the system; takes tens of milliseconds. */
const collectAll = (): void => globalThis.gc?.({ type: 'major', flavor: 'last-resort' });

/**
 * Has V8 collect all garbage whenever the heap has grown by 30 % since it did last; by itself it lets the heap grow several times
 * over, as much as the machine has memory for. To be called early: V8 keeps to what it planned when it collected last.
 */
export const growSlowly = (): void => setFlagsFromString('--heap-growing-percent=30');

/** Of the time. */
const quietShare = 0.02;

/** A short pause between two loads is no reason, because V8 drops compiled code too. */
const quietLooks = 4;

/**
 * Frees all that can be freed when the event loop is quiet for the first time, and whenever it is after `workMinMs` of work, so
 * that collecting is a small part of that; until the function that comes back is called. Quiet is what some looks in a row find, at
 * one each `everyMs`. V8 by itself keeps garbage until much more is made.
 */
export function collectWhenQuiet(everyMs = 1000, workMinMs = 2000): () => void {
  let last = performance.eventLoopUtilization();
  let workMs = Infinity;
  let quiet = 0;
  const look = (): void => {
    const now = performance.eventLoopUtilization();
    const { active, utilization } = performance.eventLoopUtilization(now, last);
    workMs += active;
    quiet = utilization < quietShare ? quiet + 1 : 0;
    if (quiet >= quietLooks && workMs >= workMinMs) {
      collectAll();
      workMs = 0;
    }
    last = performance.eventLoopUtilization();
  };
  const timer = setInterval(look, everyMs).unref();
  return () => clearInterval(timer);
}

/** Four times as much, which V8 would take, saves a hundredth of the processor time of changes, and less where nothing changes. */
export const youngMaxBytes = 16 * 1024 * 1024;

/**
 * Lets the space for new objects double up to `maxBytes`, from now until the function that comes back is called; V8 itself goes
 * to 64 MiB. Looks at its size after each collection, for V8 makes it small again where little happens; a look may come late, so
 * for moments it is larger.
 */
export function growYoung(maxBytes: number): () => void {
  let factor = 0;
  const follow = (): void => {
    const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
    const wanted = (space?.space_size ?? 0) * 2 > maxBytes ? 1 : 2;
    if (wanted !== factor) setFlagsFromString(`--semi-space-growth-factor=${wanted}`);
    factor = wanted;
  };
  follow();
  const observer = new PerformanceObserver(follow);
  observer.observe({ entryTypes: ['gc'] });
  return () => observer.disconnect();
}
