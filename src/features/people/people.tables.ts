// Rows of people and their credentials.
import type { Generated } from 'kysely';

/** `A` active, `R` restricted, `S` suspended, `P` pending, `D` deleted. */
export type UserStatus = 'A' | 'R' | 'S' | 'P' | 'D';

interface UsersTable {
  id: Generated<number>;
  username: string;
  real_name: string;
  email: string;
  ldap_id: string;
  status: UserStatus;
  is_site_admin: number;
  has_avatar: number;
  /** argon2id in PHC form; null when no password was ever set. */
  password_hash: string | null;
  password_changed_at_ms: number | null;
  /** MD5 of the password in 32 lower case hex digits, from an older system; null for most. */
  legacy_password_md5: string | null;
  created_at_ms: number;
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

interface DashboardsTable {
  id: Generated<number>;
  user_id: number;
  name: string;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    users: UsersTable;
    tokens: TokensTable;
    delegations: DelegationsTable;
    preferences: PreferencesTable;
    dashboards: DashboardsTable;
  }
}
