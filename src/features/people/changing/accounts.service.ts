// Creating and changing accounts: by the command line and by those who manage accounts.
import type { Static } from 'typebox';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Writer } from '../../../platform/database/index.ts';
import { conflict, forbidden, invalid, notFound } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { commandLine, requireSiteAdmin } from '../../audit/index.ts';
import type { Actor } from '../../audit/index.ts';
import { checkAccount, requirePlainName, requireUnreservedName } from '../accounts/account-facts.ts';
import type { UserChange } from '../accounts/account-facts.ts';
import { isJudgedByDirectory } from '../accounts/account-state.ts';
import { createAccountSaving } from './account-saving.ts';
import type { NamedUser } from './account-saving.ts';
import { describeWeakness } from '../passwords/password-strength.ts';
import type { AccountChange, NewAccount, Registration } from '../accounts/people.schema.ts';
import * as store from '../accounts/people.store.ts';
import type { UserRow } from '../accounts/people.store.ts';
import { lastSystemUserId } from '../accounts/people.view.ts';
import { managesAccounts, requireBelow, requireAccountRights } from '../credentials/managed-accounts.ts';
import { actorOf } from '../credentials/sign-in.ts';
import { notifyOwner } from '../recovery/account-news.ts';
import type { Caller } from '../credentials/sign-in.ts';

type SentChange = Static<typeof AccountChange>['values'];

export interface Accounts {
  /** Throws invalid for a bad name or e-mail, conflict for a taken name. Gives the id. `by` is who the audit log names. */
  create(user: NamedUser, by?: Actor): Promise<number>;
  /** Makes a site administrator, under a reserved name too. Throws what `check` throws, invalid for a weak password, and as create does. */
  createFirst(sent: Static<typeof Registration>, by: Actor, check: (tx: Writer) => Promise<void>): Promise<UserRow>;
  /** Throws notFound for an unknown name, conflict for the last active site administrator, and as create does. */
  change(username: string, change: UserChange, by?: Actor): Promise<void>;
  /**
   * Changes an account for those who manage accounts; name, language and time zone of their own account anybody. Throws
   * forbidden for others and for accounts above the caller, and as change does. A password is set for somebody else, who is told by
   * mail: throws forbidden for the caller's own account and where the directory keeps it, invalid for a weak one.
   */
  changeAs(caller: Caller, user: UserRow | undefined, sent: SentChange): Promise<void>;
  /** Creates an account for those who manage accounts. Throws forbidden for others, invalid for a weak password, and as create does. */
  createAs(caller: Caller, sent: Static<typeof NewAccount>): Promise<UserRow>;
  /**
   * Says whose in the directory an account is, for those who manage accounts; nobody's where `ldapId` is empty. Throws forbidden as
   * changeAs, and conflict where the person has another account.
   */
  linkAs(caller: Caller, userId: number, ldapId: string): Promise<void>;
}

export function createAccounts(database: Database, clock: Clock): Accounts {
  const saving = createAccountSaving(database, clock);
  return {
    create: async (user, by = commandLine) => (await saving.insert(user, by)).id,
    async createFirst(sent, by, check) {
      const user = await readNewAccount(sent);
      return saving.insert({ ...user, isSiteAdmin: true }, by, { check });
    },
    change: (username, change, by = commandLine) =>
      saving.update(change, by, async (tx) => {
        const user = await store.findUserByName(tx, username);
        if (user === undefined) throw notFound(says('username.unknown')`there is no user "${username}"`);
        return user;
      }),
    async changeAs(caller, user, sent) {
      const change = {
        ...readChange(sent),
        ...(sent.is_site_admin === undefined ? {} : { isSiteAdmin: sent.is_site_admin }),
        ...(sent.password === undefined ? {} : { password: sent.password }),
      };
      if (!managesAccounts(caller)) requireOwnTaste(caller, user, change);
      if (user === undefined || user.id <= lastSystemUserId)
        throw forbidden(says('account.nobody')`this account does not belong to a person`);
      if (change.status === 'R') requireRestrictedPlatform(caller);
      if (change.isSiteAdmin !== undefined) requireSiteAdmin(caller, makingAdmins);
      requirePlainName(change.realName);
      if (change.username !== undefined && change.username !== user.username) requireUnreservedName(change.username);
      if (Object.keys(change).length === 0) return;
      const { password } = change;
      if (password !== undefined) await requireGoodPassword(password, { ...factsOf(user), ...change });
      await saving.update(change, actorOf(caller), async (tx) => {
        const current = (await store.findUser(tx, user.id)) ?? user;
        await requireBelow(tx, caller, current);
        if ((change.status ?? current.status) === 'R')
          requireOrdinary(change.isSiteAdmin ?? current.is_site_admin === 1);
        if (password !== undefined) await preparePassword(tx, caller, current, clock.nowMs());
        return current;
      });
    },
    async createAs(caller, sent) {
      if (!managesAccounts(caller))
        throw forbidden(says('account.create-admin-only')`only account managers can create accounts`);
      if (sent.is_site_admin === true) requireSiteAdmin(caller, makingAdmins);
      if (sent.status === 'R') requireRestrictedPlatform(caller);
      const user = await readNewAccount(sent);
      requireUnreservedName(user.username);
      const isSiteAdmin = sent.is_site_admin === true;
      if (sent.status === 'R') requireOrdinary(isSiteAdmin);
      const facts = { ...user, isSiteAdmin, status: sent.status ?? ('A' as const), ldapId: sent.ldap_id ?? '' };
      return saving.insert(facts, actorOf(caller));
    },
    linkAs: (caller, userId, ldapId) =>
      saving.update({ ldapId }, actorOf(caller), async (tx) => {
        requireAccountRights(caller);
        const user = await store.findUser(tx, userId);
        if (user === undefined) throw notFound(says('account.missing')`there is no account ${userId}`);
        await requireBelow(tx, caller, user);
        const linked = await store.listUsersByKeys(tx, { usernames: [], emails: [], ldapIds: [ldapId] });
        const other = linked.find(({ id }) => id !== userId);
        if (other !== undefined)
          throw conflict(says('account.linked')`this person already has the account "${other.username}"`);
        return user;
      }),
  };
}

