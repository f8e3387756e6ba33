// Archives that are uploaded to become projects.
import { columnTypesOf, createTable } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const projectUploads: Migration = {
  number: 54,
  name: 'project-uploads',
  async up(tx) {
    const { integer, text, flag } = columnTypesOf(tx);
    await createTable(tx, 'project_uploads')
      .addColumn('file_id', integer, (c) => c.primaryKey().references('artifact_files.id').onDelete('cascade'))
      .addColumn('project_id', integer, (c) => c.notNull())
      .addColumn('user_id', integer, (c) => c.notNull())
      .addColumn('unix_name', text, (c) => c.notNull())
      .addColumn('wish_json', text, (c) => c.notNull())
      .addColumn('status', text, (c) => c.notNull())
      .addColumn('is_whole', flag, (c) => c.notNull())
      .addColumn('is_begun', flag, (c) => c.notNull())
      .execute();
    await tx.schema.createIndex('project_uploads_user').on('project_uploads').column('user_id').execute();
  },
};
