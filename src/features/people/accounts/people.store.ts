// Reads and writes accounts with their pictures, tokens, delegations and preferences.
import { sql } from 'kysely';
import type { Insertable, RawBuilder, Selectable, Updateable } from 'kysely';
import { byId, countByValue, listInParts, prepareList, prepareLookup } from '../../../platform/database/index.ts';
import type { Reader, Tables, Writer } from '../../../platform/database/index.ts';
import { foldText } from '../../../platform/texts/fold-text.ts';
import './people.tables.ts';

export type UserRow = Selectable<Tables['users']>;

export const findUser = (db: Reader, id: number): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();

/** Accounts in order of user name. */
export const listUsersByIds = prepareList((db, isOneOf) =>
  db.selectFrom('users').selectAll().where(isOneOf('id')).orderBy('username'),
);

export const findUserByName = (db: Reader, username: string): Promise<UserRow | undefined> =>
  db
    .selectFrom('users')
    .selectAll()
    .where(sql`lower(username)`, '=', username.toLowerCase())
    .executeTakeFirst();

const keysPerQuery = 500;

/**
 * Accounts with one of these user names, proven e-mail addresses (in any case) or LDAP ids; empty keys match nothing. An address
 * that nobody proved names nobody: whoever registers may write any.
 */
export async function listUsersByKeys(
  db: Reader,
  keys: { usernames: readonly string[]; emails: readonly string[]; ldapIds: readonly string[] },
): Promise<UserRow[]> {
  const lower = (texts: readonly string[]): string[] => texts.map((text) => text.toLowerCase());
  const found = new Map<number, UserRow>();
  const search = async (
    column: 'lower(username)' | 'lower(email)' | 'ldap_id',
    wanted: readonly string[],
  ): Promise<void> => {
    for (let start = 0; start < wanted.length; start += keysPerQuery) {
      const some = wanted.slice(start, start + keysPerQuery).filter((key) => key !== '');
      if (some.length === 0) continue;
      const matching = db.selectFrom('users').selectAll().where(sql.raw<string>(column), 'in', some);
      const isByAddress = column === 'lower(email)';
      const rows = await (isByAddress ? matching.where('is_email_proven', '=', 1) : matching).execute();
      for (const row of rows) found.set(row.id, row);
    }
  };
  await search('lower(username)', lower(keys.usernames));
  await search('lower(email)', lower(keys.emails));
  await search('ldap_id', keys.ldapIds);
  return [...found.values()];
}

/** Accounts that say they have this address, proven or not: for mails to it alone. */
export const listUsersByAddress = (db: Reader, email: string): Promise<UserRow[]> =>
  db
    .selectFrom('users')
    .selectAll()
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('email', '<>', '')
    .execute();

/** Notes that the address of an account is its owner's. */
export async function proveEmail(tx: Writer, userId: number): Promise<void> {
  await tx.updateTable('users').set({ is_email_proven: 1 }).where('id', '=', userId).execute();
}

/** Whether there is any account but those that every site has. */
export const hasAccounts = async (db: Reader): Promise<boolean> =>
  (await db.selectFrom('users').select('id').where('id', '>', 100).limit(1).executeTakeFirst()) !== undefined;

/** Without those of the server itself. By the sign SQLite goes by the index of names, not by ids, which nearly all match. */
const selectPeople = (db: Reader) =>
  db
    .selectFrom('users')
    .selectAll()
    .where(sql<boolean>`+id > 100`);
const byName = { by: 'username', direction: 'asc' } as const;

/** By name. */
export const listUsers = (db: Reader): Promise<UserRow[]> => selectPeople(db).orderBy('username').execute();

/** Active and restricted accounts that are linked to a directory, by id. */
export const listLinkedUsers = (db: Reader): Promise<Pick<UserRow, 'id' | 'username' | 'ldap_id'>[]> =>
  db
    .selectFrom('users')
    .select(['id', 'username', 'ldap_id'])
    .where('ldap_id', '<>', '')
    .where('status', 'in', ['A', 'R'])
    .orderBy('id')
    .execute();

/** What `lower` of the engines makes of a text: it knows the letters of ASCII alone. */
const lowerAscii = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

export interface UserQuery {
  username?: string;
  email?: string;
  /** Part of `Real Name (username)`, whatever its case and accents; only active and restricted accounts. */
  text?: string;
  /** With `text`: accounts with this e-mail address belong to what is found. */
  emailToo?: string;
  /** Accounts whose address nobody proved are found by it, too. */
  isUnprovenFound?: boolean;
}

