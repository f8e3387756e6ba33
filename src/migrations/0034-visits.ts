// What people looked at lately.
import { columnTypesOf, createTable } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const visits: Migration = {
  number: 34,
  name: 'visits',
  async up(tx) {
    const { integer, timeMs } = columnTypesOf(tx);
    await createTable(tx, 'visits')
      .addColumn('user_id', integer, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('artifact_id', integer, (c) => c.notNull().references('artifacts.id').onDelete('cascade'))
      .addColumn('visited_at_ms', timeMs, (c) => c.notNull())
      .addPrimaryKeyConstraint('visits_key', ['user_id', 'artifact_id'])
      .execute();
    await tx.schema.createIndex('visits_artifact').on('visits').column('artifact_id').execute();
  },
};
