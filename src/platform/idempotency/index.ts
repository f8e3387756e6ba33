// Keys by which clients repeat a request that changes something without changing it twice (ADR 42). A key's row is written in the
// transaction of the change, so that there is one exactly where the change is durable.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { Clock } from '../clock.ts';
import { storedJson } from '../database/index.ts';
import type { Database, Writer } from '../database/index.ts';
import { deleteKeysBefore, findKey, insertKey, updateKey } from './keys.store.ts';
import type { KeyName, KeyRow } from './keys.store.ts';

/** A request under a key of whoever sent it. */
export interface KeyedRequest {
  userId: number;
  key: string;
  /** The same for the same request alone. */
  fingerprint: string;
}

const StoredAnswer = Type.Object({
  status: Type.Integer(),
  /** Names and values in turn. */
  head: Type.Array(Type.String()),
  text: Type.Optional(Type.String()),
});

/** An answer as it went out. */
export type StoredAnswer = Static<typeof StoredAnswer>;

export interface FirstRequest {
  fingerprint: string;
  startedAtMs: number;
  /** Path below the API's base of what it made, such as `artifacts/12`, where that was noted. */
  made: string | undefined;
  /** undefined: not yet, or never. */
  answer: StoredAnswer | undefined;
}

export interface IdempotencyKeys {
  /** The first request with this key; undefined where there was none that changed or answered something. */
  find(request: KeyedRequest): Promise<FirstRequest | undefined>;
  /** Writes the key in the transaction of the change. Throws KeyTakenError, which undoes it, where the key was used before. */
  claim(tx: Writer, request: KeyedRequest): Promise<void>;
  /** Keeps the answer, under a key that was claimed or by which nothing was changed. */
  keep(request: KeyedRequest, answer: StoredAnswer): Promise<void>;
}

/** Another request with the same key has changed something. */
export class KeyTakenError extends Error {
  constructor() {
    super('the idempotency key was used by another request');
    this.name = 'KeyTakenError';
  }
}

const readAnswer = storedJson(StoredAnswer);

const retentionMs = 24 * 60 * 60 * 1000;

const nameOf = ({ userId, key }: KeyedRequest): KeyName => ({ user_id: userId, key });

const rowOf = (request: KeyedRequest, nowMs: number): KeyRow => ({
  ...nameOf(request),
  fingerprint: request.fingerprint,
  started_at_ms: nowMs,
  made: null,
  answer_json: null,
});

const claimed = new WeakMap<Writer, KeyName>();

/** Notes the path below the API's base of what a transaction made, for a repeated request whose first answer was lost. */
export async function noteMade(tx: Writer, path: string): Promise<void> {
  const name = claimed.get(tx);
  if (name !== undefined) await updateKey(tx, name, { made: path });
}

/** Deletes those whose first request is a day old. */
export const dropOldKeys = (tx: Writer, nowMs: number): Promise<void> => deleteKeysBefore(tx, nowMs - retentionMs);

export function createIdempotencyKeys(database: Database, clock: Clock): IdempotencyKeys {
  return {
    async find(request) {
      const row = await findKey(database.read, nameOf(request));
      if (row === undefined) return undefined;
      return {
        fingerprint: row.fingerprint,
        startedAtMs: row.started_at_ms,
        made: row.made ?? undefined,
        answer: row.answer_json === null ? undefined : readAnswer(row.answer_json, 'answer to a request with a key'),
      };
    },
    async claim(tx, request) {
      if (!(await insertKey(tx, rowOf(request, clock.nowMs())))) throw new KeyTakenError();
      claimed.set(tx, nameOf(request));
    },
    keep: (request, answer) =>
      database.transact(async (tx) => {
        await insertKey(tx, rowOf(request, clock.nowMs()));
        await updateKey(tx, nameOf(request), { answer_json: JSON.stringify(answer) });
      }),
  };
}
