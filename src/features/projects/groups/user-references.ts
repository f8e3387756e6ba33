// References to accounts as clients write them: by id, user name, e-mail address or LDAP id.
import type { Static } from 'typebox';
import type { Reader } from '../../../platform/database/index.ts';
import { invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { lastSystemUserId, listUsersByIds, listUsersByKeys } from '../../people/index.ts';
import type { UserRow } from '../../people/index.ts';
import type { UserReference } from './projects.schema.ts';

const keys = ['id', 'username', 'email', 'ldap_id'] as const;
type Key = (typeof keys)[number];

interface Given {
  key: Key;
  /** As accounts are compared: in lower case where case does not matter. */
  value: string;
  path: string;
}

/**
 * The accounts, each once, found in one query. Throws invalid for a reference that has not exactly one key, for keys of
 * several kinds, and for who is unknown or can't be told from others of the same e-mail address or LDAP id.
 */
export async function findReferencedUsers(
  db: Reader,
  references: readonly Static<typeof UserReference>[],
): Promise<UserRow[]> {
  const given = references.map(readReference);
  const [first] = given;
  if (first === undefined) return [];
  const other = given.find((one) => one.key !== first.key);
  if (other !== undefined)
    throw invalid(
      says('group.keys')`uses ${other.key}, others use ${first.key}; use the same key in all references`,
      other.path,
    );
  const users = await queryUsers(db, first.key, given);
  const byValue = Map.groupBy(users, (user) => normalize(first.key, user[first.key]));
  const found = given.map(({ key, value, path }) => {
    const [user, ...others] = byValue.get(value) ?? [];
    if (user === undefined)
      throw invalid(
        key === 'email'
          ? says('people.nobody-proven')`no account has confirmed the e-mail address "${value}"; send an invitation`
          : says('people.nobody')`there is no user with the ${key} "${value}"`,
        path,
      );
    if (others.length > 0)
      throw invalid(says('people.several')`several accounts have the ${key} "${value}"; use id or username`, path);
    return user;
  });
  return [...new Set(found)];
}

function readReference(reference: Static<typeof UserReference>, position: number): Given {
  const path = `user_references[${position}]`;
  const given = keys.flatMap((key) => {
    const value = reference[key];
    return value === undefined || value === null ? [] : [{ key, value: normalize(key, value), path }];
  });
  const [only, ...others] = given;
  if (only === undefined || others.length > 0)
    throw invalid(says('group.one-key')`needs exactly one of ${keys.join(', ')}`, path);
  return only;
}

const normalize = (key: Key, value: string | number): string =>
  key === 'username' || key === 'email' ? String(value).toLowerCase() : String(value);

/** Accounts that are nobody's are left out. */
async function queryUsers(db: Reader, key: Key, given: readonly Given[]): Promise<UserRow[]> {
  const values = [...new Set(given.map((one) => one.value))];
  const of = (wanted: Key): string[] => (wanted === key ? values : []);
  const found =
    key === 'id'
      ? await listUsersByIds(db, values.map(Number))
      : await listUsersByKeys(db, { usernames: of('username'), emails: of('email'), ldapIds: of('ldap_id') });
  return found.filter((user) => user.id > lastSystemUserId);
}
