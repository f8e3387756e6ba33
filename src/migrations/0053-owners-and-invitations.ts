// Who answers for a project, and who was invited.
import { columnTypesOf, createTable, createTableWithIds } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const ownersAndInvitations: Migration = {
  number: 53,
  name: 'owners-and-invitations',
  async up(tx) {
    const { integer, text, bytes, timeMs } = columnTypesOf(tx);
    await createTable(tx, 'project_owners')
      .addColumn('project_id', integer, (c) => c.primaryKey().references('projects.id').onDelete('cascade'))
      .addColumn('user_id', integer, (c) => c.notNull())
      .execute();
    await createTableWithIds(tx, 'invitations', 1, (table) =>
      table
        .addColumn('hash', bytes, (c) => c.notNull().unique())
        .addColumn('email', text, (c) => c.notNull())
        .addColumn('from_user_id', integer, (c) => c.notNull())
        .addColumn('project_id', integer, (c) => c.references('projects.id').onDelete('cascade'))
        .addColumn('sent_at_ms', timeMs, (c) => c.notNull())
        .addColumn('used_by', integer),
    );
    await tx.schema
      .createIndex('invitations_sender')
      .on('invitations')
      .columns(['from_user_id', 'sent_at_ms'])
      .execute();
  },
};
