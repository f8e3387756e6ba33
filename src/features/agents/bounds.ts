// How much one person's agents do at a time.
import { tooManyRequests } from '../../platform/errors.ts';

/** Of one person, in one process; more are refused. */
const callsOfOneAtOnceMax = 4;

/** Makes what runs a person's calls; it throws rate-limited while so many of theirs are under way. */
export function createBounds(): <R>(userId: number, work: () => Promise<R>) => Promise<R> {
  const underWay = new Map<number, number>();
  return async (userId, work) => {
    const before = underWay.get(userId) ?? 0;
    if (before >= callsOfOneAtOnceMax)
      throw tooManyRequests(
        `your agents make ${before} calls at this moment, which is as many as may; wait for one to end`,
      );
    underWay.set(userId, before + 1);
    try {
      return await work();
    } finally {
      const left = (underWay.get(userId) ?? 1) - 1;
      if (left === 0) underWay.delete(userId);
      else underWay.set(userId, left);
    }
  };
}
