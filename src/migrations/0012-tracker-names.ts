// No two trackers of a project that are not deleted have the same short name.
import { sql } from 'kysely';
import type { Migration } from '../platform/database/index.ts';

export const trackerNames: Migration = {
  number: 10,
  name: 'tracker names',
  async up(tx) {
    // Of those that share a name the oldest keeps it; the others get their id, which makes it unique.
    await sql`update trackers set item_name = item_name || '_' || cast(id as text)
      where is_deleted = 0 and exists (
        select 1 from trackers older where older.project_id = trackers.project_id
          and older.item_name = trackers.item_name and older.is_deleted = 0 and older.id < trackers.id
      )`.execute(tx);
    await tx.schema
      .createIndex('trackers_item_name')
      .unique()
      .on('trackers')
      .columns(['project_id', 'item_name'])
      .where(sql<boolean>`is_deleted = 0`)
      .execute();
  },
};
