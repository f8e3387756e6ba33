// Accounts: finding, creating and changing them, and the rights that are delegated to them.
import type { Clock } from '../../platform/clock.ts';
import { mapConstraint } from '../../platform/database/index.ts';
import type { Database, Reader, Writer } from '../../platform/database/index.ts';
import { forbidden, invalid, notFound } from '../../platform/errors.ts';
import { createVersionedCache } from '../../platform/versioned-cache.ts';
import { commandLine, recordAudit } from '../audit/index.ts';
import type { Actor, AuditEntry } from '../audit/index.ts';
import { bumpSiteVersion } from '../site/index.ts';
import { deleteSignIns } from './credentials.store.ts';
import { createDelegations } from './delegations.service.ts';
import type { Delegations } from './delegations.service.ts';
import { hashPassword } from './passwords.ts';
import * as store from './people.store.ts';
import type { UserQuery, UserRow } from './people.store.ts';
import type { UserStatus } from './people.tables.ts';
import type { Caller } from './sign-in.ts';

export type { UserQuery };

/** What may be said of an account; what is absent keeps its value. */
export interface UserChange {
  username?: string;
  realName?: string;
  email?: string;
  ldapId?: string;
  status?: UserStatus;
  isSiteAdmin?: boolean;
  password?: string;
}

export interface People extends Delegations {
  find(id: number): Promise<UserRow | undefined>;
  /** Accounts by id, from the cache of this site version; unknown ids are left out. */
  findMany(ids: Iterable<number>, siteVersion: number): Promise<Map<number, UserRow>>;
  /** `self`, or a number; throws notFound, invalid for other text. */
  resolve(caller: Caller, idText: string): Promise<UserRow | undefined>;
  search(query: UserQuery, page: { limit: number; offset: number }): Promise<{ rows: UserRow[]; size: number }>;
  list(): Promise<UserRow[]>;
  /** The account with this user name, else the first with this e-mail address. */
  findByIdentifier(identifier: string): Promise<UserRow | undefined>;
  /** Throws invalid for a bad name or e-mail, conflict for a taken name. Gives the id. `by` is who the audit log names. */
  create(user: UserChange & { username: string; email: string }, by?: Actor): Promise<number>;
  /** A new password ends all tokens and sessions. Throws notFound for an unknown name, and as create does. */
  change(username: string, change: UserChange, by?: Actor): Promise<void>;
  /** The caller's own preference or false; throws forbidden for somebody else's. */
  readPreference(caller: Caller, user: UserRow | undefined, name: string): Promise<string | false>;
  /** The caller's own dashboards, oldest first; throws forbidden for somebody else's. */
  listDashboards(caller: Caller, user: UserRow | undefined): Promise<{ id: number; name: string }[]>;
  addDashboard(userId: number, name: string): Promise<{ id: number; name: string }>;
}

const usernamePattern = /^[A-Za-z][A-Za-z0-9_.-]{1,254}$/;

function checkUser(user: UserChange): void {
  if (user.username !== undefined && !usernamePattern.test(user.username)) {
    throw invalid(
      `"${user.username}" is no user name; use a letter, then letters, digits, "-", "_" or "."`,
      'username',
    );
  }
  if (user.email !== undefined && !/^[^@\s]+@[^@\s]+$/.test(user.email)) {
    throw invalid(`"${user.email}" is no e-mail address`, 'email');
  }
}

/** Creates an account inside a transaction of the caller's. Throws as People.create. */
export async function createUser(
  tx: Writer,
  user: Omit<UserChange, 'password'> & { username: string; email: string; passwordHash?: string },
  nowMs: number,
): Promise<number> {
  checkUser(user);
  try {
    return await store.insertUser(tx, {
      username: user.username,
      email: user.email,
      real_name: user.realName ?? '',
      ldap_id: user.ldapId ?? '',
      status: user.status ?? 'A',
      is_site_admin: user.isSiteAdmin === true ? 1 : 0,
      has_avatar: 1,
      password_hash: user.passwordHash ?? null,
      password_changed_at_ms: user.passwordHash === undefined ? null : nowMs,
      created_at_ms: nowMs,
    });
  } catch (error) {
    const message = `the user name "${user.username}" is taken`;
    throw mapConstraint(error, { 'users.username': message, "index 'users_lower_username'": message });
  }
}

