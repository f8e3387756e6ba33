// How much one person's agents do at a time.
import { createFairSemaphore } from '../../platform/concurrency/fair-semaphore.ts';
import { tooManyRequests } from '../../platform/errors.ts';

/** Of one person, in one process; more are rejected. */
const callsOfOneAtOnceMax = 4;

/** Makes what runs a person's calls; it throws rate-limited while so many of theirs are under way. */
export function createBounds(): <R>(userId: number, work: () => Promise<R>) => Promise<R> {
  const refuse = (): Error =>
    tooManyRequests(
      `your agents make ${callsOfOneAtOnceMax} calls at this moment, which is as many as may; wait for one to end`,
    );
  const calls = createFairSemaphore({
    perOwner: callsOfOneAtOnceMax,
    maxWaitingOfOwner: 0,
    refuse,
    refuseOwner: refuse,
  });
  return (userId, work) => calls.run({ owner: String(userId), target: undefined }, work);
}
