// Rows of access keys, browser sessions and counters of failed sign-ins.
import type { Generated } from 'kysely';

interface AccessKeysTable {
  id: Generated<number>;
  user_id: number;
  /** SHA-256 of the key's secret. */
  hash: Uint8Array;
  description: string;
  scopes_json: string;
  created_at_ms: number;
  /** null: never. */
  expires_at_ms: number | null;
  last_used_at_ms: number | null;
  /** Address of the last user. */
  last_used_by: string | null;
}

/** Public keys by which SSH knows accounts. */
interface SshKeysTable {
  id: Generated<number>;
  user_id: number;
  type: string;
  /** In base64. */
  blob: string;
  comment: string;
  /** Of the blob; no two keys have one. */
  fingerprint: string;
  created_at_ms: number;
  last_used_at_ms: number | null;
}

interface SessionsTable {
  /** SHA-256 of the cookie's value. */
  hash: Uint8Array;
  user_id: number;
  created_at_ms: number;
  last_used_at_ms: number;
  /** Where it began: address, and what the browser said of itself; empty where nobody noted it. */
  address: Generated<string>;
  agent: Generated<string>;
}

interface SignInCountersTable {
  /** Kind and digest of what is counted; names and addresses can't be read from it. */
  subject: string;
  /** Failures, less those that were forgiven by time. */
  level: number;
  /** Of the last failure. */
  at_ms: number;
  /** From then on the row means nothing. */
  expires_at_ms: number;
}

/** `password`: sets a new one; `email`: confirms another address. */
export type LinkPurpose = 'password' | 'email';

/** Links in mails that prove whose mailbox it is. */
interface AccountLinksTable {
  /** SHA-256 of the text in the link. */
  hash: Uint8Array;
  user_id: number;
  purpose: LinkPurpose;
  /** Where the mail went. */
  email: string;
  expires_at_ms: number;
}

declare module '../../../platform/database/sessions/tables.ts' {
  interface Tables {
    access_keys: AccessKeysTable;
    ssh_keys: SshKeysTable;
    sessions: SessionsTable;
    sign_in_counters: SignInCountersTable;
    account_links: AccountLinksTable;
  }
}
