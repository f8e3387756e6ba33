// People who may enter a project without being a member of it, and invitations to become one.
import { columnTypesOf, createTable } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const projectGuests: Migration = {
  number: 97,
  name: 'project-guests',
  async up(tx) {
    const { integer, flag } = columnTypesOf(tx);
    await createTable(tx, 'project_guests')
      .addColumn('project_id', integer, (c) => c.notNull().references('projects.id').onDelete('cascade'))
      .addColumn('user_id', integer, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addPrimaryKeyConstraint('project_guests_key', ['project_id', 'user_id'])
      .execute();
    await tx.schema.createIndex('project_guests_user').on('project_guests').column('user_id').execute();
    await tx.schema
      .alterTable('invitations')
      .addColumn('is_guest', flag, (c) => c.notNull().defaultTo(0))
      .execute();
  },
};
