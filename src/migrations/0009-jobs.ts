// Work that is done beside requests.
import { columnTypesOf, createTableWithIds } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const jobs: Migration = {
  number: 9,
  name: 'jobs',
  async up(tx) {
    const { integer, text, timeMs, json } = columnTypesOf(tx);
    await createTableWithIds(tx, 'jobs', 1, (table) =>
      table
        .addColumn('kind', text, (c) => c.notNull())
        .addColumn('payload_json', json, (c) => c.notNull())
        .addColumn('unique_key', text, (c) => c.unique())
        .addColumn('status', text, (c) => c.notNull())
        .addColumn('due_at_ms', timeMs)
        .addColumn('attempts', integer, (c) => c.notNull())
        .addColumn('leased_by', text)
        .addColumn('last_error', text)
        .addColumn('created_at_ms', timeMs, (c) => c.notNull())
        .addColumn('started_at_ms', timeMs)
        .addColumn('finished_at_ms', timeMs),
    );
    await tx.schema.createIndex('jobs_due').on('jobs').column('due_at_ms').where('due_at_ms', 'is not', null).execute();
    await tx.schema.createIndex('jobs_finished').on('jobs').column('finished_at_ms').execute();
  },
};
