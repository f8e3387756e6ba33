// What people have looked at of pull requests.
import { columnTypesOf, createTable } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const viewedFiles: Migration = {
  number: 66,
  name: 'viewed-files',
  async up(tx) {
    const { integer, text } = columnTypesOf(tx);
    await createTable(tx, 'pull_request_viewed_files')
      .addColumn('pull_request_id', integer, (c) => c.notNull().references('pull_requests.id').onDelete('cascade'))
      .addColumn('user_id', integer, (c) => c.notNull())
      .addColumn('path', text, (c) => c.notNull())
      .addColumn('content_id', text, (c) => c.notNull())
      .addPrimaryKeyConstraint('pull_request_viewed_files_key', ['pull_request_id', 'user_id', 'path'])
      .execute();
  },
};
