// Who the credentials of a request prove: access keys, tokens, Basic and browser sessions, account status, password age.
import { hash as digest, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import { DomainError, forbidden, invalidCredentials, unauthenticated } from '../../../platform/errors.ts';
import type { RequestFacts } from '../../../platform/http/index.ts';
import { VersionConflictError } from '../../../platform/version-conflict.ts';
import { createCache } from '../../../platform/cache/index.ts';
import type { Cache } from '../../../platform/cache/index.ts';
import { either, says } from '../../../platform/texts/said.ts';
import type { Site, SiteService } from '../../site/index.ts';
import { findKey, touchKey } from './access-keys.store.ts';
import { readKeyText, readScopes } from './access-key.ts';
import { isUsableAccount, sayState } from '../accounts/account-state.ts';
import { notedAgainAfterMs } from './last-use.ts';
import type { LastUse } from './last-use.ts';
import { isPasswordExpired, passwordEndMs, passwordExpired } from './password-check.ts';
import type { PasswordCheck } from './password-check.ts';
import { findToken, findUser } from '../accounts/people.store.ts';
import type { UserRow } from '../accounts/people.store.ts';
import { readCredentials } from './sent-credentials.ts';
import { removeSessionCookie, requireOwnPage } from './session-cookie.ts';
import { sessionEndMs } from './session.ts';
import { findSession, touchSession } from './sessions.store.ts';
import { findSshKeyNow } from './ssh-keys.store.ts';
import { hasPassForm, readSshPass } from './ssh-pass.ts';

/** What proved the caller, as far as routes about credentials ask for it. */
export type Credential =
  | { kind: 'password' | 'ssh-pass' }
  | { kind: 'token'; createdAtMs: number }
  | { kind: 'access-key'; id: number; scopes: readonly string[]; endsAtMs: number | null }
  | { kind: 'session'; hash: Uint8Array; createdAtMs: number; endsAtMs: number };

export interface Proof {
  user: UserRow;
  credential: Credential;
  /** Until when it holds where nothing is committed; undefined where it has to be proved anew each time. */
  validUntilMs?: number;
}

export interface Credentials {
  /**
   * What the request proves, undefined when it sends no credentials. Throws invalidCredentials for wrong ones,
   * unauthenticated for expired ones, forbidden for an account that is not usable (spec rulings 7 to 11) and for a session
   * cookie that another site's page makes a browser send, rate-limited for guessing, VersionConflictError when the site is
   * another one by now.
   */
  find(request: RequestFacts, site: Site): Promise<Proof | undefined>;
}

/** Specification, section 3: a token is valid for 24 hours. */
export const tokenLifetimeMs = 24 * 60 * 60 * 1000;

/** What is stored of a token, a session id or the secret of a key: its SHA-256. */
export const hashSecret = (secret: string): Uint8Array => digest('sha256', secret, 'buffer');

interface CredentialSources {
  database: Database;
  clock: Clock;
  siteService: SiteService;
  passwordCheck: PasswordCheck;
  lastUse: LastUse;
  /** Of the install. */
  secret: string;
}

interface Needs extends CredentialSources {
  accounts: Cache<number, UserRow>;
}

export function createCredentials(deps: CredentialSources): Credentials {
  const needs = {
    ...deps,
    accounts: createCache<number, UserRow>({ name: 'accounts', maxBytes: 8_388_608, sizeOf: () => 700 }),
  };
  return {
    async find(request, site) {
      const sent = readCredentials(request);
      if (sent.kind === 'token') return proveToken(needs, site, sent.token, sent.userId);
      if (sent.kind === 'access-key') return proveKey(needs, site, sent.key, request);
      if (sent.kind === 'session') return proveSession(needs, site, sent.id, request);
      if (sent.kind === 'password' && request.keyScopes !== undefined && readKeyText(sent.password) !== undefined)
        return proveNamedKey(needs, site, sent, request);
      if (sent.kind === 'password' && request.keyScopes !== undefined && hasPassForm(sent.password))
        return proveSshPass(needs, site, sent, request.keyScopes);
      if (sent.kind === 'malformed') throw invalidCredentials(sent.message);
      await deps.siteService.requireCurrent(site.version);
      if (sent.kind === 'none') return undefined;
      const { username, password } = sent;
      const attempt = { username, password, method: 'basic', request, settings: site.settings } as const;
      return { user: await deps.passwordCheck.check(attempt), credential: { kind: 'password' } };
    },
  };
}

async function requireMoment(
  { siteService }: Needs,
  row: { site_version: number } | undefined,
  site: Site,
): Promise<void> {
  if (row === undefined) await siteService.requireCurrent(site.version);
  else if (row.site_version !== site.version) throw new VersionConflictError();
}

async function requireAccount({ database, clock, accounts }: Needs, id: number, site: Site): Promise<UserRow> {
  const user = await accounts.load(id, site.version, () => readAccount(database, id));
  if (!isUsableAccount(user)) throw forbidden(says('account.state')`this account is ${sayState(user)}`);
  if (isPasswordExpired(user, site.settings, clock.nowMs())) throw unauthenticated(passwordExpired);
  return user;
}

async function proveToken(needs: Needs, site: Site, token: string, userIdText: string): Promise<Proof> {
  const hash = hashSecret(token);
  const row = await findToken(needs.database.readFirst, hash);
  await requireMoment(needs, row, site);
  const isPair = row !== undefined && timingSafeEqual(row.hash, hash) && String(row.user_id) === userIdText.trim();
  if (!isPair) throw invalidCredentials(says('token.unknown')`the token is unknown, or does not belong to this user`);
  if (needs.clock.nowMs() - row.created_at_ms >= tokenLifetimeMs)
    throw unauthenticated(says('token.old')`the token has expired after 24 hours`);
  const user = await requireAccount(needs, row.user_id, site);
  const validUntilMs = Math.min(row.created_at_ms + tokenLifetimeMs, passwordEndMs(user, site.settings));
  return { user, credential: { kind: 'token', createdAtMs: row.created_at_ms }, validUntilMs };
}

/** A key in the place of the password, for programs that ask for nothing else; it must belong to the name. */
async function proveNamedKey(
  needs: Needs,
  site: Site,
  { username, password }: { username: string; password: string },
  request: RequestFacts,
): Promise<Proof> {
  const proof = await proveKey(needs, site, password, request);
  if (proof.user.username !== username)
    throw invalidCredentials(says('key.foreign')`the access key does not belong to this user`);
  return proof;
}

/** What a pass opens; no access key has these scopes. */
const passScopes = (mayWrite: boolean): string[] => ['read:git_lfs', ...(mayWrite ? ['write:git_lfs'] : [])];

/** A pass in the place of the password, as long as the key is there that it was given for. */
async function proveSshPass(
  needs: Needs,
  site: Site,
  { username, password }: { username: string; password: string },
  keyScopes: readonly string[],
): Promise<Proof> {
  const pass = readSshPass(needs.secret, password);
  const row = pass === undefined ? undefined : await findSshKeyNow(needs.database.readFirst, pass.keyId);
  await requireMoment(needs, row, site);
  if (pass === undefined || row === undefined || pass.endsAtMs <= needs.clock.nowMs())
    throw invalidCredentials(says('pass.over')`this SSH token has expired; request a new one`);
  if (!passScopes(pass.mayWrite).some((scope) => keyScopes.includes(scope)))
    throw invalidCredentials(
      says(
        'pass.scope',
      )`this SSH token can only be used for large files, and for uploads only if it was requested for an upload`,
    );
  const user = await requireAccount(needs, row.user_id, site);
  if (user.username !== username)
    throw invalidCredentials(says('pass.other')`this SSH token does not belong to this user`);
  const validUntilMs = Math.min(pass.endsAtMs, passwordEndMs(user, site.settings));
  return { user, credential: { kind: 'ssh-pass' }, validUntilMs };
}

async function proveKey(
  needs: Needs,
  site: Site,
  text: string,
  { address, keyScopes = ['write:rest'] }: RequestFacts,
): Promise<Proof> {
  const sent = readKeyText(text);
  if (sent === undefined)
    throw invalidCredentials(says('key.form')`the access key must have the format tlp-k1-<id>.<64 digits>`);
  const row = await findKey(needs.database.readFirst, sent.id);
  await requireMoment(needs, row, site);
  const nowMs = needs.clock.nowMs();
  const isRight = row !== undefined && timingSafeEqual(row.hash, hashSecret(sent.secret));
  const isCurrent = row?.expires_at_ms === null || (row !== undefined && row.expires_at_ms > nowMs);
  if (!isRight || !isCurrent) throw invalidCredentials(says('key.unknown')`the access key is unknown or expired`);
  const scopes = readScopes(row.scopes_json);
  if (!scopes.some((scope) => keyScopes.includes(scope))) {
    throw invalidCredentials(says('key.no-scope')`the access key does not have the scope ${either(keyScopes)}`);
  }
  const user = await requireAccount(needs, row.user_id, site);
  needs.lastUse.note(`access key ${row.id}`, row.last_used_at_ms, (tx) => touchKey(tx, row.id, nowMs, address));
  const validUntilMs = Math.min(
    row.expires_at_ms ?? Infinity,
    passwordEndMs(user, site.settings),
    nowMs + notedAgainAfterMs,
  );
  return {
    user,
    credential: { kind: 'access-key', id: row.id, scopes, endsAtMs: row.expires_at_ms },
    validUntilMs,
  };
}

/**
 * Whether a browser learns by this request that nobody is signed in. Only then its cookie is removed: another request may be answered
 * when somebody has signed in again, and would remove the new one.
 */
const asksWhoItIs = ({ method, url, isDocument }: RequestFacts): boolean =>
  isDocument === true || (method === 'GET' && url.split('?')[0] === '/api/users/self');

async function proveSession(needs: Needs, site: Site, id: string, request: RequestFacts): Promise<Proof> {
  requireOwnPage(request, site.settings);
  const hash = hashSecret(id);
  const row = await findSession(needs.database.readFirst, hash);
  await requireMoment(needs, row, site);
  const nowMs = needs.clock.nowMs();
  const endsAtMs = row === undefined ? 0 : sessionEndMs(row, site.settings);
  if (row === undefined || !timingSafeEqual(row.hash, hash) || endsAtMs <= nowMs) {
    const headers = asksWhoItIs(request) ? { 'set-cookie': removeSessionCookie(request.isEncrypted) } : {};
    throw new DomainError('unauthenticated', says('session.over')`your session has expired; sign in again`, {
      headers,
    });
  }
  const user = await requireAccount(needs, row.user_id, site);
  needs.lastUse.note(`session ${row.user_id} ${row.created_at_ms}`, row.last_used_at_ms, (tx) =>
    touchSession(tx, hash, nowMs),
  );
  const credential: Credential = { kind: 'session', hash, createdAtMs: row.created_at_ms, endsAtMs };
  const validUntilMs = Math.min(endsAtMs, passwordEndMs(user, site.settings), nowMs + notedAgainAfterMs);
  return { user, credential, validUntilMs };
}

/** The owner of a credential; deleting an account deletes them, so there is one. */
async function readAccount(database: Database, id: number): Promise<UserRow> {
  const user = await findUser(database.readFirst, id);
  if (user === undefined)
    throw invalidCredentials(says('account.gone')`the account of these credentials no longer exists`);
  return user;
}
