// Accounts of people whom an organisation's directory knows: found, linked, made, and suspended when they are gone from it.
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Reader, Writer } from '../../../platform/database/index.ts';
import { conflict, DomainError, unauthenticated } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import type { Settings } from '../../../settings/index.ts';
import { recordAudit } from '../../audit/index.ts';
import type { Actor } from '../../audit/index.ts';
import { bumpSiteVersion } from '../../site/index.ts';
import { isEmail, isPlainText, isUsername } from '../accounts/account-facts.ts';
import { alternativesOf, deriveUsername } from '../accounts/derived-name.ts';
import { createAccountSaving } from './account-saving.ts';
import type { AccountSaving } from './account-saving.ts';
import { isUsableAccount } from '../accounts/account-state.ts';
import { deleteAllKeysOf, deleteSignIns } from '../credentials/credentials.store.ts';
import * as store from '../accounts/people.store.ts';
import type { UserRow } from '../accounts/people.store.ts';

/** What a directory says of somebody; texts that it does not have are empty. */
export interface DirectoryPerson {
  /** Identifies them for good, whatever becomes of their name. */
  readonly ldapId: string;
  readonly username: string;
  readonly realName: string;
  readonly email: string;
}

export interface DirectoryAccounts {
  /**
   * The account of a person, with the name and address that the directory tells: the one linked to them, else the one of
   * the same user name, which is linked now, else a new one. Linking takes password, tokens, sessions and access keys away,
   * because somebody else may have made the account. For a user name that no account may have, a new one gets a name that is made of
   * it (deriveUsername), with a number where that is taken, and is never linked by it. Throws unauthenticated where the name is of an
   * account that is linked to somebody else or has site-wide rights.
   */
  admit(person: DirectoryPerson, settings: Settings): Promise<UserRow>;
  /** What `admit` would do of each: the name of their account, and why it refuses them. */
  preview(people: readonly DirectoryPerson[]): Promise<ForeseenAccount[]>;
  /** A new account, for whom none is linked; undefined where an account has the name. */
  create(person: DirectoryPerson, settings: Settings): Promise<UserRow | undefined>;
  /** Accounts that are linked to one of these people. */
  find(people: readonly DirectoryPerson[]): Promise<UserRow[]>;
  /** Takes names and addresses over to accounts that are linked to one of these people. */
  refresh(users: readonly UserRow[], people: readonly DirectoryPerson[]): Promise<void>;
  /** Suspends an account. Throws conflict where it is not active any more, or is the last active site administrator. */
  suspend(userId: number): Promise<void>;
  /** Active and restricted accounts that are linked, by id. */
  listLinked(): Promise<{ id: number; username: string; ldap_id: string }[]>;
}

export interface ForeseenAccount {
  username: string;
  /** Why nobody comes in by it. */
  refusal: DomainError | undefined;
}

/** Whom the audit log names for what the directory brings about. */
export const directoryActor: Actor = { userId: null, name: 'directory', address: null };

const isConflict = (error: unknown): boolean => error instanceof DomainError && error.kind === 'conflict';

export function createDirectoryAccounts(database: Database, clock: Clock): DirectoryAccounts {
  const saving = createAccountSaving(database, clock);
  const findOrCreate = async (person: DirectoryPerson, settings: Settings): Promise<UserRow> => {
    const user = await findAccount(database.read, person);
    if (user === undefined) return insertAccountOf(saving, person, settings);
    if (user.ldap_id !== person.ldapId) return database.transact((tx) => link(tx, clock, user, person));
    return refreshOne(saving, user, person);
  };
  return {
    async admit(person, settings) {
      try {
        return await findOrCreate(person, settings);
      } catch (error) {
        // Somebody else made the account at the same time.
        if (isConflict(error)) return findOrCreate(person, settings);
        throw error;
      }
    },
    async create(person, settings) {
      try {
        return await insertAccountOf(saving, person, settings);
      } catch (error) {
        if (isConflict(error)) return undefined;
        throw error;
      }
    },
    preview: (people) => previewAccounts(database.read, people),
    find: (people) => listLinkedTo(database.read, people),
    async refresh(users, people) {
      const byId = new Map(people.map((person) => [person.ldapId, person]));
      for (const user of users) {
        const person = byId.get(user.ldap_id);
        if (person !== undefined) await refreshOne(saving, user, person);
      }
    },
    suspend: (userId) =>
      saving.update({ status: 'S' }, directoryActor, async (tx) => {
        const user = await store.findUser(tx, userId);
        if (user === undefined || !isUsableAccount(user))
          throw conflict(says('account.inactive-id')`account ${userId} is no longer active`);
        return user;
      }),
    listLinked: () => store.listLinkedUsers(database.read),
  };
}

const listLinkedTo = (db: Reader, people: readonly Pick<DirectoryPerson, 'ldapId'>[]): Promise<UserRow[]> =>
  store.listUsersByKeys(db, { usernames: [], emails: [], ldapIds: people.map(({ ldapId }) => ldapId) });

/** How many names are tried for somebody whose own no account may have. */
const namesTriedMax = 100;

