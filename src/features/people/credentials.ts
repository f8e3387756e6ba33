// Credentials of a request: tokens and Basic, account status, password age. The only place that reads credential headers.
import { hash as digest, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import { forbidden, invalidCredentials, unauthenticated } from '../../platform/errors.ts';
import type { RequestFacts } from '../../platform/http/index.ts';
import type { Settings } from '../../settings/index.ts';
import { StaleMomentError } from '../../platform/stale-moment.ts';
import { createVersionedCache } from '../../platform/versioned-cache.ts';
import type { Site, SiteService } from '../site/index.ts';
import { createPasswordVerifier } from './passwords.ts';
import { findToken, findUser, findUserByName } from './people.store.ts';
import type { UserRow } from './people.store.ts';

export interface Credentials {
  /**
   * The account that the headers prove, undefined when there are none. Throws invalidCredentials for wrong ones,
   * unauthenticated for expired ones, forbidden for a token of an account that is not usable (spec rulings 7 to 11), StaleMomentError when the
   * site is another one by now.
   */
  findUser(headers: RequestFacts['headers'], site: Site): Promise<UserRow | undefined>;
  /** Throws invalidCredentials for a wrong pair, unauthenticated for an expired password or an account that is not active. */
  verifyPassword(settings: Settings, username: string, password: string): Promise<UserRow>;
}

const dayMs = 24 * 60 * 60 * 1000;
/** Specification, section 3: a token is valid for 24 hours. */
export const tokenLifetimeMs = dayMs;

const passwordExpired = 'the password has expired; set a new one';
const accountStates = { A: 'active', R: 'restricted', S: 'suspended', P: 'pending', D: 'deleted' } as const;

/** What is stored of a token: its SHA-256. */
export const hashToken = (token: string): Uint8Array => digest('sha256', token, 'buffer');

/** Active and restricted accounts may act; others exist in name only. */
export const isUsableAccount = (user: UserRow | undefined): boolean => user?.status === 'A' || user?.status === 'R';

export function createCredentials(database: Database, clock: Clock, siteService: SiteService): Credentials {
  const verifier = createPasswordVerifier();
  const accounts = createVersionedCache<number, UserRow>(10_000);

  const isPasswordExpired = (user: UserRow, settings: Settings): boolean =>
    settings.sys_password_lifetime > 0 &&
    user.password_changed_at_ms !== null &&
    clock.nowMs() - user.password_changed_at_ms > settings.sys_password_lifetime * dayMs;

  async function verifyPassword(settings: Settings, username: string, password: string): Promise<UserRow> {
    const user = await findUserByName(database.read, username);
    const matches = await verifier.verify(user?.password_hash, password);
    if (!matches || user === undefined) throw invalidCredentials('the user name or the password is wrong');
    if (!isUsableAccount(user)) throw unauthenticated('this account is not active');
    if (isPasswordExpired(user, settings)) throw unauthenticated(passwordExpired);
    return user;
  }

  async function findTokenUser(site: Site, token: string, userIdText: string): Promise<UserRow> {
    const hash = hashToken(token);
    const row = await findToken.first(database.read, { hash });
    if (row === undefined) await siteService.requireCurrent(site.version);
    else if (row.site_version !== site.version) throw new StaleMomentError();
    const isPair = row !== undefined && timingSafeEqual(row.hash, hash) && String(row.user_id) === userIdText.trim();
    if (!isPair) throw invalidCredentials('the token is unknown, or not of this user');
    if (clock.nowMs() - row.created_at_ms >= tokenLifetimeMs) throw unauthenticated('the token is older than 24 hours');
    const user = await accounts.get(row.user_id, site.version, () => readAccount(database, row.user_id));
    if (!isUsableAccount(user)) throw forbidden(`this account is ${accountStates[user.status]}`);
    if (isPasswordExpired(user, site.settings)) throw unauthenticated(passwordExpired);
    return user;
  }

  return {
    verifyPassword,
    async findUser(headers, site) {
      const sent = readHeaders(headers);
      if (sent.kind === 'token') return findTokenUser(site, sent.token, sent.userId);
      await siteService.requireCurrent(site.version);
      return sent.kind === 'none' ? undefined : verifyPassword(site.settings, sent.username, sent.password);
    },
  };
}

/** The owner of a token; deleting an account deletes its tokens, so there is one. */
async function readAccount(database: Database, id: number): Promise<UserRow> {
  const user = await findUser(database.read, id);
  if (user === undefined) throw invalidCredentials('the token is of an account that is gone');
  return user;
}

type SentCredentials =
  | { kind: 'none' }
  | { kind: 'token'; token: string; userId: string }
  | { kind: 'password'; username: string; password: string };

/** The first scheme whose header is there counts. Throws invalidCredentials for schemes that can't prove anybody. */
function readHeaders(headers: RequestFacts['headers']): SentCredentials {
  const authorization = headers['authorization']?.toString();
  if (headers['x-auth-accesskey'] !== undefined) throw invalidCredentials('the access key is not valid');
  if (authorization !== undefined && /^bearer /i.test(authorization)) {
    throw invalidCredentials('the bearer token is not valid');
  }
  const token = headers['x-auth-token']?.toString();
  const userId = headers['x-auth-userid']?.toString();
  if (token !== undefined && userId !== undefined) return { kind: 'token', token, userId };
  if (token !== undefined || userId !== undefined) {
    throw invalidCredentials('X-Auth-Token and X-Auth-UserId go together; one is missing');
  }
  return authorization === undefined ? { kind: 'none' } : { kind: 'password', ...readBasic(authorization) };
}

/** RFC 7617: `Basic` and base64 of `name:password` in UTF-8. Throws invalidCredentials for anything else. */
function readBasic(authorization: string): { username: string; password: string } {
  const [, encoded] = /^basic +([A-Za-z0-9+/=_-]+) *$/i.exec(authorization) ?? [];
  const text = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 1 || text.includes('\0'))
    throw invalidCredentials('the Authorization header is not Basic with base64 of name:password');
  return { username: text.slice(0, colon), password: text.slice(colon + 1) };
}
