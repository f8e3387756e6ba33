// Work whose size somebody else chose, done on the thread that answers everybody: it stops now and then, and where it is long
// the others go on meanwhile.

/** Work in steps: at each `yield` it may be left for later. */
export type Steps<R> = Generator<undefined, R, undefined>;

/** What one turn of the event loop gives to all such work together. */
const turnMaxMs = 4;
/** More would hold what they have made so far in memory, and end no sooner. */
const atOnceMax = 4;

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
export function finishNow<R>(steps: Steps<R>): R {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Goes on with one work; gives whether it has ended. */
type Work = () => boolean;

/** Those that take turns, and those that wait to. */
const active: Work[] = [];
const waiting: Work[] = [];

/** One step of each in turn, until the time is up. */
function takeTurn(): void {
  const endMs = performance.now() + turnMaxMs;
  do {
    const work = active.shift();
    if (work === undefined) return;
    const next = work() ? waiting.shift() : work;
    if (next !== undefined) active.push(next);
  } while (performance.now() < endMs);
  if (active.length > 0) setImmediate(takeTurn);
}

/** Does it in many turns of the event loop, each of them short, whoever else has such work. Rejects with what it throws. */
export function finishInTurns<R>(steps: Steps<R>): Promise<R> {
  return new Promise((resolve, reject) => {
    const work: Work = () => {
      try {
        const step = steps.next();
        if (step.done === true) resolve(step.value);
        return step.done === true;
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
        return true;
      }
    };
    if (active.length >= atOnceMax) waiting.push(work);
    else if (active.push(work) === 1) setImmediate(takeTurn);
  });
}