const namesFor = ({ username, email, ldapId }: DirectoryPerson): string[] =>
  isUsername(username) ? [username] : alternativesOf(deriveUsername({ username, email, id: ldapId }), namesTriedMax);

/** Throws conflict where an account has the name. */
async function insertAccountOf(saving: AccountSaving, person: DirectoryPerson, settings: Settings): Promise<UserRow> {
  const names = namesFor(person);
  for (const username of names) {
    try {
      return await saving.insert(newAccount(person, username, settings), directoryActor);
    } catch (error) {
      if (!isConflict(error) || username === names.at(-1)) throw error;
    }
  }
  throw new Error('there is always a name to try');
}

async function previewAccounts(db: Reader, people: readonly DirectoryPerson[]): Promise<ForeseenAccount[]> {
  const names = people.map(namesFor);
  const keys = { usernames: names.flat(), emails: [], ldapIds: people.map(({ ldapId }) => ldapId) };
  const users = await store.listUsersByKeys(db, keys);
  const byId = new Map(users.filter((user) => user.ldap_id !== '').map((user) => [user.ldap_id, user]));
  const byName = new Map(users.map((user) => [user.username.toLowerCase(), user]));
  const foreseen: ForeseenAccount[] = [];
  for (const [index, { ldapId, username }] of people.entries()) {
    const linked = byId.get(ldapId);
    const named = byName.get(username.toLowerCase());
    const free = names[index]?.find((name) => named !== undefined || !byName.has(name.toLowerCase()));
    const refusal = linked !== undefined || named === undefined ? undefined : await findObstacle(db, named);
    foreseen.push({ username: linked?.username ?? named?.username ?? free ?? '', refusal });
  }
  return foreseen;
}

/** Why an account is not linked by its name to somebody whom it is not linked to. */
async function findObstacle(db: Reader, user: UserRow): Promise<DomainError | undefined> {
  const { username } = user;
  if (user.ldap_id !== '')
    return unauthenticated(
      says('account.other-in-directory')`the account "${username}" belongs to another person in the directory`,
    );
  if (user.is_site_admin === 0 && (await store.listDelegations(db, user.id)).length === 0) return undefined;
  return unauthenticated(
    says(
      'account.site-rights',
    )`the account "${username}" has site-wide permissions; an administrator must link it with "tepal user set ${username} --ldap-id ID"`,
  );
}

/**
 * The account that is linked to the person, the oldest where there are several, else the one of the same user name, which is none where
 * no account may be called so.
 */
async function findAccount(db: Reader, { ldapId, username }: DirectoryPerson): Promise<UserRow | undefined> {
  const linked = await listLinkedTo(db, [{ ldapId }]);
  return linked.toSorted((a, b) => a.id - b.id)[0] ?? store.findUserByName(db, username);
}

/** What the directory tells and an account may have. */
const factsOf = ({ realName, email }: DirectoryPerson): { realName?: string; email?: string } => ({
  ...(realName !== '' && isPlainText(realName) ? { realName } : {}),
  ...(isEmail(email) ? { email } : {}),
});

function newAccount(person: DirectoryPerson, username: string, settings: Settings) {
  const { ldapId } = person;
  const email = `${username}@${settings.sys_default_domain.replace(/:\d+$/, '')}`;
  const facts = factsOf(person);
  return { username, email, ldapId, isEmailProven: facts.email !== undefined, ...facts };
}

async function refreshOne(saving: AccountSaving, user: UserRow, person: DirectoryPerson): Promise<UserRow> {
  const { realName = user.real_name, email = user.email } = factsOf(person);
  const isKnown = user.is_email_proven === 1 || email !== person.email;
  if (realName === user.real_name && email === user.email && isKnown) return user;
  await saving.update(
    { realName, ...(isKnown && email === user.email ? {} : { email }) },
    directoryActor,
    async (tx) => (await store.findUser(tx, user.id)) ?? user,
  );
  return { ...user, real_name: realName, email };
}

async function link(tx: Writer, clock: Clock, read: UserRow, person: DirectoryPerson): Promise<UserRow> {
  const user = (await store.findUser(tx, read.id)) ?? read;
  const obstacle = user.ldap_id === person.ldapId ? undefined : await findObstacle(tx, user);
  if (obstacle !== undefined) throw obstacle;
  const { realName = user.real_name, email = user.email } = factsOf(person);
  const noPassword = { password_hash: null, password_changed_at_ms: null, legacy_password_md5: null };
  // Who made the account wrote its address, which counts only where the directory has the same.
  const proof = { is_email_proven: email === person.email ? 1 : 0 };
  await store.updateUser(tx, user, { ldap_id: person.ldapId, real_name: realName, email, ...proof, ...noPassword });
  const keys = await deleteAllKeysOf(tx, user.id);
  const ended = (await deleteSignIns(tx, user.id)) + keys;
  const details = { ldapId: person.ldapId, realName, email, ended };
  await recordAudit(tx, clock, { kind: 'account-changed', by: directoryActor, userId: user.id, details });
  await bumpSiteVersion(tx);
  return { ...user, ldap_id: person.ldapId, real_name: realName, email, ...proof, ...noPassword };
}
