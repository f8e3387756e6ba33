// Repositories that are copies of others, and pull requests that come from them.
import { columnTypesOf } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const forks: Migration = {
  number: 56,
  name: 'forks',
  async up(tx) {
    const { integer } = columnTypesOf(tx);
    await tx.schema.alterTable('git_repositories').addColumn('parent_id', integer).execute();
    await tx.schema.alterTable('git_repositories').addColumn('owner_id', integer).execute();
    await tx.schema.createIndex('git_repositories_parent').on('git_repositories').column('parent_id').execute();
    await tx.schema.alterTable('pull_requests').addColumn('fork_id', integer).execute();
    await tx.schema
      .createIndex('pull_requests_fork')
      .on('pull_requests')
      .columns(['fork_id', 'status', 'branch_src'])
      .execute();
  },
};
