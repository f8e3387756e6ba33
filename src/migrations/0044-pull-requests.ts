// Pull requests, what is said about them, who reviews them, and what happened to them.
import { columnTypesOf, createTable, createTableWithIds } from '../platform/database/index.ts';
import type { Migration, MigrationWriter } from '../platform/database/index.ts';

export const pullRequests: Migration = {
  number: 44,
  name: 'pull-requests',
  async up(tx) {
    const { integer, text, timeMs } = columnTypesOf(tx);
    await createTableWithIds(tx, 'pull_requests', 1, (table) =>
      table
        .addColumn('repository_id', integer, (c) => c.notNull().references('git_repositories.id').onDelete('cascade'))
        .addColumn('branch_src', text, (c) => c.notNull())
        .addColumn('branch_dest', text, (c) => c.notNull())
        .addColumn('head_hash', text, (c) => c.notNull())
        .addColumn('dest_hash', text, (c) => c.notNull())
        .addColumn('title', text, (c) => c.notNull())
        .addColumn('description', text, (c) => c.notNull())
        .addColumn('description_format', text, (c) => c.notNull())
        .addColumn('user_id', integer, (c) => c.notNull())
        .addColumn('created_at_ms', timeMs, (c) => c.notNull())
        .addColumn('status', text, (c) => c.notNull())
        .addColumn('status_by', integer)
        .addColumn('status_at_ms', timeMs),
    );
    await tx.schema
      .createIndex('pull_requests_repository')
      .on('pull_requests')
      .columns(['repository_id', 'status', 'id'])
      .execute();
    await createTalk(tx);
    await createTable(tx, 'pull_request_reviewers')
      .addColumn('pull_request_id', integer, (c) => c.notNull().references('pull_requests.id').onDelete('cascade'))
      .addColumn('user_id', integer, (c) => c.notNull())
      .addPrimaryKeyConstraint('pull_request_reviewers_key', ['pull_request_id', 'user_id'])
      .execute();
  },
};

async function createTalk(tx: MigrationWriter): Promise<void> {
  const { integer, text, timeMs } = columnTypesOf(tx);
  for (const name of ['pull_request_comments', 'pull_request_inline_comments'])
    await createTableWithIds(tx, name, 1, (table) => {
      const common = table
        .addColumn('pull_request_id', integer, (c) => c.notNull().references('pull_requests.id').onDelete('cascade'))
        .addColumn('parent_id', integer, (c) => c.notNull())
        .addColumn('user_id', integer, (c) => c.notNull())
        .addColumn('at_ms', timeMs, (c) => c.notNull())
        .addColumn('edited_at_ms', timeMs)
        .addColumn('content', text, (c) => c.notNull())
        .addColumn('format', text, (c) => c.notNull())
        .addColumn('color', text, (c) => c.notNull());
      if (name === 'pull_request_comments') return common;
      return common
        .addColumn('file_path', text, (c) => c.notNull())
        .addColumn('position', text, (c) => c.notNull())
        .addColumn('unidiff_offset', integer, (c) => c.notNull())
        .addColumn('base_hash', text, (c) => c.notNull())
        .addColumn('head_hash', text, (c) => c.notNull())
        .addColumn('old_line', integer)
        .addColumn('new_line', integer);
    });
  await createTableWithIds(tx, 'pull_request_events', 1, (table) =>
    table
      .addColumn('pull_request_id', integer, (c) => c.notNull().references('pull_requests.id').onDelete('cascade'))
      .addColumn('user_id', integer, (c) => c.notNull())
      .addColumn('at_ms', timeMs, (c) => c.notNull())
      .addColumn('kind', text, (c) => c.notNull())
      .addColumn('added_json', text, (c) => c.notNull())
      .addColumn('removed_json', text, (c) => c.notNull()),
  );
  for (const name of ['pull_request_comments', 'pull_request_inline_comments', 'pull_request_events'])
    await tx.schema.createIndex(`${name}_of`).on(name).columns(['pull_request_id', 'id']).execute();
}
