// What belongs to one account alone.
import { forbidden } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import type { UserRow } from '../accounts/people.store.ts';
import type { Caller } from '../credentials/sign-in.ts';

/** The caller's own account; throws forbidden for somebody else's. `what` names in the plural what is asked for. */
export function requireOwn(caller: Caller, user: UserRow | undefined, what: string): UserRow {
  if (user === undefined || user.id !== caller.user?.id)
    throw forbidden(says('account.own')`only the owner of the account can access its ${what}`);
  return user;
}
