// How texts of Git repositories are read that are neither UTF-8 nor UTF-16.
import { columnTypesOf } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const textEncodings: Migration = {
  number: 90,
  name: 'text-encodings',
  async up(tx) {
    const { text } = columnTypesOf(tx);
    await tx.schema
      .alterTable('git_repositories')
      .addColumn('text_encoding', text, (c) => c.notNull().defaultTo(''))
      .execute();
  },
};
