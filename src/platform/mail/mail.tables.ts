// The table of mails that go out.
import type { Generated } from 'kysely';

/** `waiting` to be sent, `sent`, or `failed` for good. */
export const mailStatuses = ['waiting', 'sent', 'failed'] as const;

export type MailStatus = (typeof mailStatuses)[number];

interface OutboxTable {
  id: Generated<number>;
  recipient: string;
  subject: string;
  /** Null once the mail is sent. */
  message_json: string | null;
  status: MailStatus;
  /** Of the last attempt that failed. */
  last_error: string | null;
  created_at_ms: number;
  /** When it was sent or given up. */
  finished_at_ms: number | null;
}

declare module '../database/sessions/tables.ts' {
  interface Tables {
    outbox: OutboxTable;
  }
}
