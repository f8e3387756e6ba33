// Changesets keep the format of a comment that says nothing, which then needs no row of its own. Rows that there are stay.
import { columnTypesOf } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const emptyComments: Migration = {
  number: 79,
  name: 'empty-comments',
  async up(tx) {
    const { text } = columnTypesOf(tx);
    await tx.schema.alterTable('changesets').addColumn('empty_comment', text).execute();
  },
};