const statuses = ['A', 'R', 'S', 'P', 'D'] as const;

/** Letters of states that Tepal does not know change nothing, as clients of the wire format expect. */
function readChange(sent: SentChange): UserChange {
  const status = statuses.find((letter) => letter === sent.status);
  return {
    ...(sent.username === undefined ? {} : { username: sent.username }),
    ...(sent.real_name === undefined ? {} : { realName: sent.real_name }),
    ...(sent.email === undefined ? {} : { email: sent.email }),
    ...(status === undefined ? {} : { status }),
    ...(sent.locale === undefined ? {} : { locale: sent.locale }),
    ...(sent.timezone === undefined ? {} : { timezone: sent.timezone }),
  };
}

/** What every new account that comes over HTTP has. Throws invalid as Accounts.createAs. */
export async function readNewAccount(sent: Static<typeof NewAccount>): Promise<NamedUser> {
  const user = { ...readChange(sent), username: sent.username, email: sent.email };
  checkAccount(user);
  requirePlainName(user.realName);
  if (sent.password === undefined) return user;
  await requireGoodPassword(sent.password, user);
  return { ...user, password: sent.password };
}

const factsOf = ({ username, real_name: realName, email }: UserRow) => ({ username, realName, email });

/** Throws invalid for a password that is easily guessed of who is called so. */
async function requireGoodPassword(
  password: string,
  { username, realName = '', email }: Pick<NamedUser, 'username' | 'realName' | 'email'>,
): Promise<void> {
  const weakness = await describeWeakness(password, [username, realName, email]);
  if (weakness !== undefined) throw invalid(says('password.weak')`is too weak: ${weakness}`, 'password');
}

/** Tells the owner that somebody else sets their password. Throws forbidden as Accounts.changeAs. */
async function preparePassword(tx: Writer, caller: Caller, user: UserRow, nowMs: number): Promise<void> {
  const { settings } = caller.site;
  if (user.id === caller.user?.id)
    throw forbidden(
      says('password.own')`change your own password in your account settings, with your current password`,
    );
  if (isJudgedByDirectory(user, settings))
    throw forbidden(
      says('password.in-directory')`the password of this account is managed in the directory; change it there`,
    );
  await notifyOwner(tx, user, { kind: 'password-set' }, { settings, nowMs });
}

const ownTaste: ReadonlySet<string> = new Set(['realName', 'locale', 'timezone'] satisfies (keyof UserChange)[]);

/** Throws forbidden but for the caller's own account and what is a matter of taste there. */
function requireOwnTaste(caller: Caller, user: UserRow | undefined, change: UserChange): void {
  const names = Object.keys(change);
  const isOwn = user !== undefined && user.id === caller.user?.id;
  if (!isOwn || names.length === 0 || !names.every((name) => ownTaste.has(name)))
    throw forbidden(
      says(
        'account.change-admin-only',
      )`only account managers can change accounts; you can change your own name, language and time zone`,
    );
  if (change.realName === undefined) return;
  if (isJudgedByDirectory(user, caller.site.settings))
    throw forbidden(
      says('account.name-in-directory')`the name of this account is managed in the directory; change it there`,
    );
  if (change.realName.trim() === '')
    throw invalid(says('account.name-blank')`must contain visible characters`, 'real_name');
}

/** Throws invalid where the site knows no restricted accounts. */
export function requireRestrictedPlatform({ site }: Caller): void {
  if (site.settings.access_mode !== 'restricted') {
    throw invalid(says('account.no-restricted')`restricted accounts are turned off on this site`, 'status');
  }
}

const makingAdmins = 'appoint site administrators';

function requireOrdinary(isSiteAdmin: boolean): void {
  if (isSiteAdmin) throw invalid(says('account.admin-restricted')`a site administrator can't be restricted`, 'status');
}
