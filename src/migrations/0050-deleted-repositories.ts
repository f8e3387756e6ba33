// Git repositories that were deleted, and can be had again for a while.
import { columnTypesOf } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const deletedRepositories: Migration = {
  number: 50,
  name: 'deleted-repositories',
  async up(tx) {
    const { integer, timeMs } = columnTypesOf(tx);
    await tx.schema.alterTable('git_repositories').addColumn('deleted_at_ms', timeMs).execute();
    await tx.schema.alterTable('git_repositories').addColumn('deleted_by', integer).execute();
  },
};
