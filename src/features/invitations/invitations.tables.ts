// Who was invited, by whom, and into what.
import type { Generated } from 'kysely';

interface InvitationsTable {
  id: Generated<number>;
  /** Of the text behind the # of the link. */
  hash: Uint8Array;
  email: string;
  from_user_id: number;
  /** null: to the site alone. */
  project_id: number | null;
  sent_at_ms: number;
  /** 0 or 1: whether the link was sent only to the address, so that its use proves the address. */
  is_mailed: number;
  /** 0 or 1: whether a site administrator invites, so that it opens a site without registration and needs no approval. */
  is_admitting: number;
  /** 0 or 1: whether its link is worth nothing. */
  is_withdrawn: Generated<number>;
  /** 0 or 1: whether who accepts becomes a guest of the project, not a member. */
  is_guest: Generated<number>;
  /** Account that was made with it. */
  used_by: number | null;
}

declare module '../../platform/database/sessions/tables.ts' {
  interface Tables {
    invitations: InvitationsTable;
  }
}
