// Rows of people and their credentials.
import type { Generated } from 'kysely';

/** `A` active, `R` restricted, `S` suspended, `P` pending, `D` deleted. */
export type UserStatus = 'A' | 'R' | 'S' | 'P' | 'D';

interface UsersTable {
  id: Generated<number>;
  username: string;
  real_name: string;
  email: string;
  /** 1: by a mail that was answered, an invitation, an administrator or the directory. Only such an address names its account. */
  is_email_proven: Generated<number>;
  ldap_id: string;
  status: UserStatus;
  is_site_admin: number;
  /** argon2id in PHC form; null when no password was ever set. */
  password_hash: string | null;
  password_changed_at_ms: number | null;
  /** MD5 of the password in 32 lower case hex digits, from an older system; null for most. */
  legacy_password_md5: string | null;
  created_at_ms: number;
  /** Such as `en_US`; null: the server's. */
  locale: string | null;
  /** A name of the IANA list, such as `Europe/Paris`; null: the server's. */
  timezone: string | null;
  /** Part of the address of the account's own picture; null where there is none. */
  avatar_key: string | null;
  /** The folded `Real Name (username)`. */
  search_text: string;
}

interface AvatarsTable {
  user_id: number;
  /** Random: who knows it may see the picture. */
  key: string;
  type: string;
  content: Uint8Array;
}

interface TokensTable {
  /** SHA-256 of the token text. */
  hash: Uint8Array;
  user_id: number;
  created_at_ms: number;
}

interface DelegationsTable {
  user_id: number;
  name: string;
}

interface PreferencesTable {
  user_id: number;
  name: string;
  value: string;
}

declare module '../../../platform/database/sessions/tables.ts' {
  interface Tables {
    users: UsersTable;
    avatars: AvatarsTable;
    tokens: TokensTable;
    delegations: DelegationsTable;
    preferences: PreferencesTable;
  }
}
