// Credentials as a request sends them: the only reader of credential headers and of the session cookie. Pure.
import { isSentByPage } from '../../../platform/http/index.ts';
import type { RequestFacts } from '../../../platform/http/index.ts';
import { readKeyText } from './access-key.ts';
import { nameOrigin, readSessionCookie } from './session-cookie.ts';

export type SentCredentials =
  | { kind: 'none' }
  | { kind: 'access-key'; key: string }
  | { kind: 'token'; token: string; userId: string }
  | { kind: 'password'; username: string; password: string }
  | { kind: 'session'; id: string }
  /** Something that can't prove anybody. */
  | { kind: 'malformed'; message: string };

const malformed = (message: string): SentCredentials => ({ kind: 'malformed', message });

/**
 * The first scheme whose header is there counts; the session cookie is last, because browsers send it unasked. Pages know
 * sessions alone: what a browser adds as Basic, because somebody once filled its box or a proxy asked for it, is not theirs.
 */
export function readCredentials(request: Pick<RequestFacts, 'headers' | 'isEncrypted' | 'keyScopes'>): SentCredentials {
  const { headers } = request;
  const key = headers['x-auth-accesskey']?.toString();
  if (key !== undefined) return { kind: 'access-key', key };
  const authorization = isSentByPage(headers) ? undefined : headers['authorization']?.toString();
  if (authorization !== undefined && /^bearer /i.test(authorization)) {
    const bearer = authorization.slice('bearer '.length).trim();
    // Programs that know nothing of Tepal send what they were given this way.
    if (request.keyScopes !== undefined && readKeyText(bearer) !== undefined)
      return { kind: 'access-key', key: bearer };
    return malformed('the bearer token is not valid');
  }
  const token = headers['x-auth-token']?.toString();
  const userId = headers['x-auth-userid']?.toString();
  if (token !== undefined && userId !== undefined) return { kind: 'token', token, userId };
  if (token !== undefined || userId !== undefined) {
    return malformed('X-Auth-Token and X-Auth-UserId go together; one is missing');
  }
  if (authorization !== undefined) return readBasic(authorization);
  const id = headers['cookie'] === undefined ? undefined : readSessionCookie(request);
  return id === undefined ? { kind: 'none' } : { kind: 'session', id };
}

/**
 * The credentials that a request sends and all else that decides what they prove, where that stays proven while nothing changes,
 * which Proof.validUntilMs tells: the same text for the same ones. undefined for passwords, and for what proves nobody.
 */
export function nameLastingCredentials(request: Pick<RequestFacts, 'headers' | 'isEncrypted'>): string | undefined {
  const sent = readCredentials(request);
  if (sent.kind === 'none') return 'nobody';
  if (sent.kind === 'token') return `token ${sent.userId} ${sent.token}`;
  if (sent.kind === 'access-key') return `key ${sent.key}`;
  return sent.kind === 'session' ? `session ${nameOrigin(request)}\n${sent.id}` : undefined;
}

/** RFC 7617: `Basic` and base64 of `name:password` in UTF-8. */
function readBasic(authorization: string): SentCredentials {
  const [, encoded] = /^basic +([A-Za-z0-9+/=_-]+) *$/i.exec(authorization) ?? [];
  const text = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 1 || text.includes('\0')) {
    return malformed('the Authorization header is not Basic with base64 of name:password');
  }
  return { kind: 'password', username: text.slice(0, colon), password: text.slice(colon + 1) };
}
