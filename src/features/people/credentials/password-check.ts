// The one place where a name and a password prove somebody: slows guessing, has them judged, records, renews legacy hashes.
import { createHmac } from 'node:crypto';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Writer } from '../../../platform/database/index.ts';
import { invalidCredentials, unauthenticated } from '../../../platform/errors.ts';
import type { DomainError } from '../../../platform/errors.ts';
import { createBarrier } from '../passwords/barrier.ts';
import type { RequestFacts } from '../../../platform/http/index.ts';
import { says } from '../../../platform/texts/said.ts';
import type { Settings } from '../../../settings/index.ts';
import { recordAudit } from '../../audit/index.ts';
import type { Actor } from '../../audit/index.ts';
import { isJudgedByDirectory, isUsableAccount, nameState } from '../accounts/account-state.ts';
import { updateLegacyPassword } from './credentials.store.ts';
import { createPasswordJudge } from '../passwords/password-judge.ts';
import type { DirectorySignIn, PasswordResult } from '../passwords/password-judge.ts';
import { hashPassword, hasPassword } from '../passwords/passwords.ts';
import type { UserRow } from '../accounts/people.store.ts';
import { createSignInGuard, subjectsOf } from './sign-in-guard.service.ts';
import { createSignInQueue } from './sign-in-queue.ts';

export interface Attempt {
  username: string;
  password: string;
  /** What the password is exchanged for, or how it is sent. */
  method: 'token' | 'basic' | 'session' | 'password-change' | 'email-change' | 'key';
  request: RequestFacts;
  settings: Settings;
}

interface CheckOptions {
  /** Admits a password that is older than `sys_password_lifetime`. */
  admitsExpired?: boolean;
  /** Runs in the transaction that records the success. */
  onSuccess?(tx: Writer, user: UserRow): Promise<void>;
}

export interface PasswordCheck {
  /**
   * The account that name and password prove. Throws rate-limited while attempts must wait, invalidCredentials for a wrong
   * pair, unauthenticated for an expired password or an account that is not active, unavailable under too many at once and
   * where only the directory could tell, which does not answer.
   */
  check(attempt: Attempt, options?: CheckOptions): Promise<UserRow>;
}

const dayMs = 24 * 60 * 60 * 1000;
export const passwordExpired = says(
  'password.expired',
)`the password has expired; POST /users/self/password sets a new one`;

/** Where one COMMIT holds up every request, sign-ins wait so long for others whose hash is on the way, as hashes end one by one. */
const recordTogetherMs = 50;

const wasFresh = ({ isFresh }: PasswordResult): boolean => isFresh;

const recordedAgentLength = 200;

/** A verdict that the pair is right. */
type Proved = PasswordResult & { user: UserRow };

/** The last moment at which a password is not older than `sys_password_lifetime`; Infinity where it never gets too old. */
export const passwordEndMs = (user: UserRow, settings: Settings): number =>
  settings.sys_password_lifetime > 0 && user.password_changed_at_ms !== null && !isJudgedByDirectory(user, settings)
    ? user.password_changed_at_ms + settings.sys_password_lifetime * dayMs
    : Infinity;

/** Whether a password is older than `sys_password_lifetime`. */
export const isPasswordExpired = (user: UserRow, settings: Settings, nowMs: number): boolean =>
  nowMs > passwordEndMs(user, settings);

/** Why the owner of a right password may not sign in all the same. */
function findObstacle(
  user: UserRow,
  settings: Settings,
  admitsExpired: boolean,
  nowMs: number,
): DomainError | undefined {
  if (!isUsableAccount(user))
    return unauthenticated(says('account.inactive')`this account is not active`, `account-${nameState(user)}`);
  return !admitsExpired && isPasswordExpired(user, settings, nowMs)
    ? unauthenticated(passwordExpired, 'password-expired')
    : undefined;
}

const createRecorder =
  (clock: Clock, secret: string) =>
  (
    tx: Writer,
    kind: 'sign-in' | 'sign-in-failed' | 'sign-in-slowed',
    attempt: Attempt,
    user: UserRow | undefined,
    facts: Readonly<Record<string, string | number>> = {},
  ): Promise<void> =>
    recordAudit(tx, clock, {
      kind,
      by: actorOfAttempt(attempt, kind === 'sign-in' ? user : undefined),
      ...(user === undefined ? {} : { userId: user.id }),
      details: { ...describeAttempt(attempt, user, secret), ...facts },
    });

