// Who asked to join a project.
import { columnTypesOf, createTableWithIds } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const joinRequests: Migration = {
  number: 58,
  name: 'join-requests',
  async up(tx) {
    const { integer, text, timeMs } = columnTypesOf(tx);
    await createTableWithIds(tx, 'join_requests', 1, (table) =>
      table
        .addColumn('user_id', integer, (c) => c.notNull())
        .addColumn('asked', text, (c) => c.notNull())
        .addColumn('project_id', integer, (c) => c.references('projects.id').onDelete('cascade'))
        .addColumn('message', text, (c) => c.notNull())
        .addColumn('asked_at_ms', timeMs, (c) => c.notNull())
        .addColumn('refused_at_ms', timeMs)
        .addUniqueConstraint('join_requests_asked', ['user_id', 'asked']),
    );
    await tx.schema.createIndex('join_requests_project').on('join_requests').columns(['project_id', 'id']).execute();
  },
};
