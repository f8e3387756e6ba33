// What the server measured, and long work that somebody asked for.
import { columnTypesOf, createTable, createTableWithIds } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const operations: Migration = {
  number: 52,
  name: 'operations',
  async up(tx) {
    const { integer, text, timeMs } = columnTypesOf(tx);
    await createTable(tx, 'measures')
      .addColumn('at_ms', timeMs, (c) => c.notNull())
      .addColumn('process', text, (c) => c.notNull())
      .addColumn('requests', integer, (c) => c.notNull())
      .addColumn('errors', integer, (c) => c.notNull())
      .addColumn('answer_ms', timeMs, (c) => c.notNull())
      .addColumn('busy_permille', integer, (c) => c.notNull())
      .addColumn('memory_bytes', timeMs, (c) => c.notNull())
      .addColumn('jobs_waiting', integer, (c) => c.notNull())
      .addColumn('disk_free_bytes', timeMs, (c) => c.notNull())
      .addPrimaryKeyConstraint('measures_key', ['at_ms', 'process'])
      .execute();
    await createTableWithIds(tx, 'undertakings', 1, (table) =>
      table
        .addColumn('kind', text, (c) => c.notNull())
        .addColumn('subject', text, (c) => c.notNull())
        .addColumn('project_id', integer)
        .addColumn('status', text, (c) => c.notNull())
        .addColumn('step', text, (c) => c.notNull())
        .addColumn('done', timeMs, (c) => c.notNull())
        .addColumn('total', timeMs, (c) => c.notNull())
        .addColumn('path', text, (c) => c.notNull())
        .addColumn('size_bytes', timeMs)
        .addColumn('note', text, (c) => c.notNull())
        .addColumn('user_id', integer, (c) => c.notNull())
        .addColumn('user_name', text, (c) => c.notNull())
        .addColumn('machine', text, (c) => c.notNull())
        .addColumn('created_at_ms', timeMs, (c) => c.notNull())
        .addColumn('finished_at_ms', timeMs),
    );
    await tx.schema.createIndex('undertakings_of').on('undertakings').columns(['kind', 'project_id', 'id']).execute();
  },
};