/** An empty part, such as what is left of accents alone, is in no name. */
function isNamed(part: string, { emailToo: email, isUnprovenFound = false }: UserQuery): RawBuilder<boolean> {
  const pattern = `%${part.replace(/[\\%_]/g, '\\$&')}%`;
  const isInName = sql<boolean>`(${part} <> '' and search_text like ${pattern} escape '\\')`;
  return email === undefined
    ? isInName
    : sql<boolean>`(${isInName} or (lower(email) = ${lowerAscii(email)} and is_email_proven >= ${isUnprovenFound ? 0 : 1}))`;
}

export function searchUsers(
  db: Reader,
  query: UserQuery,
  page: { limit: number; offset: number },
): Promise<{ rows: UserRow[]; size: number }> {
  let rows = selectPeople(db);
  if (query.username !== undefined) rows = rows.where(sql`lower(username)`, '=', query.username.toLowerCase());
  if (query.email !== undefined) {
    rows = rows.where(sql`lower(email)`, '=', lowerAscii(query.email));
    if (query.isUnprovenFound !== true) rows = rows.where('is_email_proven', '=', 1);
  }
  const found =
    query.text === undefined
      ? rows
      : rows.where('status', 'in', ['A', 'R']).where(isNamed(foldText(query.text), query));
  return listInParts(db, { rows, ...byName }, found, page);
}

/** Accounts of one status, or of all, whose name, address or real name holds the text; by name. */
export function listAccounts(
  db: Reader,
  { text, status }: { text: string; status?: UserRow['status'] | undefined },
  page: { limit: number; offset: number },
): Promise<{ rows: UserRow[]; size: number }> {
  const rows = selectPeople(db);
  let found = status === undefined ? rows : rows.where('status', '=', status);
  if (text !== '') {
    const pattern = `%${foldText(text).replace(/[\\%_]/g, '\\$&')}%`;
    const address = `%${lowerAscii(text).replace(/[\\%_]/g, '\\$&')}%`;
    found = found.where(
      sql<boolean>`(search_text like ${pattern} escape '\\' or lower(email) like ${address} escape '\\')`,
    );
  }
  return listInParts(db, { rows, ...byName }, found, page);
}

/** How many accounts may sign in, all of them and those of some people, by whether they are restricted. */
export async function countAccounts(
  db: Reader,
  ids: readonly number[],
): Promise<Record<'all' | 'some', { active: number; restricted: number }>> {
  const all = await countByValue(db, { rows: selectPeople(db), ...byId }, 'status');
  const some = await listUsersByIds(db, ids);
  return {
    all: { active: all.get('A') ?? 0, restricted: all.get('R') ?? 0 },
    some: {
      active: some.filter(({ status }) => status === 'A').length,
      restricted: some.filter(({ status }) => status === 'R').length,
    },
  };
}

const searchTextOf = (user: { real_name: string; username: string }): string =>
  foldText(`${user.real_name} (${user.username})`);

/** Accounts after an id, with the texts that they are found by. */
export const listSearchTexts = (db: Reader, afterId: number, limit: number) =>
  db.selectFrom('users').select(['id', 'search_text']).where('id', '>', afterId).orderBy('id').limit(limit).execute();

/** Folds a text anew; changes nothing where it is another one by now. */
export const renewSearchText = (tx: Writer, { id, search_text: was }: Pick<UserRow, 'id' | 'search_text'>) =>
  tx
    .updateTable('users')
    .set({ search_text: foldText(was) })
    .where('id', '=', id)
    .where('search_text', '=', was)
    .execute();

type NewUser = Omit<Insertable<Tables['users']>, 'search_text'>;

/** Throws the engine's unique violation when the name is taken. */
export async function insertUser(tx: Writer, user: NewUser): Promise<UserRow> {
  const row = { ...user, search_text: searchTextOf(user) };
  return tx.insertInto('users').values(row).returningAll().executeTakeFirstOrThrow();
}

/** Throws the engine's unique violation when the name is taken. */
export async function updateUser(
  tx: Writer,
  user: UserRow,
  change: Omit<Updateable<Tables['users']>, 'search_text'>,
): Promise<void> {
  const { username = user.username, real_name = user.real_name } = change;
  const row = { ...change, search_text: searchTextOf({ username, real_name }) };
  await tx.updateTable('users').set(row).where('id', '=', user.id).execute();
}

