// Workflows at work: no transition twice, and the account that changes of triggers are recorded under.
import { sql } from 'kysely';
import type { Migration } from '../platform/database/index.ts';

export const workflow: Migration = {
  number: 11,
  name: 'workflow',
  async up(tx) {
    await sql`delete from transitions where exists (
      select 1 from transitions older where older.tracker_id = transitions.tracker_id
        and coalesce(older.from_value_id, 0) = coalesce(transitions.from_value_id, 0)
        and older.to_value_id = transitions.to_value_id and older.id < transitions.id)`.execute(tx);
    await sql`create unique index transitions_move on transitions
      (tracker_id, coalesce(from_value_id, 0), to_value_id)`.execute(tx);
    await sql`insert into users (id, username, real_name, email, ldap_id, status, is_site_admin, created_at_ms)
      values (90, 'forge__workflow', 'Tracker Workflow Manager', 'noreply@localhost.localdomain', '', 'S', 0, 0)
      on conflict do nothing`.execute(tx);
  },
};
