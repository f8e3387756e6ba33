// Commits of repositories, the references in their messages, and Subversion repositories.
import { columnTypesOf, createTable, createTableWithIds } from '../platform/database/index.ts';
import type { Migration, MigrationWriter } from '../platform/database/index.ts';

export const sourceControl: Migration = {
  number: 21,
  name: 'source control',
  async up(tx) {
    await createCommits(tx);
    await createReferences(tx);
    await createSubversion(tx);
  },
};

async function createCommits(tx: MigrationWriter): Promise<void> {
  const { integer, text, timeMs, json } = columnTypesOf(tx);
  await createTableWithIds(tx, 'commits', 1, (table) =>
    table
      .addColumn('project_id', integer, (c) => c.notNull().references('projects.id').onDelete('cascade'))
      .addColumn('kind', text, (c) => c.notNull())
      .addColumn('repository', text, (c) => c.notNull())
      .addColumn('revision', text, (c) => c.notNull())
      .addColumn('message', text, (c) => c.notNull())
      .addColumn('author_name', text, (c) => c.notNull())
      .addColumn('author_email', text, (c) => c.notNull())
      .addColumn('authored_at_ms', timeMs, (c) => c.notNull())
      .addColumn('committed_at_ms', timeMs, (c) => c.notNull())
      .addColumn('pushed_by', integer, (c) => c.notNull())
      .addColumn('files_json', json, (c) => c.notNull())
      .addColumn('has_acted', integer, (c) => c.notNull()),
  );
  await tx.schema
    .createIndex('commits_key')
    .unique()
    .on('commits')
    .columns(['project_id', 'kind', 'repository', 'revision'])
    .execute();
}

async function createReferences(tx: MigrationWriter): Promise<void> {
  const { integer, text } = columnTypesOf(tx);
  await createTable(tx, 'commit_references')
    .addColumn('commit_id', integer, (c) => c.notNull().references('commits.id').onDelete('cascade'))
    .addColumn('keyword', text, (c) => c.notNull())
    .addColumn('target_id', integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('commit_references_key', ['commit_id', 'keyword', 'target_id'])
    .execute();
  await tx.schema
    .createIndex('commit_references_target')
    .on('commit_references')
    .columns(['target_id', 'commit_id'])
    .execute();
}

async function createSubversion(tx: MigrationWriter): Promise<void> {
  const { integer, text, json } = columnTypesOf(tx);
  await createTableWithIds(tx, 'svn_repositories', 1, (table) =>
    table
      .addColumn('project_id', integer, (c) => c.notNull().references('projects.id').onDelete('cascade'))
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('folder', text, (c) => c.notNull())
      .addColumn('settings_json', json, (c) => c.notNull())
      .addColumn('recorded_revision', integer, (c) => c.notNull()),
  );
  await tx.schema
    .createIndex('svn_repositories_name')
    .unique()
    .on('svn_repositories')
    .columns(['project_id', 'name'])
    .execute();
  await tx.schema.createIndex('svn_repositories_folder').unique().on('svn_repositories').column('folder').execute();
}