export function createPeople(database: Database, clock: Clock): People {
  const users = createVersionedCache<number, UserRow>(50_000);
  const requireUser = async (username: string): Promise<UserRow> => {
    const user = await store.findUserByName(database.read, username);
    if (user === undefined) throw notFound(`there is no user "${username}"`);
    return user;
  };
  return {
    ...createDelegations(database, clock),
    find: (id) => store.findUser(database.read, id),
    findMany: (ids, siteVersion) => findMany(database.read, users, ids, siteVersion),
    async resolve(caller, idText) {
      if (idText === 'self') return caller.user;
      if (!/^\d{1,15}$/.test(idText)) throw invalid(`"${idText}" is no user id; use a number or "self"`, 'id');
      if (Number(idText) === 0) return undefined;
      const user = await store.findUser(database.read, Number(idText));
      if (user === undefined) throw notFound(`there is no user ${idText}`);
      return user;
    },
    search: (query, page) => store.searchUsers(database.read, query, page),
    list: () => store.listUsers(database.read),
    findByIdentifier: async (identifier) =>
      (await store.findUserByName(database.read, identifier)) ??
      (await store.searchUsers(database.read, { email: identifier }, { limit: 1, offset: 0 })).rows[0],
    async create(user, by = commandLine) {
      const passwordHash = user.password === undefined ? undefined : await hashPassword(user.password);
      const { password: _password, ...facts } = user;
      return database.transact(async (tx) => {
        const id = await createUser(tx, passwordHash === undefined ? facts : { ...facts, passwordHash }, clock.nowMs());
        await recordAudit(tx, clock, { kind: 'account-created', by, userId: id, details: { username: user.username } });
        await bumpSiteVersion(tx);
        return id;
      });
    },
    async change(username, change, by = commandLine) {
      checkUser(change);
      const user = await requireUser(username);
      const passwordHash = change.password === undefined ? undefined : await hashPassword(change.password);
      await database.transact(async (tx) => {
        await store.updateUser(tx, user.id, columnsOf(change, passwordHash, clock.nowMs()));
        if (passwordHash !== undefined) await deleteSignIns(tx, user.id);
        await recordAudit(tx, clock, ...describeChange(user.id, change, by));
        await bumpSiteVersion(tx);
      });
    },
    async readPreference(caller, user, name) {
      const { id } = requireOwn(caller, user, 'preferences');
      return (await store.findPreference(database.read, id, name)) ?? false;
    },
    listDashboards: async (caller, user) =>
      store.listDashboards(database.read, requireOwn(caller, user, 'dashboards').id),
    addDashboard: (userId, name) => database.transact((tx) => store.insertDashboard(tx, userId, name)),
  };
}

/** The caller's own account; throws forbidden for somebody else's. `what` names in the plural what is asked for. */
export function requireOwn(caller: Caller, user: UserRow | undefined, what: string): UserRow {
  if (user === undefined || user.id !== caller.user?.id) throw forbidden(`${what} are their owner’s alone`);
  return user;
}

function columnsOf(
  change: UserChange,
  passwordHash: string | undefined,
  nowMs: number,
): Parameters<typeof store.updateUser>[2] {
  return {
    ...(change.email === undefined ? {} : { email: change.email }),
    ...(change.realName === undefined ? {} : { real_name: change.realName }),
    ...(change.ldapId === undefined ? {} : { ldap_id: change.ldapId }),
    ...(change.status === undefined ? {} : { status: change.status }),
    ...(change.isSiteAdmin === undefined ? {} : { is_site_admin: change.isSiteAdmin ? 1 : 0 }),
    ...(passwordHash === undefined
      ? {}
      : { password_hash: passwordHash, password_changed_at_ms: nowMs, legacy_password_md5: null }),
  };
}

/** What the audit log says of a change: that the password is another one, and the new values of everything else. */
function describeChange(userId: number, { password, ...facts }: UserChange, by: Actor): AuditEntry[] {
  const isChanged = Object.keys(facts).length > 0;
  return [
    ...(password === undefined ? [] : [{ kind: 'password-changed', by, userId } as const]),
    ...(isChanged ? [{ kind: 'account-changed', by, userId, details: facts } as const] : []),
  ];
}

/** One query for those that the cache lacks. */
async function findMany(
  db: Reader,
  cache: ReturnType<typeof createVersionedCache<number, UserRow>>,
  ids: Iterable<number>,
  version: number,
): Promise<Map<number, UserRow>> {
  const wanted = new Set(ids);
  wanted.delete(0);
  const found = cache.peekMany(wanted, version);
  const missing = [...wanted].filter((id) => !found.has(id));
  for (const user of await store.listUsersByIds(db, missing)) {
    found.set(user.id, user);
    cache.put(user.id, version, user);
  }
  return found;
}
