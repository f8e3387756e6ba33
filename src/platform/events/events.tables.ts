// The tables of the event log.
import type { Generated } from 'kysely';

interface EventsTable {
  /** In `events` its position: grows in the order of commits, without ever naming an event late. */
  id: Generated<number>;
  kind: string;
  project_id: number | null;
  tracker_id: number | null;
  artifact_id: number | null;
  changeset_id: number | null;
  /** 0: anonymous, or the system. */
  user_id: number;
  at_ms: number;
  details_json: string | null;
}

interface FollowersTable {
  name: string;
  /** The last event whose effects are saved. */
  position: number;
  /** Names the process that follows; null where none does. */
  leased_by: string | null;
  lease_ends_at_ms: number;
}

declare module '../database/sessions/tables.ts' {
  interface Tables {
    events: EventsTable;
    events_arriving: EventsTable;
    followers: FollowersTable;
  }
}
