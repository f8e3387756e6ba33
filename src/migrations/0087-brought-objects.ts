// Large files that pull requests bring from forks are told from a repository's own.
import { columnTypesOf } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const broughtObjects: Migration = {
  number: 87,
  name: 'brought-objects',
  async up(tx) {
    const { integer } = columnTypesOf(tx);
    await tx.schema.alterTable('git_lfs_objects').addColumn('brought_from', integer).execute();
    // Whoever deletes a fork looks for what was brought from it.
    await tx.schema.createIndex('git_lfs_objects_brought').on('git_lfs_objects').column('brought_from').execute();
  },
};
