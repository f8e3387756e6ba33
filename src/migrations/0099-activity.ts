// Changesets know the tracker of their artifact, so that the latest ones of a tracker, and of a person in it, are found by an index.
import { sql } from 'kysely';
import { columnTypesOf } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const activity: Migration = {
  number: 99,
  name: 'activity',
  async up(tx) {
    const { integer } = columnTypesOf(tx);
    await tx.schema
      .alterTable('changesets')
      .addColumn('tracker_id', integer, (c) => c.notNull().defaultTo(0))
      .execute();
    await sql`update changesets
      set tracker_id = (select artifacts.tracker_id from artifacts where artifacts.id = changesets.artifact_id)`.execute(
      tx,
    );
    const index = (name: string) => tx.schema.createIndex(`changesets_${name}`).on('changesets');
    await index('tracker').columns(['tracker_id', 'submitted_at_ms', 'id']).execute();
    await index('person').columns(['submitted_by', 'tracker_id', 'submitted_at_ms', 'id']).execute();
  },
};