export async function countActiveAdmins(db: Reader): Promise<number> {
  const row = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('is_site_admin', '=', 1)
    .where('status', '=', 'A')
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** The token with this hash, and the site version of the same moment. */
export const findToken = prepareLookup(
  (db, isKey) =>
    db
      .selectFrom('tokens')
      .innerJoin('site', (join) => join.on('site.id', '=', 1))
      .select(['tokens.hash', 'tokens.user_id', 'tokens.created_at_ms', 'site.version as site_version'])
      .where(isKey('tokens.hash')),
  (row) => row.hash,
);

export async function insertToken(tx: Writer, token: Insertable<Tables['tokens']>): Promise<void> {
  await tx.insertInto('tokens').values(token).execute();
}

/** Removes one token, or all of the user's; gives how many went. */
export async function deleteTokens(tx: Writer, userId: number, hash?: Uint8Array): Promise<number> {
  let query = tx.deleteFrom('tokens').where('user_id', '=', userId);
  if (hash !== undefined) query = query.where('hash', '=', hash);
  const result = await query.executeTakeFirst();
  return Number(result.numDeletedRows);
}

export async function deleteTokensOlderThan(tx: Writer, atMs: number): Promise<void> {
  await tx.deleteFrom('tokens').where('created_at_ms', '<=', atMs).execute();
}

export async function listDelegations(db: Reader, userId: number): Promise<string[]> {
  const rows = await db.selectFrom('delegations').select('name').where('user_id', '=', userId).execute();
  return rows.map((row) => row.name);
}

/** Names of delegated rights by user. */
export async function listDelegationsOf(db: Reader, userIds: readonly number[]): Promise<Map<number, string[]>> {
  const rows = await db.selectFrom('delegations').selectAll().where('user_id', 'in', userIds).execute();
  const byUser = Map.groupBy(rows, (row) => row.user_id);
  return new Map([...byUser].map(([id, own]) => [id, own.map(({ name }) => name)]));
}

/** What these people prefer in one matter, by user; those who prefer nothing are left out. */
export async function listPreferencesOf(
  db: Reader,
  userIds: readonly number[],
  name: string,
): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('preferences')
    .select(['user_id', 'value'])
    .where('name', '=', name)
    .where('user_id', 'in', userIds)
    .execute();
  return new Map(rows.map((row) => [row.user_id, row.value]));
}

export const listAllDelegations = (db: Reader): Promise<{ name: string; username: string; userId: number }[]> =>
  db
    .selectFrom('delegations')
    .innerJoin('users', 'users.id', 'delegations.user_id')
    .select(['delegations.name', 'users.username', 'users.id as userId'])
    .orderBy('delegations.name')
    .orderBy('users.username')
    .execute();

export async function insertDelegation(tx: Writer, userId: number, name: string): Promise<void> {
  await tx
    .insertInto('delegations')
    .values({ user_id: userId, name })
    .onConflict((conflict) => conflict.columns(['user_id', 'name']).doNothing())
    .execute();
}

export async function deleteDelegation(tx: Writer, userId: number, name: string): Promise<void> {
  await tx.deleteFrom('delegations').where('user_id', '=', userId).where('name', '=', name).execute();
}

export async function findPreference(db: Reader, userId: number, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('preferences')
    .select('value')
    .where('user_id', '=', userId)
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.value;
}

export async function savePreference(tx: Writer, userId: number, name: string, value: string): Promise<void> {
  await tx
    .insertInto('preferences')
    .values({ user_id: userId, name, value })
    .onConflict((conflict) => conflict.columns(['user_id', 'name']).doUpdateSet({ value }))
    .execute();
}

export async function deletePreference(tx: Writer, userId: number, name: string): Promise<void> {
  await tx.deleteFrom('preferences').where('user_id', '=', userId).where('name', '=', name).execute();
}

/** Everything that one person prefers, in order of name. */
export const listPreferences = (db: Reader, userId: number): Promise<{ name: string; value: string }[]> =>
  db.selectFrom('preferences').select(['name', 'value']).where('user_id', '=', userId).orderBy('name').execute();

/** How many there are, and how many bytes their names and values have. */
export async function measurePreferences(db: Reader, userId: number): Promise<{ count: number; bytes: number }> {
  const row = await db
    .selectFrom('preferences')
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      sql<number | null>`sum(octet_length(name) + octet_length(value))`.as('bytes'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return { count: Number(row.count), bytes: Number(row.bytes) };
}

/** The account's picture takes the place of the one before. */
export async function saveAvatar(tx: Writer, avatar: Insertable<Tables['avatars']>): Promise<void> {
  const { user_id: _userId, ...facts } = avatar;
  await tx
    .insertInto('avatars')
    .values(avatar)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(facts))
    .execute();
}

export async function deleteAvatar(tx: Writer, userId: number): Promise<void> {
  await tx.deleteFrom('avatars').where('user_id', '=', userId).execute();
}

export async function setAvatarKey(tx: Writer, userId: number, key: string | null): Promise<void> {
  await tx.updateTable('users').set({ avatar_key: key }).where('id', '=', userId).execute();
}

export const findAvatar = (db: Reader, key: string): Promise<{ type: string; content: Uint8Array } | undefined> =>
  db.selectFrom('avatars').select(['type', 'content']).where('key', '=', key).executeTakeFirst();
