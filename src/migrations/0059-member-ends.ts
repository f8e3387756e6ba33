// Members who leave their projects by themselves.
import { columnTypesOf, createTable } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const memberEnds: Migration = {
  number: 59,
  name: 'member-ends',
  async up(tx) {
    const { integer, text, flag } = columnTypesOf(tx);
    await createTable(tx, 'member_ends')
      .addColumn('project_id', integer, (c) => c.notNull())
      .addColumn('user_id', integer, (c) => c.notNull())
      .addColumn('last_day', text, (c) => c.notNull())
      .addColumn('is_warned', flag, (c) => c.notNull())
      .addPrimaryKeyConstraint('member_ends_key', ['project_id', 'user_id'])
      .addForeignKeyConstraint(
        'member_ends_member',
        ['project_id', 'user_id'],
        'project_members',
        ['project_id', 'user_id'],
        (key) => key.onDelete('cascade'),
      )
      .execute();
    await tx.schema.createIndex('member_ends_day').on('member_ends').column('last_day').execute();
  },
};
