// Services in an order that a project chooses, and icons of its own ones.
import { columnTypesOf } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const projectServices: Migration = {
  number: 60,
  name: 'project-services',
  async up(tx) {
    const { integer, text } = columnTypesOf(tx);
    await tx.schema
      .alterTable('project_services')
      .addColumn('rank', integer, (c) => c.notNull().defaultTo(0))
      .execute();
    await tx.schema
      .alterTable('project_services')
      .addColumn('icon', text, (c) => c.notNull().defaultTo(''))
      .execute();
  },
};
