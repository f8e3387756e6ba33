// Threads of comments on pull requests that somebody resolved.
import { columnTypesOf } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const resolvedThreads: Migration = {
  number: 72,
  name: 'resolved-threads',
  async up(tx) {
    const { integer, timeMs } = columnTypesOf(tx);
    for (const table of ['pull_request_comments', 'pull_request_inline_comments']) {
      await tx.schema.alterTable(table).addColumn('resolved_by', integer).execute();
      await tx.schema.alterTable(table).addColumn('resolved_at_ms', timeMs).execute();
    }
  },
};
