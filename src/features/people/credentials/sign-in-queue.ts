// Who is looked at first where many sign in at once. People at places that they signed in from lately have room of their own, so
// that a flood from elsewhere keeps them from nothing; all others share the rest by network, so that a flood keeps no newcomer
// out. Constants are explained in docs/security.md.
import { rateLimited, unavailable } from '../../../platform/errors.ts';
import { createFairSemaphore } from '../../../platform/concurrency/fair-semaphore.ts';
import { says } from '../../../platform/texts/said.ts';
import type { SignInGuard, Subjects } from './sign-in-guard.service.ts';

export interface SignInQueue {
  /**
   * Runs an attempt when its turn comes. `work` calls what it is given once the attempt is counted, so that the next one of the same
   * address, or at a known place of the same account there, begins. Throws unavailable where very many wait, and rate-limited
   * where very many of one network or account do, and as SignInGuard.look.
   */
  run<R>(subjects: Subjects, work: (leave: () => void) => Promise<R>): Promise<R>;
}

/** Together far fewer than requests may be under way, so that those without passwords always find room. */
const knownBounds = { total: 16, perOwner: 4, perTarget: 1, maxWaiting: 200, maxWaitingOfOwner: 200 };
/** Half of the others, so that of the threads that hash these get a third where both kinds wait. */
const newcomerBounds = { total: 8, perOwner: 4, perTarget: 1, maxWaiting: 200, maxWaitingOfOwner: 100 };
/** Milliseconds that a sign-in waits for its turn; then it is answered 503. */
const waitMaxMs = 30_000;

export function createSignInQueue(guard: Pick<SignInGuard, 'look'>): SignInQueue {
  const refuse = () => unavailable(says('sign-in.busy')`too many people are signing in; try again in a moment`);
  const refuseOwner = () =>
    rateLimited(says('sign-in.busy-here')`too many sign-ins from your network are waiting; try again later`, 1);
  const known = createFairSemaphore({ ...knownBounds, waitMaxMs, refuse, refuseOwner });
  const newcomers = createFairSemaphore({ ...newcomerBounds, waitMaxMs, refuse, refuseOwner });
  return {
    async run(subjects, work) {
      const { isKnownAddress, hasFailedMuch } = await guard.look(subjects);
      const rank = hasFailedMuch ? 1 : 0;
      const { account, pair, site, network } = subjects;
      return isKnownAddress
        ? known.run({ owner: account, target: pair, rank }, work)
        : newcomers.run({ owner: site, target: network, rank }, work);
    },
  };
}
