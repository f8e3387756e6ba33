// Access keys of the caller: made, read, revoked. credentials.ts verifies them.
import { randomBytes } from 'node:crypto';
import type { Static } from 'typebox';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import { formatIso, parseDate } from '../../../platform/texts/dates.ts';
import { forbidden, invalid, notFound } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { recordAudit } from '../../audit/index.ts';
import { hasScopeForm, isKnownScope, readScopes, writeKeyText } from '../credentials/access-key.ts';
import type { AccessKey } from './access-keys.schema.ts';
import { deleteKey, findOwnKey, insertKey, listKeys } from '../credentials/access-keys.store.ts';
import type { AccessKeyRow } from '../credentials/access-keys.store.ts';
import { hashSecret } from '../credentials/credentials.ts';
import { actorOf, requireUser } from '../credentials/sign-in.ts';
import type { Caller } from '../credentials/sign-in.ts';
import { notifyOwner } from '../recovery/account-news.ts';

export interface NewAccessKey {
  description: string;
  /** ISO 8601 with seconds and offset; null: never. */
  expirationDate: string | null;
  scopes: readonly string[];
}

export interface AccessKeys {
  /** Gives the key's text, which nobody can read again. Throws invalid for a date or scope that can't be, forbidden for a key that makes more than itself. */
  create(caller: Caller, key: NewAccessKey): Promise<string>;
  /** One of the caller's own by id, or `self`, which is the one in use. Throws invalid for other text and notFound. */
  read(caller: Caller, idText: string): Promise<Static<typeof AccessKey>>;
  /** The account's keys that are not expired, oldest first; throws forbidden for somebody else's. */
  list(
    caller: Caller,
    userId: number,
    page: { limit: number; offset: number },
  ): Promise<{ keys: Static<typeof AccessKey>[]; size: number }>;
  /** Revokes one of the caller's own; others are left alone without a word. */
  revoke(caller: Caller, id: number): Promise<void>;
}

export function createAccessKeys(database: Database, clock: Clock): AccessKeys {
  return {
    async create(caller, { description, expirationDate, scopes }) {
      const user = requireUser(caller);
      const nowMs = clock.nowMs();
      const key = {
        user_id: user.id,
        description,
        scopes_json: JSON.stringify(readNewScopes(scopes)),
        created_at_ms: nowMs,
        expires_at_ms: expirationDate === null ? null : readExpiration(expirationDate, nowMs),
      };
      const secret = randomBytes(32).toString('hex');
      requireNoMore(caller, key);
      const hash = hashSecret(secret);
      return database.transact(async (tx) => {
        const id = await insertKey(tx, { ...key, hash });
        const details = { key: id, description, scopes: key.scopes_json };
        await recordAudit(tx, clock, { kind: 'access-key-created', by: actorOf(caller), userId: user.id, details });
        const news = { kind: 'key-made', what: 'access', name: description, address: caller.address } as const;
        await notifyOwner(tx, user, news, { settings: caller.site.settings, nowMs });
        return writeKeyText(id, secret);
      });
    },
    async read(caller, idText) {
      const user = requireUser(caller);
      if (idText !== 'self' && !/^\d{1,15}$/.test(idText)) {
        throw invalid(says('key.id')`"${idText}" is not a valid access key ID; use a number or "self"`, 'id');
      }
      const own = caller.credential?.kind === 'access-key' ? caller.credential.id : undefined;
      const id = idText === 'self' ? own : Number(idText);
      const row = id === undefined ? undefined : await findOwnKey(database.read, user.id, id, clock.nowMs());
      if (row === undefined)
        throw notFound(says('access-key.unknown')`this access key does not exist, or it is not yours`);
      return viewKey(row.id === own ? { ...row, last_used_at_ms: clock.nowMs(), last_used_by: caller.address } : row);
    },
    async list(caller, userId, page) {
      if (requireUser(caller).id !== userId)
        throw forbidden(says('access-key.own')`you can only see and change your own access keys`);
      const { rows, size } = await listKeys(database.read, userId, clock.nowMs(), page);
      return { keys: rows.map(viewKey), size };
    },
    async revoke(caller, id) {
      const user = requireUser(caller);
      await database.transact(async (tx) => {
        if (!(await deleteKey(tx, user.id, id))) return;
        const event = {
          kind: 'access-key-revoked',
          by: actorOf(caller),
          userId: user.id,
          details: { key: id },
        } as const;
        await recordAudit(tx, clock, event);
      });
    },
  };
}

/** A key makes no key that may do more, or lasts longer, than itself. */
function requireNoMore({ credential }: Caller, key: { scopes_json: string; expires_at_ms: number | null }): void {
  if (credential?.kind !== 'access-key') return;
  const more = readScopes(key.scopes_json).find((scope) => !credential.scopes.includes(scope));
  if (more !== undefined)
    throw forbidden(says('key.more-scopes')`a key can't create a key with more scopes than its own; missing: ${more}`);
  const end = credential.endsAtMs;
  if (end !== null && (key.expires_at_ms === null || key.expires_at_ms > end))
    throw forbidden(says('key.longer')`a key can't create a key that expires later than itself, ${formatIso(end)}`);
}

function readNewScopes(scopes: readonly string[]): string[] {
  scopes.forEach((scope, position) => {
    if (!hasScopeForm(scope))
      throw invalid(
        says('key.scope')`"${scope}" is not a scope; use a scope such as write:rest`,
        `scopes[${position}]`,
      );
  });
  const known = [...new Set(scopes)].filter(isKnownScope);
  if (known.length === 0)
    throw invalid(says('access-key.scope')`contains no known scope; use a scope such as write:rest`, 'scopes');
  return known;
}

function readExpiration(text: string, nowMs: number): number {
  const isForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/.test(text);
  const read = isForm ? parseDate(text) : undefined;
  if (read === undefined) {
    throw invalid(
      says('access-key.date')`"${text}" is not a valid date; use a format such as 2026-02-28T13:05:09+01:00`,
      'expiration_date',
    );
  }
  if (read.ms <= nowMs)
    throw invalid(
      says('access-key.past')`is in the past; an access key needs an expiration date in the future`,
      'expiration_date',
    );
  return read.ms;
}

const formatMaybe = (ms: number | null): string | null => (ms === null ? null : formatIso(ms));

const viewKey = (row: AccessKeyRow): Static<typeof AccessKey> => ({
  id: row.id,
  creation_date: formatIso(row.created_at_ms),
  expiration_date: formatMaybe(row.expires_at_ms),
  description: row.description,
  last_used_on: formatMaybe(row.last_used_at_ms),
  last_used_by: row.last_used_by,
  scopes: readScopes(row.scopes_json).map((identifier) => ({ identifier })),
});
