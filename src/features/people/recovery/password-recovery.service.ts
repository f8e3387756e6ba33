// A new password for who forgot theirs: asked for by name or address, by a link that is mailed to the account. What is answered
// tells nothing of who has an account: whatever was asked for, a job with the same work behind it looks after the rest.
import { Type } from 'typebox';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Reader, Writer } from '../../../platform/database/index.ts';
import { invalid, notFound } from '../../../platform/errors.ts';
import { enqueueJob, handleJob } from '../../../platform/jobs/index.ts';
import type { JobHandler, JobType } from '../../../platform/jobs/index.ts';
import { says } from '../../../platform/texts/said.ts';
import type { Settings } from '../../../settings/index.ts';
import { recordAudit } from '../../audit/index.ts';
import { bumpSiteVersion } from '../../site/index.ts';
import type { Site, SiteService } from '../../site/index.ts';
import { isJudgedByDirectory, isUsableAccount } from '../accounts/account-state.ts';
import { findUser, findUserByName, listUsersByAddress, proveEmail, updateUser } from '../accounts/people.store.ts';
import type { UserRow } from '../accounts/people.store.ts';
import { findLink } from '../credentials/account-links.store.ts';
import { countAsk, passwordLinkBoundOf, passwordLinkBounds, requireFewAsks } from '../credentials/ask-bounds.ts';
import { hashSecret } from '../credentials/credentials.ts';
import { deleteAllKeysOf, deleteSignIns } from '../credentials/credentials.store.ts';
import type { Caller } from '../credentials/sign-in.ts';
import { describeWeakness } from '../passwords/password-strength.ts';
import { hashPassword } from '../passwords/passwords.ts';
import { notifyOwner } from './account-news.ts';
import { mailPasswordLink } from './invitations.ts';
import { passwordLinkMinutes } from './links.ts';

export interface PasswordRecovery {
  /** Has a link mailed to the accounts of this name or address, if there are any. Throws rate-limited for an address that asks often. */
  ask(caller: Caller, identifier: string): Promise<void>;
  /** Whose link it is. Throws notFound for one that is unknown, used or too old. */
  read(site: Site, text: string): Promise<{ username: string }>;
  /** Sets the password and ends all tokens and sessions, and keys where that is asked for. Throws as read, and invalid for a weak password. */
  redeem(caller: Caller, text: string, change: { newPassword: string; endsKeys: boolean }): Promise<void>;
}

const Payload = Type.Object({ userIds: Type.Array(Type.Integer()), address: Type.String() });
const sendPasswordLinks: JobType<typeof Payload> = { name: 'send-password-links', payload: Payload };

/** Accounts with the same address that are sent a link each. */
const accountsMax = 5;
const linkOver = says('password.link-over')`this link was already used or has expired; request a new one`;

interface Deps {
  database: Database;
  clock: Clock;
  site: SiteService;
}

export function createPasswordRecovery({ database, clock, site }: Deps): {
  recovery: PasswordRecovery;
  handler: JobHandler;
} {
  const find = async (db: Reader, text: string, settings: Settings) => {
    const wanted = { purpose: 'password', nowMs: clock.nowMs() } as const;
    const link = await findLink(db, hashSecret(text), wanted);
    const user = link === undefined ? undefined : await findUser(db, link.user_id);
    if (user === undefined || !isUsableAccount(user) || isJudgedByDirectory(user, settings)) throw notFound(linkOver);
    return { ...user, linkEmail: link?.email };
  };
  const recovery: PasswordRecovery = {
    async ask({ address }, identifier) {
      const userIds = (await findAccounts(database.read, identifier.trim())).map(({ id }) => id);
      const nowMs = clock.nowMs();
      await database.transact(async (tx) => {
        await requireFewAsks(tx, passwordLinkBounds(address), nowMs);
        await enqueueJob(tx, sendPasswordLinks, { userIds, address }, { nowMs });
      });
    },
    async read({ settings }, text) {
      const { username } = await find(database.read, text, settings);
      return { username };
    },
    async redeem({ site: { settings }, address }, text, { newPassword, endsKeys }) {
      const found = await find(database.read, text, settings);
      const weakness = await describeWeakness(newPassword, [found.username, found.real_name, found.email]);
      if (weakness !== undefined) throw invalid(says('password.weak')`is too weak: ${weakness}`, 'new_password');
      const passwordHash = await hashPassword(newPassword);
      await database.transact(async (tx) => {
        const { linkEmail, ...user } = await find(tx, text, settings);
        const nowMs = clock.nowMs();
        // Whoever has the link reads what is sent to the address.
        if (linkEmail === user.email) await proveEmail(tx, user.id);
        const password = { password_hash: passwordHash, password_changed_at_ms: nowMs, legacy_password_md5: null };
        await updateUser(tx, user, password);
        const ended = await deleteSignIns(tx, user.id);
        const keys = endsKeys ? await deleteAllKeysOf(tx, user.id) : 0;
        const by = { userId: user.id, name: user.username, address };
        const details = { ended, keys, by: 'link' };
        await recordAudit(tx, clock, { kind: 'password-changed', by, userId: user.id, details });
        await bumpSiteVersion(tx);
        await notifyOwner(tx, user, { kind: 'password-changed', address }, { settings, nowMs });
      });
    },
  };
  const handler = handleJob(sendPasswordLinks, async ({ userIds, address }, attempt) => {
    const { settings } = await site.current();
    await database.transact(async (tx) => {
      for (const id of userIds) await sendLink(tx, { clock, settings, address }, await findUser(tx, id));
      await attempt.finish(tx);
    });
  });
  return { recovery, handler };
}

/** By user name, else by e-mail address, in any case. */
async function findAccounts(db: Reader, identifier: string): Promise<UserRow[]> {
  const named = await findUserByName(db, identifier);
  const addressed = await listUsersByAddress(db, identifier);
  return (named === undefined ? addressed : [named]).filter(isUsableAccount).slice(0, accountsMax);
}

async function sendLink(
  tx: Writer,
  { clock, settings, address }: { clock: Clock; settings: Settings; address: string },
  user: UserRow | undefined,
): Promise<void> {
  if (user === undefined || !isUsableAccount(user)) return;
  const nowMs = clock.nowMs();
  if ((await countAsk(tx, [passwordLinkBoundOf(user.id)], nowMs)) > 0) return;
  const order = { settings, nowMs };
  if (isJudgedByDirectory(user, settings)) {
    await notifyOwner(tx, user, { kind: 'password-elsewhere', address }, order);
    return;
  }
  const by = { userId: null, name: 'anonymous', address };
  await mailPasswordLink(tx, { clock, settings, by }, user, {
    lastsMs: passwordLinkMinutes * 60_000,
    newsOf: (url) => ({ kind: 'password-link', url, address, minutes: passwordLinkMinutes }),
  });
}
