// Accounts of those who wrote commits.
import type { Reader } from '../../../platform/database/index.ts';
import { isUsableAccount, listUsersByKeys } from '../../people/index.ts';
import type { UserRow } from '../../people/index.ts';
import type { Commit } from '../repositories/git-objects.ts';

/** Finds them by the address in a commit. One that several active accounts have is nobody's: who of them wrote it can't be told. */
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
    const [user, another] = usable.length === 0 ? known : usable;
    return another === undefined ? user : undefined;
  };
}
