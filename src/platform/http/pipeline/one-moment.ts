// Work on a request that goes by one moment from beginning to end.
import { StaleMomentError } from '../../stale-moment.ts';

/** Of many changes of rights or definitions at once, each round lets one through, and the others wait in this way. */
const attemptsMin = 20;
const patienceMs = 10_000;

/**
 * Runs the work, and anew with a fresh moment when rights or definitions changed meanwhile. Gives up after both
 * `attemptsMin` and `patienceMs`.
 */
export async function runAtOneMoment<Moment, R>(
  first: Moment,
  readAgain: () => Promise<Moment>,
  work: (moment: Moment) => Promise<R>,
): Promise<R> {
  let moment = first;
  const deadlineMs = performance.now() + patienceMs;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work(moment);
    } catch (error) {
      const isOver = attempt >= attemptsMin && performance.now() >= deadlineMs;
      if (!(error instanceof StaleMomentError) || isOver) throw error;
      moment = await readAgain();
    }
  }
}
