// Who asked to join a project.
import type { Generated } from 'kysely';

interface JoinRequestsTable {
  id: Generated<number>;
  user_id: number;
  /** The project or thing as the person named it, in lower case; one request of a person for each. */
  asked: string;
  /** null: nothing is called so. */
  project_id: number | null;
  message: string;
  asked_at_ms: number;
  /** null: not refused. */
  refused_at_ms: number | null;
  /** When the person took it back; null: they did not. It is kept, without its message, so that it counts for the day. */
  withdrawn_at_ms: number | null;
}

declare module '../../platform/database/sessions/tables.ts' {
  interface Tables {
    join_requests: JoinRequestsTable;
  }
}
