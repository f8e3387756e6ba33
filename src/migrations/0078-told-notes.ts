// Notes of long work by their names, for pages in other languages.
import { columnTypesOf } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const toldNotes: Migration = {
  number: 78,
  name: 'told-notes',
  async up(tx) {
    const { text } = columnTypesOf(tx);
    await tx.schema
      .alterTable('undertakings')
      .addColumn('told_json', text, (c) => c.notNull().defaultTo(''))
      .execute();
  },
};
