// Names of user groups are unique in a project whatever their case.
import { sql } from 'kysely';
import type { Migration } from '../platform/database/index.ts';

export const groups: Migration = {
  number: 4,
  name: 'groups',
  async up(tx) {
    await sql`update user_groups set name = name || '_' || id where exists (
      select 1 from user_groups older where older.project_id = user_groups.project_id
        and lower(older.name) = lower(user_groups.name) and older.id < user_groups.id)`.execute(tx);
    await sql`create unique index user_groups_lower_name on user_groups (project_id, lower(name))`.execute(tx);
  },
};
