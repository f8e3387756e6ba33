// Commits that no branch or tag leads to any more, and where they began.
import { columnTypesOf, createTable } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const lostCommits: Migration = {
  number: 30,
  name: 'lost-commits',
  async up(tx) {
    const { integer, text } = columnTypesOf(tx);
    await tx.schema
      .alterTable('commits')
      .addColumn('is_lost', integer, (c) => c.notNull().defaultTo(0))
      .execute();
    await createTable(tx, 'git_lost_tips')
      .addColumn('repository_id', integer, (c) => c.notNull().references('git_repositories.id').onDelete('cascade'))
      .addColumn('hash', text, (c) => c.notNull())
      .addPrimaryKeyConstraint('git_lost_tips_key', ['repository_id', 'hash'])
      .execute();
  },
};
