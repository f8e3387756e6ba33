// What archives say of Git repositories and nothing reads yet.
import { columnTypesOf } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const unreadGitRights: Migration = {
  number: 61,
  name: 'unread-git-rights',
  async up(tx) {
    const { text } = columnTypesOf(tx);
    await tx.schema.alterTable('git_repositories').addColumn('unread_xml', text).execute();
  },
};
