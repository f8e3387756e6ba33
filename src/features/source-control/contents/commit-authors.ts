// Accounts of those who wrote commits.
import type { Reader } from '../../../platform/database/index.ts';
import { isUsableAccount, listUsersByKeys } from '../../people/index.ts';
import type { UserRow } from '../../people/index.ts';
import type { Commit } from '../repositories/git-objects.ts';

/** In any letter case, and with whatever blanks. */
const plainName = (name: string): string => name.trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** Finds them by the address in a commit. Of several active accounts that have it, the author's name decides; else it is nobody's. */
export async function readAuthors(
  db: Reader,
  commits: Iterable<Commit>,
): Promise<(commit: Commit) => UserRow | undefined> {
  const emails = [...new Set(Iterator.from(commits).map(({ author }) => author.email))];
  const users = await listUsersByKeys(db, { usernames: [], emails, ldapIds: [] });
  const owners = Map.groupBy(users, ({ email }) => email.toLowerCase());
  return ({ author }) => {
    const known = owners.get(author.email.toLowerCase()) ?? [];
    const usable = known.filter(isUsableAccount);
    const sharing = usable.length === 0 ? known : usable;
    if (sharing.length < 2) return sharing[0];
    const name = plainName(author.name);
    const named = sharing.filter((user) => [user.real_name, user.username].some((one) => plainName(one) === name));
    return named.length === 1 ? named[0] : undefined;
  };
}
