// What lasts longer than a sign-in is made by whoever shows the password, or signed in a moment ago: not by whoever found an open
// session, a token or a key.
import type { Clock } from '../../../platform/clock.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { RequestFacts } from '../../../platform/http/index.ts';
import { says } from '../../../platform/texts/said.ts';
import type { PasswordCheck } from './password-check.ts';
import { requireUser } from './sign-in.ts';
import type { Caller } from './sign-in.ts';

/** How long a sign-in counts as the person who is there. */
export const freshMinutes = 10;

const passwordNeeded = says(
  'key.password-needed',
)`creating a key requires your password: send it as password or with Basic authentication, or sign in again within the last ${freshMinutes} minutes`;

export interface FreshProof {
  /**
   * Throws forbidden, with the reason password-needed, where nothing shows that the person is there, and as PasswordCheck.check for
   * a wrong password.
   */
  require(caller: Caller, password: string | undefined, request: RequestFacts): Promise<void>;
}

export const createFreshProof = (clock: Clock, passwordCheck: PasswordCheck): FreshProof => ({
  async require(caller, password, request) {
    const { username } = requireUser(caller);
    if (password !== undefined) {
      await passwordCheck.check({ username, password, method: 'key', request, settings: caller.site.settings });
      return;
    }
    if (!isFresh(caller, clock.nowMs()))
      throw new DomainError('forbidden', passwordNeeded, { reason: 'password-needed' });
  },
});

function isFresh({ credential }: Caller, nowMs: number): boolean {
  if (credential?.kind === 'password') return true;
  if (credential?.kind !== 'session' && credential?.kind !== 'token') return false;
  return nowMs - credential.createdAtMs < freshMinutes * 60_000;
}
