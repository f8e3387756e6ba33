// Rows of mail that came in. One message for two addresses is two rows with one content.
import type { Generated } from 'kysely';

/** How a message came. */
export const doors = ['listener', 'pipe', 'mailbox'] as const;

/**
 * `waiting`: to be used. `done`: it made a comment or an artifact. `refused`: it could not be used. `ignored`: no person wrote
 * it, or it came before.
 */
export const messageStatuses = ['waiting', 'done', 'refused', 'ignored'] as const;

export type MessageStatus = (typeof messageStatuses)[number];

interface MailContentsTable {
  id: Generated<number>;
  /** As it came, byte for byte; of a long message the first part. */
  content: Uint8Array;
}

interface MailContentPartsTable {
  content_id: number;
  /** From 1 on; they follow one another after `mail_contents.content`. */
  number: number;
  bytes: Uint8Array;
}

interface MailMessagesTable {
  id: Generated<number>;
  door: (typeof doors)[number];
  received_at_ms: number;
  /** Empty: the null sender; null: the door does not know. */
  envelope_from: string | null;
  recipient: string;
  size_bytes: number;
  /** Null once the content was forgotten, or where it was too large to be taken. */
  content_id: number | null;
  /** SHA-256. */
  content_hash: string;
  /** Of the Message-ID, or the content where there is none, and the recipient; null for what came before. */
  delivery_key: string | null;
  status: MessageStatus;
  /** Why it was not used, or which part of it was not. */
  reason: string | null;
  /** The same by its name; empty where there is none. */
  i18n_json: Generated<string>;
  message_id: string | null;
  /** These and the next as the message says, once it was read. */
  from_address: string | null;
  subject: string | null;
  /** Authentication-Results and Received-SPF, one per line. */
  authentication: string | null;
  /** Who is taken for its writer. */
  user_id: number | null;
  artifact_id: number | null;
  changeset_id: number | null;
  /** When its writer was told why it was refused. */
  answered_at_ms: number | null;
}

interface MailMailboxesTable {
  /** With the account, without its password. */
  url: string;
  uid_validity: string;
  /** Of the last message that was taken. */
  last_uid: number;
  /** Who reads it. */
  holder: string | null;
  ends_at_ms: number;
}

declare module '../../platform/database/sessions/tables.ts' {
  interface Tables {
    mail_contents: MailContentsTable;
    mail_content_parts: MailContentPartsTable;
    mail_messages: MailMessagesTable;
    mail_mailboxes: MailMailboxesTable;
  }
}