/** `secret` is that of the install. */
export function createPasswordCheck(
  database: Database,
  clock: Clock,
  directory: DirectorySignIn,
  secret: string,
): PasswordCheck {
  const judge = createPasswordJudge(database, clock, directory);
  const guard = createSignInGuard(database, clock);
  const queue = createSignInQueue(guard);
  const meet = createBarrier(database.blocksAtCommit ? recordTogetherMs : 0);

  const record = createRecorder(clock, secret);

  async function countFailure(attempt: Attempt, user: UserRow | undefined): Promise<void> {
    await database.transact(async (tx) => {
      const { address } = attempt.request;
      const own = user === undefined ? undefined : subjectsOf(user.username, address);
      const waitMs = await guard.fail(tx, subjectsOf(attempt.username, address), own);
      await record(tx, 'sign-in-failed', attempt, user, { reason: 'wrong name or password' });
      if (waitMs > 0) await record(tx, 'sign-in-slowed', attempt, user, { seconds: Math.ceil(waitMs / 1000) });
    });
  }

  const recordObstacle = (attempt: Attempt, user: UserRow | undefined, reason: string): Promise<void> =>
    database.transact((tx) => record(tx, 'sign-in-failed', attempt, user, { reason }));

  async function accept(
    attempt: Attempt,
    { user, isByDirectory }: Proved,
    onSuccess: CheckOptions['onSuccess'],
  ): Promise<void> {
    // A password of the directory is not stored.
    const legacyMd5 = isByDirectory ? null : user.legacy_password_md5;
    const keepsLegacy = attempt.settings.sys_keep_md5_hashed_password;
    const isRenewed = legacyMd5 !== null && (user.password_hash === null || !keepsLegacy);
    const passwordHash = isRenewed ? (user.password_hash ?? (await hashPassword(attempt.password))) : null;
    await database.transact(async (tx) => {
      const subjects = subjectsOf(attempt.username, attempt.request.address);
      const own = subjectsOf(user.username, attempt.request.address);
      await guard.succeed(tx, subjects);
      if (own.account !== subjects.account) await guard.succeed(tx, own);
      if (isRenewed) {
        const kept = keepsLegacy ? legacyMd5 : null;
        await updateLegacyPassword(tx, user.id, legacyMd5, { password_hash: passwordHash, legacy_password_md5: kept });
      }
      await record(tx, 'sign-in', attempt, user);
      await onSuccess?.(tx, user);
    });
  }

  /** Whom the pair proves; a wrong one is counted before the next attempt of the address begins. */
  async function verify(attempt: Attempt): Promise<Proved> {
    await guard.admit(subjectsOf(attempt.username, attempt.request.address));
    const result = await judge.judge(attempt);
    const { user, matches, refusal } = result;
    if (matches && user !== undefined) return { ...result, user };
    if (refusal?.kind === 'unauthenticated') await recordObstacle(attempt, user, refusal.message);
    else if (refusal === undefined || (user !== undefined && hasPassword(user))) await countFailure(attempt, user);
    throw refusal ?? invalidCredentials(says('sign-in.wrong')`wrong user name or password`);
  }

  return {
    check: (attempt, { admitsExpired = false, onSuccess } = {}) =>
      queue.run(subjectsOf(attempt.username, attempt.request.address), async (leave) => {
        const proved = await meet(() => verify(attempt).finally(leave), wasFresh);
        const { user, isFresh } = proved;
        const obstacle = findObstacle(user, attempt.settings, admitsExpired, clock.nowMs());
        if (obstacle !== undefined) {
          if (isFresh) await recordObstacle(attempt, user, obstacle.message);
          throw obstacle;
        }
        if (isFresh || onSuccess !== undefined) await accept(attempt, proved, onSuccess);
        return user;
      }),
  };
}

const actorOfAttempt = ({ request }: Attempt, user: UserRow | undefined): Actor => ({
  userId: user?.id ?? null,
  name: user?.username ?? 'anonymous',
  address: request.address,
});

/**
 * A digest of the name stands for one that no account has: it tells which attempts are alike, and nothing of what was typed, which may
 * be a password in the wrong box.
 */
const describeAttempt = (
  { method, username, request }: Attempt,
  user: UserRow | undefined,
  secret: string,
): Readonly<Record<string, string>> => ({
  method,
  ...(user === undefined ? { username_digest: digestName(username, secret) } : {}),
  user_agent: (request.headers['user-agent']?.toString() ?? '').slice(0, recordedAgentLength),
});

const digestName = (username: string, secret: string): string =>
  createHmac('sha256', secret)
    .update(`tepal unknown name 1 ${username.normalize('NFC').toLowerCase()}`)
    .digest('base64url')
    .slice(0, 16);
