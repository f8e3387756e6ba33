// People whom requests name, and accounts of those who are shown.
import type { Static } from 'typebox';
import type { Reader } from '../../platform/database/index.ts';
import { invalid } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { listUsersByIds, listUsersByKeys, provenEmailOf } from '../people/index.ts';
import type { UserRow } from '../people/index.ts';
import type { People } from './pull-requests.view.ts';
import type { UserReference } from './user-reference.schema.ts';

type Reference = Static<typeof UserReference>;

export async function readPeople(db: Reader, ids: readonly number[]): Promise<People> {
  const users = await listUsersByIds(db, [...new Set(ids)]);
  return new Map(users.map((user) => [user.id, user]));
}

/** Whether an address names this account, and no other. */
const isOwner = (user: UserRow, email: string, users: readonly UserRow[]): boolean => {
  const owners = users.filter((one) => one.is_email_proven === 1 && one.email.toLowerCase() === email.toLowerCase());
  return owners.length === 1 && owners[0] === user;
};

/** In the order of the references. Throws invalid at `part` for what names nobody who may sign in. */
export async function findPeople(db: Reader, references: readonly Reference[], part: string): Promise<UserRow[]> {
  const users = await listUsersByKeys(db, {
    usernames: references.flatMap(({ username }) => username ?? []),
    emails: references.flatMap(({ email }) => email ?? []),
    ldapIds: references.flatMap(({ ldap_id: ldapId }) => ldapId ?? []),
  });
  const people = await readPeople(
    db,
    references.flatMap(({ id }) => id ?? []),
  );
  return references.map((reference, index) => {
    const { id, username, email, ldap_id: ldapId } = reference;
    const found =
      id === undefined
        ? users.find(
            (user) =>
              user.username === username ||
              (email !== undefined && isOwner(user, email, users)) ||
              (ldapId !== undefined && user.ldap_id === ldapId),
          )
        : people.get(id);
    if (found === undefined || (found.status !== 'A' && found.status !== 'R'))
      throw invalid(says('pull.nobody')`is not an existing user`, `${part}.${index}`);
    return found;
  });
}

/** The person as Git names them. */
export const identityOf = (user: UserRow) => ({ name: user.real_name, email: provenEmailOf(user) });
