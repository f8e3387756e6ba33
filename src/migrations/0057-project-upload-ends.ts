// What became of archives that were uploaded to become projects.
import { columnTypesOf, createTable } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const projectUploadEnds: Migration = {
  number: 57,
  name: 'project-upload-ends',
  async up(tx) {
    const { integer, text, flag, json } = columnTypesOf(tx);
    await createTable(tx, 'project_upload_ends')
      .addColumn('project_id', integer, (c) => c.primaryKey())
      .addColumn('user_id', integer, (c) => c.notNull())
      .addColumn('unix_name', text, (c) => c.notNull())
      .addColumn('label', text, (c) => c.notNull())
      .addColumn('file_name', text, (c) => c.notNull())
      .addColumn('size_bytes', integer, (c) => c.notNull())
      .addColumn('is_made', flag, (c) => c.notNull())
      .addColumn('left_json', json, (c) => c.notNull())
      .addColumn('left_count', integer, (c) => c.notNull())
      .addColumn('reason', text)
      .execute();
    await tx.schema.createIndex('project_upload_ends_user').on('project_upload_ends').column('user_id').execute();
  },
};
