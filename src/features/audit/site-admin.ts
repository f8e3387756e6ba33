// What only site administrators do.
import { forbidden, unauthenticated } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';

/** Throws forbidden, which says that only site administrators do this, for everybody else: `what` is such as "see mails that go out". */
export function requireSiteAdmin({ isSuperUser }: { isSuperUser: boolean }, what: string): void {
  if (!isSuperUser) throw forbidden(says('site.admin-only')`only site administrators can ${what}`);
}

/** As requireSiteAdmin where nobody may ask too: throws unauthenticated for nobody. Gives the account. */
export function requireKnownSiteAdmin<User>(
  { user, isSuperUser }: { user: User | undefined; isSuperUser: boolean },
  what: string,
): User {
  if (user === undefined) throw unauthenticated(says('sign-in.admin')`sign in as a site administrator`);
  requireSiteAdmin({ isSuperUser }, what);
  return user;
}
