// Saves new and changed accounts: columns, names that are taken, the audit log. The rules of who may are not here.
import type { Clock } from '../../../platform/clock.ts';
import { mapConstraint } from '../../../platform/database/index.ts';
import type { Database, Writer } from '../../../platform/database/index.ts';
import { conflict } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { recordAudit } from '../../audit/index.ts';
import type { Actor, AuditEntry } from '../../audit/index.ts';
import { bumpSiteVersion } from '../../site/index.ts';
import { checkAccount } from '../accounts/account-facts.ts';
import type { UserChange } from '../accounts/account-facts.ts';
import { deleteLinksOf } from '../credentials/account-links.store.ts';
import { deleteSignIns } from '../credentials/credentials.store.ts';
import { deleteSessionsOf } from '../credentials/sessions.store.ts';
import { hashPassword } from '../passwords/passwords.ts';
import * as store from '../accounts/people.store.ts';
import type { UserRow } from '../accounts/people.store.ts';

export type NamedUser = UserChange & {
  username: string;
  email: string;
  /** false where nothing says that the address is the owner's; by default an administrator does. */
  isEmailProven?: boolean;
};

/** What the transaction of a new account does besides. */
interface SavingContext {
  check?(tx: Writer): Promise<void>;
  follow?(tx: Writer, user: UserRow): Promise<void>;
}

export interface AccountSaving {
  /** Throws what `check` and `follow` throw, invalid for a bad name or e-mail, conflict for a taken name. */
  insert(user: NamedUser, by: Actor, context?: SavingContext): Promise<UserRow>;
  /** `find` gives the account to change. A new password ends all tokens and sessions, a suspension all sessions. Throws what it throws, conflict for the last active site administrator, and as insert does. */
  update(change: UserChange, by: Actor, find: (tx: Writer) => Promise<UserRow>): Promise<void>;
}

/** Creates an account inside a transaction of the caller's; gives its id. Throws as Accounts.create. */
export async function createUser(
  tx: Writer,
  user: Omit<NamedUser, 'password'> & { passwordHash?: string },
  nowMs: number,
): Promise<number> {
  const row = await insertAccount(tx, user, nowMs);
  return row.id;
}

/** As createUser; gives the row. */
export async function insertAccount(
  tx: Writer,
  user: Parameters<typeof createUser>[1],
  nowMs: number,
): Promise<UserRow> {
  checkAccount(user);
  const facts = {
    username: user.username,
    email: user.email,
    is_email_proven: user.isEmailProven === false ? 0 : 1,
    real_name: user.realName ?? '',
    ldap_id: user.ldapId ?? '',
    status: user.status ?? 'A',
    is_site_admin: user.isSiteAdmin === true ? 1 : 0,
    locale: user.locale ?? null,
    timezone: user.timezone ?? null,
    password_hash: user.passwordHash ?? null,
    password_changed_at_ms: user.passwordHash === undefined ? null : nowMs,
    created_at_ms: nowMs,
  };
  return withNameUnchanged(user.username, () => store.insertUser(tx, facts));
}

/** Throws conflict where the unique keys refuse the name. */
async function withNameUnchanged<R>(username: string, save: () => Promise<R>): Promise<R> {
  try {
    return await save();
  } catch (error) {
    const message = says('username.taken')`the user name "${username}" is already taken`;
    throw mapConstraint(error, { 'users.username': message, "index 'users_lower_username'": message });
  }
}

const hashOf = async (password: string | undefined): Promise<{ passwordHash?: string }> =>
  password === undefined ? {} : { passwordHash: await hashPassword(password) };

export const createAccountSaving = (database: Database, clock: Clock): AccountSaving => ({
  async insert({ password, ...facts }, by, context) {
    const hashed = await hashOf(password);
    return database.transact(async (tx) => {
      await context?.check?.(tx);
      const row = await insertAccount(tx, { ...facts, ...hashed }, clock.nowMs());
      await recordAudit(tx, clock, {
        kind: 'account-created',
        by,
        userId: row.id,
        details: { username: row.username },
      });
      await context?.follow?.(tx, row);
      await bumpSiteVersion(tx);
      return row;
    });
  },
  async update(change, by, find) {
    checkAccount(change);
    const { passwordHash } = await hashOf(change.password);
    await database.transact(async (tx) => {
      const user = await find(tx);
      const columns = columnsOf(change, passwordHash, clock.nowMs());
      await withNameUnchanged(change.username ?? user.username, () => store.updateUser(tx, user, columns));
      const wasActiveAdmin = user.is_site_admin === 1 && user.status === 'A';
      if (wasActiveAdmin && (await store.countActiveAdmins(tx)) === 0) {
        throw conflict(
          says(
            'account.last-admin',
          )`"${user.username}" is the last active site administrator, and must remain one; name another administrator first`,
        );
      }
      if (passwordHash !== undefined) await deleteSignIns(tx, user.id);
      // Those that went to the mailbox before.
      else if (change.email !== undefined) await deleteLinksOf(tx, user.id);
      if (change.status === 'S' || change.status === 'D') await deleteSessionsOf(tx, user.id);
      await recordAudit(tx, clock, ...describeChange(user.id, change, by));
      await bumpSiteVersion(tx);
    });
  },
});

function columnsOf(
  change: UserChange,
  passwordHash: string | undefined,
  nowMs: number,
): Parameters<typeof store.updateUser>[2] {
  return {
    ...(change.username === undefined ? {} : { username: change.username }),
    ...(change.email === undefined ? {} : { email: change.email, is_email_proven: 1 }),
    ...(change.realName === undefined ? {} : { real_name: change.realName }),
    ...(change.ldapId === undefined ? {} : { ldap_id: change.ldapId }),
    ...(change.status === undefined ? {} : { status: change.status }),
    ...(change.isSiteAdmin === undefined ? {} : { is_site_admin: change.isSiteAdmin ? 1 : 0 }),
    ...(change.locale === undefined ? {} : { locale: change.locale }),
    ...(change.timezone === undefined ? {} : { timezone: change.timezone }),
    ...(passwordHash === undefined
      ? {}
      : { password_hash: passwordHash, password_changed_at_ms: nowMs, legacy_password_md5: null }),
  };
}

/** What the audit log says of a change: that the password is another one, and the new values of everything else. */
function describeChange(userId: number, { password, ...facts }: UserChange, by: Actor): AuditEntry[] {
  const details = Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, value ?? '']));
  return [
    ...(password === undefined ? [] : [{ kind: 'password-changed', by, userId } as const]),
    ...(Object.keys(details).length > 0 ? [{ kind: 'account-changed', by, userId, details } as const] : []),
  ];
}
