// Cooperative scheduling: work of any size gives way to others after some milliseconds, so that one thread answers everybody. A
// turn is one round of the event loop; work that has used it up rests, and goes on in a later one.
import { AsyncLocalStorage } from 'node:async_hooks';

/** How much of a turn is worked before the next piece of work waits for another one. */
export const turnMaxMs = 6;

let limitMs = turnMaxMs;
let rests = 0;

/** How often work rested since the process began. */
export const countRests = (): number => rests;

/** Has work rest wherever it may, until the function that it gives is called: for tests, which then count. */
export function shortenTurns(): () => void {
  limitMs = 0;
  return () => {
    limitMs = turnMaxMs;
  };
}

/** Who rested before waits behind those who did not, but for each fifth turn. */
const freshInARow = 4;

interface Task {
  hasRested: boolean;
  isWanted: () => boolean;
}

const tasks = new AsyncLocalStorage<Task>();

type Resume = () => void;

const fresh: Resume[] = [];
const tired: Resume[] = [];
let freshCount = 0;
let isTurnOpen = false;
let turnEndsAtMs = 0;
let isPumping = false;

const closeTurn = (): void => {
  isTurnOpen = false;
};

/** Runs a work, such as that for one request, which goes before others as long as it is short. `isWanted` tells whether somebody waits. */
export const runAsTask = <R>(work: () => Promise<R>, isWanted = (): boolean => true): Promise<R> =>
  tasks.run({ hasRested: false, isWanted }, work);

/** Whether nobody waits any more for what this work makes. Work that others share goes on all the same. */
export const isAbandoned = (): boolean => tasks.getStore()?.isWanted() === false;

/** Whether so much was done in this turn that what comes next had better `rest` first. To be asked often. */
export function isTurnLong(): boolean {
  const nowMs = performance.now();
  if (isTurnOpen) return nowMs >= turnEndsAtMs;
  isTurnOpen = true;
  turnEndsAtMs = nowMs + limitMs;
  setImmediate(closeTurn);
  return false;
}

/** Waits for another turn, in which others were served. `isUrgent`: others wait for what the caller holds. */
export function rest(isUrgent = false): Promise<void> {
  rests += 1;
  const task = tasks.getStore();
  const goesFirst = isUrgent || task?.hasRested === false;
  if (task !== undefined) task.hasRested = true;
  const { promise, resolve } = Promise.withResolvers<void>();
  (goesFirst ? fresh : tired).push(resolve);
  if (!isPumping) {
    isPumping = true;
    setImmediate(resumeNext);
  }
  return promise;
}

/** One in each turn, because nobody knows how long it works. */
function resumeNext(): void {
  const isFreshsTurn = tired.length === 0 || (fresh.length > 0 && freshCount < freshInARow);
  freshCount = isFreshsTurn ? freshCount + 1 : 0;
  (isFreshsTurn ? fresh : tired).shift()?.();
  isPumping = fresh.length + tired.length > 0;
  if (isPumping) setImmediate(resumeNext);
}

/** Work that yields wherever it may rest. */
export type Steps<R> = Generator<undefined, R, undefined>;

/** Counts the small things that work walks over: true once there were so many that it should yield. */
export function createPace(stepMax: number): () => boolean {
  let walked = 0;
  return () => {
    walked += 1;
    if (walked < stepMax) return false;
    walked = 0;
    return true;
  };
}

/** Does all of it at once: for what is short. Throws what the work throws. */
export function finishNow<R>(work: Steps<R>): R {
  for (;;) {
    const next = work.next();
    if (next.done === true) return next.value;
  }
}

/** Does it at once as long as it need not rest. Throws, or rejects with, what the work throws. */
export function runInTurns<R>(work: Steps<R>): R | Promise<R> {
  for (let next = work.next(); ; next = work.next()) {
    if (next.done === true) return next.value;
    if (isTurnLong()) return goOn(work);
  }
}

async function goOn<R>(work: Steps<R>): Promise<R> {
  for (;;) {
    if (isTurnLong()) await rest();
    const next = work.next();
    if (next.done === true) return next.value;
  }
}

/** `items.map(map)`, resting where it takes long; a piece of work is one call of `map`. */
export async function mapInTurns<T, R>(items: readonly T[], map: (item: T, index: number) => R): Promise<R[]> {
  const results: R[] = [];
  for (const [index, item] of items.entries()) {
    if (isTurnLong()) await rest();
    results.push(map(item, index));
  }
  return results;
}
