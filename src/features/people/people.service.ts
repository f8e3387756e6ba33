// Accounts: finding them, and all that belongs to them.
import type { Clock } from '../../platform/clock.ts';
import type { Database, Reader } from '../../platform/database/index.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import type { Cache } from '../../platform/cache/index.ts';
import { createCache } from '../../platform/cache/index.ts';
import { says } from '../../platform/texts/said.ts';
import { createAccountImports } from './changing/account-imports.service.ts';
import type { AccountImports } from './changing/account-imports.service.ts';
import { createAccounts } from './changing/accounts.service.ts';
import { managesAccounts, requireAccountRights } from './credentials/managed-accounts.ts';
import type { Accounts } from './changing/accounts.service.ts';
import { createAvatars } from './preferences/avatars.service.ts';
import type { Avatars } from './preferences/avatars.service.ts';
import { createDelegations } from './changing/delegations.service.ts';
import type { Delegations } from './changing/delegations.service.ts';
import * as store from './accounts/people.store.ts';
import type { UserQuery, UserRow } from './accounts/people.store.ts';
import { createPreferences } from './preferences/preferences.service.ts';
import type { Preferences } from './preferences/preferences.service.ts';
import { createRegistrations } from './changing/registration.service.ts';
import type { Registrations } from './changing/registration.service.ts';
import { lastSystemUserId } from './accounts/people.view.ts';
import type { Caller } from './credentials/sign-in.ts';

export type { UserQuery, UserRow };

export interface People extends Accounts, AccountImports, Avatars, Delegations, Preferences, Registrations {
  find(id: number): Promise<UserRow | undefined>;
  /** Accounts by id, from the cache of this site version; unknown ids are left out. */
  findMany(ids: Iterable<number>, siteVersion: number): Promise<Map<number, UserRow>>;
  /** `self`, or a number; throws notFound, invalid for other text. */
  resolve(caller: Caller, idText: string): Promise<UserRow | undefined>;
  /** Who did not sign in finds nobody by e-mail address. */
  search(
    caller: Caller,
    query: UserQuery,
    page: { limit: number; offset: number },
  ): Promise<{ rows: UserRow[]; size: number }>;
  /** All accounts, or those of one status, by name. Throws forbidden for who does not manage accounts. */
  listAccounts(
    caller: Caller,
    query: { text: string; status?: UserRow['status'] | undefined },
    page: { limit: number; offset: number },
  ): Promise<{ rows: UserRow[]; size: number }>;
  /** One of them. Throws as listAccounts, and notFound. */
  readAccount(caller: Caller, id: number): Promise<UserRow>;
  list(): Promise<UserRow[]>;
  /** The account with this user name, else the first with this e-mail address. */
  findByIdentifier(identifier: string): Promise<UserRow | undefined>;
}

/** `steps` are what follows when people make accounts for themselves. */
export function createPeople(
  database: Database,
  clock: Clock,
  steps: Parameters<typeof createRegistrations>[2] = { list: () => [] },
): People {
  const users = createCache<number, UserRow>({ name: 'people', maxBytes: 20_971_520, sizeOf: () => 700 });
  return {
    ...createAccountImports(database, clock),
    ...createAccounts(database, clock),
    ...createAvatars(database, clock),
    ...createDelegations(database, clock),
    ...createPreferences(database),
    ...createRegistrations(database, clock, steps),
    find: (id) => store.findUser(database.read, id),
    findMany: (ids, siteVersion) => findMany(database.read, users, ids, siteVersion),
    async resolve(caller, idText) {
      if (idText === 'self') return caller.user;
      if (!/^\d{1,15}$/.test(idText))
        throw invalid(says('account.id')`"${idText}" is not a valid user ID; use a number or "self"`, 'id');
      if (Number(idText) === 0) return undefined;
      const user = await store.findUser(database.read, Number(idText));
      if (user === undefined) throw notFound(says('user.missing')`there is no user ${idText}`);
      return user;
    },
    async search(caller, sought, page) {
      const { user } = caller;
      const query = { ...sought, isUnprovenFound: managesAccounts(caller) };
      if (user === undefined && query.email !== undefined) return { rows: [], size: 0 };
      const isEmail = user !== undefined && query.text?.includes('@') === true;
      const whole = isEmail && query.text !== undefined ? { ...query, emailToo: query.text } : query;
      return store.searchUsers(database.read, whole, page);
    },
    async listAccounts(caller, query, page) {
      requireAccountRights(caller);
      return store.listAccounts(database.read, query, page);
    },
    async readAccount(caller, id) {
      requireAccountRights(caller);
      const user = id > lastSystemUserId ? await store.findUser(database.read, id) : undefined;
      if (user === undefined) throw notFound(says('account.missing')`there is no account ${id}`);
      return user;
    },
    list: () => store.listUsers(database.read),
    findByIdentifier: async (identifier) =>
      (await store.findUserByName(database.read, identifier)) ??
      onlyOne((await store.searchUsers(database.read, { email: identifier }, { limit: 2, offset: 0 })).rows),
  };
}

/** Several with one address are told apart by nobody. */
const onlyOne = ([row, another]: readonly UserRow[]): UserRow | undefined => (another === undefined ? row : undefined);

/** One query for those that the cache lacks. */
async function findMany(
  db: Reader,
  cache: Cache<number, UserRow>,
  ids: Iterable<number>,
  version: number,
): Promise<Map<number, UserRow>> {
  const wanted = new Set(ids);
  wanted.delete(0);
  const found = cache.getMany(wanted, version);
  const missing = [...wanted].filter((id) => !found.has(id));
  for (const user of await store.listUsersByIds(db, missing)) {
    found.set(user.id, user);
    cache.set(user.id, user, version);
  }
  return found;
}
