// Git repositories, who may do what with them, what was last seen of their branches and tags, and statuses of commits.
import { columnTypesOf, createTable, createTableWithIds } from '../platform/database/index.ts';
import type { Migration, MigrationWriter } from '../platform/database/index.ts';

export const git: Migration = {
  number: 24,
  name: 'git',
  async up(tx) {
    await createRepositories(tx);
    const { integer, text, timeMs } = columnTypesOf(tx);
    await createTable(tx, 'git_permissions')
      .addColumn('repository_id', integer, (c) => c.notNull().references('git_repositories.id').onDelete('cascade'))
      .addColumn('pattern', text, (c) => c.notNull())
      .addColumn('permission', text, (c) => c.notNull())
      .addColumn('ugroup_id', integer, (c) => c.notNull())
      .addPrimaryKeyConstraint('git_permissions_key', ['repository_id', 'pattern', 'permission', 'ugroup_id'])
      .execute();
    await createTable(tx, 'git_refs')
      .addColumn('repository_id', integer, (c) => c.notNull().references('git_repositories.id').onDelete('cascade'))
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('hash', text, (c) => c.notNull())
      .addPrimaryKeyConstraint('git_refs_key', ['repository_id', 'name'])
      .execute();
    await createTable(tx, 'git_commit_statuses')
      .addColumn('repository_id', integer, (c) => c.notNull().references('git_repositories.id').onDelete('cascade'))
      .addColumn('hash', text, (c) => c.notNull())
      .addColumn('state', text, (c) => c.notNull())
      .addColumn('at_ms', timeMs, (c) => c.notNull())
      .addPrimaryKeyConstraint('git_commit_statuses_key', ['repository_id', 'hash'])
      .execute();
  },
};

async function createRepositories(tx: MigrationWriter): Promise<void> {
  const { integer, text, timeMs, bytes } = columnTypesOf(tx);
  await createTableWithIds(tx, 'git_repositories', 1, (table) =>
    table
      .addColumn('project_id', integer, (c) => c.notNull().references('projects.id').onDelete('cascade'))
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('description', text, (c) => c.notNull())
      .addColumn('folder', text, (c) => c.notNull().unique())
      .addColumn('default_branch', text)
      .addColumn('allows_closure', integer, (c) => c.notNull())
      .addColumn('token_hash', bytes)
      .addColumn('created_at_ms', timeMs, (c) => c.notNull())
      .addColumn('updated_at_ms', timeMs, (c) => c.notNull())
      .addUniqueConstraint('git_repositories_name', ['project_id', 'name']),
  );
}
