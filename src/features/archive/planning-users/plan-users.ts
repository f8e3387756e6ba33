// Decides what becomes of each user of an archive: an account is reused or created, or the operator has to say.
import { invalid } from '../../../platform/errors.ts';
import type { ArchiveUser } from '../model/archive-model.ts';
import type { AccountStatus, UserMap, UserMapAction } from './read-user-map.ts';

/** What the platform knows about an account. */
export interface ExistingUser {
  readonly username: string;
  /** Empty where nobody proved that it is the owner's. */
  readonly email: string;
  /** Null or empty when it has none. */
  readonly ldapId: string | null;
  /** Active or restricted: not suspended, deleted or pending. */
  readonly isAlive: boolean;
}

/** With a map the operator decides case by case; automap ignores e-mail addresses and creates with one status. */
export type MappingMode = { readonly map: UserMap } | { readonly automap: 'A' | 'S' };

export type PlannedUser =
  | { readonly action: 'reuse'; readonly username: string; readonly user: ArchiveUser; readonly mapTo: string }
  | {
      readonly action: 'create';
      readonly username: string;
      readonly user: ArchiveUser;
      readonly status: AccountStatus;
    };

interface Accounts {
  readonly byUsername: ReadonlyMap<string, ExistingUser>;
  readonly byLdapId: ReadonlyMap<string, ExistingUser>;
  readonly byEmail: ReadonlyMap<string, ExistingUser>;
}

const indexAccounts = (existing: readonly ExistingUser[]): Accounts => ({
  byUsername: new Map(existing.map((account) => [account.username, account])),
  byLdapId: new Map(existing.flatMap((account) => (account.ldapId ? [[account.ldapId, account] as const] : []))),
  byEmail: new Map(
    existing.flatMap((account) => (account.email === '' ? [] : [[account.email.toLowerCase(), account] as const])),
  ),
});

const findAccount = (accounts: Accounts, user: ArchiveUser): ExistingUser | undefined =>
  (user.ldapId === '' ? undefined : accounts.byLdapId.get(user.ldapId)) ?? accounts.byUsername.get(user.username);

const reuse = (user: ArchiveUser, mapTo: string): PlannedUser => ({
  action: 'reuse',
  username: user.username,
  user,
  mapTo,
});

const create = (user: ArchiveUser, status: AccountStatus): PlannedUser => ({
  action: 'create',
  username: user.username,
  user,
  status,
});

const quote = (username: string, action: string): string => `user map, user \`${username}\`: ${action}`;

interface Decision {
  readonly user: ArchiveUser;
  readonly entry: UserMapAction | undefined;
  readonly accounts: Accounts;
  /** Why a decision is needed, and the actions that settle it. */
  readonly reason: string;
  readonly allowed: readonly UserMapAction['kind'][];
}

const SPELLINGS: Readonly<Record<UserMapAction['kind'], string>> = {
  create: 'create:<A|R|S>',
  map: 'map:<user>',
  noop: 'noop',
};

const decide = ({ user, entry, accounts, reason, allowed }: Decision, noopTarget: string): PlannedUser => {
  const needed = allowed.map((kind) => SPELLINGS[kind]).join(' or ');
  if (entry === undefined || !allowed.includes(entry.kind))
    throw invalid(
      quote(user.username, `${reason}; it needs ${needed}${entry === undefined ? '' : `, not ${entry.kind}`}`),
    );
  if (entry.kind === 'create') return create(user, entry.status);
  if (entry.kind === 'noop') return reuse(user, noopTarget);
  if (!accounts.byUsername.has(entry.username))
    throw invalid(quote(user.username, `there is no account \`${entry.username}\` to map it to`));
  return reuse(user, entry.username);
};

const planByMap = (user: ArchiveUser, accounts: Accounts, map: UserMap): PlannedUser => {
  const account = findAccount(accounts, user);
  const entry = map.get(user.username)?.action;
  const context = { user, entry, accounts };
  if (account === undefined) {
    const owner = user.email === '' ? undefined : accounts.byEmail.get(user.email.toLowerCase());
    if (owner === undefined)
      return decide({ ...context, reason: 'it has no account here', allowed: ['create', 'map'] }, '');
    const reason = `its e-mail address belongs to the account \`${owner.username}\``;
    return decide({ ...context, reason, allowed: ['map'] }, '');
  }
  const { username } = account;
  if (!account.isAlive)
    return decide(
      { ...context, reason: `its account \`${username}\` is not active`, allowed: ['noop', 'map'] },
      username,
    );
  const isSame = account.email !== '' && account.email.toLowerCase() === user.email.toLowerCase();
  if (account.ldapId || isSame) return reuse(user, username);
  const which = account.email === '' ? 'no confirmed' : 'another';
  const reason = `the account \`${username}\` has ${which} e-mail address`;
  return decide({ ...context, reason, allowed: ['map'] }, username);
};

const planByRule = (user: ArchiveUser, accounts: Accounts, status: AccountStatus): PlannedUser => {
  const account = findAccount(accounts, user);
  return account === undefined ? create(user, status) : reuse(user, account.username);
};

/**
 * One plan per user of users.xml, in its order. `existing` must hold every account that shares the user name, LDAP id
 * or e-mail address of an archive user, and the targets of the map. An entry that isn't needed is passed over.
 * Throws invalid naming the user and the action it needs.
 */
export const planUsers = (
  users: readonly ArchiveUser[],
  existing: readonly ExistingUser[],
  mode: MappingMode,
): PlannedUser[] => {
  const accounts = indexAccounts(existing);
  return users.map((user) =>
    'map' in mode ? planByMap(user, accounts, mode.map) : planByRule(user, accounts, mode.automap),
  );
};
