// The table of idempotency keys.

interface IdempotencyKeysTable {
  user_id: number;
  key: string;
  /** Of the request that used the key first. */
  fingerprint: string;
  started_at_ms: number;
  /** Path below the API's base of what the request made; null where that is not known. */
  made: string | null;
  /** The answer as it went out; null until there is one. */
  answer_json: string | null;
}

declare module '../database/sessions/tables.ts' {
  interface Tables {
    idempotency_keys: IdempotencyKeysTable;
  }
}
