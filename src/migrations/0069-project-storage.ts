// What projects may store, and what they do.
import { columnTypesOf, createTable } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const projectStorage: Migration = {
  number: 69,
  name: 'project-storage',
  async up(tx) {
    const { integer, text } = columnTypesOf(tx);
    await createTable(tx, 'project_quotas')
      .addColumn('project_id', integer, (c) => c.notNull().references('projects.id').onDelete('cascade'))
      .addColumn('kind', text, (c) => c.notNull())
      .addColumn('quota_bytes', integer, (c) => c.notNull())
      .addPrimaryKeyConstraint('project_quotas_pk', ['project_id', 'kind'])
      .execute();
    await createTable(tx, 'project_storage')
      .addColumn('project_id', integer, (c) => c.notNull().references('projects.id').onDelete('cascade'))
      .addColumn('kind', text, (c) => c.notNull())
      .addColumn('used_bytes', integer, (c) => c.notNull())
      .addPrimaryKeyConstraint('project_storage_pk', ['project_id', 'kind'])
      .execute();
  },
};
