// User groups that follow groups of a directory, and the place of the synchronisation that may run.
import { columnTypesOf, createTable } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const directory: Migration = {
  number: 17,
  name: 'directory',
  async up(tx) {
    const { integer, text, timeMs } = columnTypesOf(tx);
    await createTable(tx, 'directory_groups')
      .addColumn('project_id', integer, (c) => c.notNull().references('projects.id').onDelete('cascade'))
      .addColumn('ugroup_id', integer, (c) => c.notNull())
      .addColumn('dn', text, (c) => c.notNull())
      .addColumn('label', text, (c) => c.notNull())
      .addColumn('keeps_others', integer, (c) => c.notNull())
      .addPrimaryKeyConstraint('directory_groups_key', ['project_id', 'ugroup_id'])
      .execute();
    await createTable(tx, 'directory_sync')
      .addColumn('id', integer, (c) => c.primaryKey())
      .addColumn('holder', text)
      .addColumn('ends_at_ms', timeMs, (c) => c.notNull())
      .execute();
    await tx.insertInto('directory_sync').values({ id: 1, holder: null, ends_at_ms: 0 }).execute();
  },
};
