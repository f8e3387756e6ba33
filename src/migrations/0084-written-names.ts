// Short names of projects with the letters in which they came, for addresses of Subversion.
import { columnTypesOf } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const writtenNames: Migration = {
  number: 84,
  name: 'written-names',
  async up(tx) {
    const { text } = columnTypesOf(tx);
    await tx.schema
      .alterTable('projects')
      .addColumn('written_name', text, (c) => c.notNull().defaultTo(''))
      .execute();
  },
};
