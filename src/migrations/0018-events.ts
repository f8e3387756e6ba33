// The log of what happened, and how far those who follow it have come. Where several transactions write at a time, events
// arrive in a table of their own and get their place in the log once they are committed.
import type { CreateTableBuilder } from 'kysely';
import { columnTypesOf, createTable, createTableWithIds } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const events: Migration = {
  number: 18,
  name: 'events',
  async up(tx) {
    const { integer, text, timeMs, json } = columnTypesOf(tx);
    const describe = <T extends string>(table: CreateTableBuilder<T, 'id'>) =>
      table
        .addColumn('kind', text, (c) => c.notNull())
        .addColumn('project_id', integer)
        .addColumn('tracker_id', integer)
        .addColumn('artifact_id', integer)
        .addColumn('changeset_id', integer)
        .addColumn('user_id', integer, (c) => c.notNull())
        .addColumn('at_ms', timeMs, (c) => c.notNull())
        .addColumn('details_json', json);
    await createTableWithIds(tx, 'events', 1, describe);
    await createTableWithIds(tx, 'events_arriving', 1, describe);
    await createTable(tx, 'followers')
      .addColumn('name', text, (c) => c.primaryKey())
      .addColumn('position', integer, (c) => c.notNull())
      .addColumn('leased_by', text)
      .addColumn('lease_ends_at_ms', timeMs, (c) => c.notNull())
      .execute();
  },
};
