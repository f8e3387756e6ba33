// Who manages the accounts of others, and which of them.
import type { Reader } from '../../../platform/database/index.ts';
import { forbidden } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import * as store from '../accounts/people.store.ts';
import type { UserRow } from '../accounts/people.store.ts';
import type { Caller } from './sign-in.ts';

/** Whoever may create and change accounts of others. */
export const managesAccounts = (caller: Caller): boolean =>
  caller.isSuperUser || caller.delegations.has('user-management');

/** Throws forbidden for everybody else. */
export function requireAccountRights(caller: Caller): void {
  if (!managesAccounts(caller))
    throw forbidden(says('account.list-admin-only')`only account managers can see all accounts`);
}

/**
 * Who manages accounts could else take over one with more rights, by its e-mail address: accounts with site-wide rights
 * are changed by site administrators. Throws forbidden.
 */
export async function requireBelow(db: Reader, caller: Caller, user: UserRow): Promise<void> {
  if (caller.isSuperUser || user.id === caller.user?.id) return;
  if (user.is_site_admin === 1 || (await store.listDelegations(db, user.id)).length > 0) {
    throw forbidden(
      says('account.rights-admin-only')`only site administrators can change accounts with site-wide permissions`,
    );
  }
}
