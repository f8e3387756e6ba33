// Who looks at artifacts now.
import { columnTypesOf, createTable } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const presence: Migration = {
  number: 38,
  name: 'presence',
  async up(tx) {
    const { integer, timeMs } = columnTypesOf(tx);
    await createTable(tx, 'presence')
      .addColumn('artifact_id', integer, (c) => c.notNull().references('artifacts.id').onDelete('cascade'))
      .addColumn('user_id', integer, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('is_editing', integer, (c) => c.notNull())
      .addColumn('ends_at_ms', timeMs, (c) => c.notNull())
      .addPrimaryKeyConstraint('presence_key', ['artifact_id', 'user_id'])
      .execute();
    await tx.schema.createIndex('presence_user').on('presence').column('user_id').execute();
    await tx.schema.createIndex('presence_end').on('presence').column('ends_at_ms').execute();
  },
};
