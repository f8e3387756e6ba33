// Large files of Git repositories, and the locks on files.
import { columnTypesOf, createTable } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const gitLfs: Migration = {
  number: 65,
  name: 'git-lfs',
  async up(tx) {
    const { integer, text, timeMs } = columnTypesOf(tx);
    await createTable(tx, 'git_lfs_objects')
      .addColumn('repository_id', integer, (c) => c.notNull().references('git_repositories.id').onDelete('cascade'))
      .addColumn('oid', text, (c) => c.notNull())
      .addColumn('size_bytes', integer, (c) => c.notNull())
      .addColumn('blob', text, (c) => c.notNull())
      .addPrimaryKeyConstraint('git_lfs_objects_pk', ['repository_id', 'oid'])
      .execute();
    await tx.schema.createIndex('git_lfs_objects_blob').on('git_lfs_objects').column('blob').execute();
    await createTable(tx, 'git_lfs_locks')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('repository_id', integer, (c) => c.notNull().references('git_repositories.id').onDelete('cascade'))
      .addColumn('path', text, (c) => c.notNull())
      .addColumn('user_id', integer, (c) => c.notNull())
      .addColumn('locked_at_ms', timeMs, (c) => c.notNull())
      .execute();
    await tx.schema
      .createIndex('git_lfs_locks_path')
      .unique()
      .on('git_lfs_locks')
      .columns(['repository_id', 'path'])
      .execute();
  },
};
