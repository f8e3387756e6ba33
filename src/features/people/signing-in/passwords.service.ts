// Changing passwords, and what is left of passwords of an older system.
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import { forbidden, invalid, notFound } from '../../../platform/errors.ts';
import type { RequestFacts } from '../../../platform/http/index.ts';
import { says } from '../../../platform/texts/said.ts';
import { commandLine, recordAudit } from '../../audit/index.ts';
import { bumpSiteVersion } from '../../site/index.ts';
import type { Site } from '../../site/index.ts';
import { isJudgedByDirectory } from '../accounts/account-state.ts';
import { hashSecret } from '../credentials/credentials.ts';
import * as store from '../credentials/credentials.store.ts';
import type { PasswordCheck } from '../credentials/password-check.ts';
import { describeWeakness } from '../passwords/password-strength.ts';
import { hashPassword, isMd5Text } from '../passwords/passwords.ts';
import { findUserByName, updateUser } from '../accounts/people.store.ts';
import { notifyOwner } from '../recovery/account-news.ts';
import { readCredentials } from '../credentials/sent-credentials.ts';

export interface PasswordChange {
  username: string;
  currentPassword: string;
  newPassword: string;
  /** Whether access keys and SSH keys of the account end, too. */
  endsKeys: boolean;
}

export interface LegacyPassword {
  id: number;
  username: string;
  /** False: without the MD5 hash the account needs a new password. */
  hasArgon2id: boolean;
}

export interface Passwords {
  /**
   * Sets a person's own password, an expired one too, and ends their tokens and sessions but the one that the request
   * came with. Throws invalid for a weak or unchanged new password, forbidden where the directory keeps it, else as PasswordCheck.check does.
   */
  change(site: Site, change: PasswordChange, request: RequestFacts): Promise<void>;
  /**
   * Takes over an MD5 hash as the only password of an account and ends its tokens and sessions. Throws notFound for an
   * unknown name, invalid for what is no MD5 in hex.
   */
  setLegacy(username: string, md5: string): Promise<void>;
  /** Accounts that hold an MD5 hash, by name. */
  listLegacy(): Promise<LegacyPassword[]>;
  /** Erases all MD5 hashes; gives how many there were. */
  eraseLegacy(): Promise<number>;
}

/** The stored form of the token or session that a request carries; undefined for other credentials. */
function hashOfSent(request: RequestFacts): Uint8Array | undefined {
  const sent = readCredentials(request);
  if (sent.kind === 'token') return hashSecret(sent.token);
  return sent.kind === 'session' ? hashSecret(sent.id) : undefined;
}

export function createPasswords(database: Database, clock: Clock, passwordCheck: PasswordCheck): Passwords {
  return {
    async change({ settings }, { username, currentPassword, newPassword, endsKeys }, request) {
      const attempt = { username, password: currentPassword, method: 'password-change', request, settings } as const;
      const user = await passwordCheck.check(attempt, { admitsExpired: true });
      if (isJudgedByDirectory(user, settings))
        throw forbidden(
          says('password.in-directory')`the password of this account is managed in the directory; change it there`,
        );
      if (newPassword === currentPassword)
        throw invalid(says('password.same')`is the current password; choose another`, 'new_password');
      const weakness = await describeWeakness(newPassword, [user.username, user.real_name, user.email]);
      if (weakness !== undefined) throw invalid(says('password.weak')`is too weak: ${weakness}`, 'new_password');
      const passwordHash = await hashPassword(newPassword);
      await database.transact(async (tx) => {
        await updateUser(tx, user, {
          password_hash: passwordHash,
          password_changed_at_ms: clock.nowMs(),
          legacy_password_md5: null,
        });
        const ended = await store.deleteSignIns(tx, user.id, hashOfSent(request));
        const keys = endsKeys ? await store.deleteAllKeysOf(tx, user.id) : 0;
        const by = { userId: user.id, name: user.username, address: request.address };
        await recordAudit(tx, clock, { kind: 'password-changed', by, userId: user.id, details: { ended, keys } });
        await bumpSiteVersion(tx);
        const news = { kind: 'password-changed', address: request.address } as const;
        await notifyOwner(tx, user, news, { settings, nowMs: clock.nowMs() });
      });
    },
    async setLegacy(username, md5) {
      if (!isMd5Text(md5)) throw invalid(says('password.md5')`an MD5 hash has 32 hexadecimal digits`);
      const user = await findUserByName(database.read, username);
      if (user === undefined) throw notFound(says('username.unknown')`there is no user "${username}"`);
      await database.transact(async (tx) => {
        await updateUser(tx, user, {
          password_hash: null,
          password_changed_at_ms: clock.nowMs(),
          legacy_password_md5: md5.toLowerCase(),
        });
        const ended = await store.deleteSignIns(tx, user.id);
        const event = { kind: 'password-changed', by: commandLine, userId: user.id } as const;
        await recordAudit(tx, clock, { ...event, details: { ended, form: 'MD5 of an older system' } });
        await bumpSiteVersion(tx);
      });
    },
    async listLegacy() {
      const rows = await store.listLegacyPasswords(database.read);
      return rows.map((row) => ({ id: row.id, username: row.username, hasArgon2id: row.password_hash !== null }));
    },
    eraseLegacy: () =>
      database.transact(async (tx) => {
        const rows = await store.listLegacyPasswords(tx);
        await store.deleteLegacyPasswords(tx);
        const erased = rows.map(({ id }) => ({
          kind: 'password-changed' as const,
          by: commandLine,
          userId: id,
          details: { form: 'MD5 erased' },
        }));
        await recordAudit(tx, clock, ...erased);
        return rows.length;
      }),
  };
}
