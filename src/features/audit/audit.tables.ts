// Rows of the audit log. Names are kept beside ids, so that an entry stays readable when an account or project is gone.
import type { Generated } from 'kysely';
import type { AuditKind } from './audit.kinds.ts';

interface AuditEventsTable {
  id: Generated<number>;
  at_ms: number;
  kind: AuditKind;
  /** null: nobody who signed in, or the command line. */
  actor_id: number | null;
  actor_name: string;
  /** null: the command line. */
  address: string | null;
  /** The account that it happened to; null where it is about none, or an unknown one. */
  user_id: number | null;
  project_id: number | null;
  details_json: string;
}

declare module '../../platform/database/sessions/tables.ts' {
  interface Tables {
    audit_events: AuditEventsTable;
  }
}
