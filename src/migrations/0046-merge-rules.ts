// What has to be before branches are merged, what reviewers think of them, and checks of commits by name.
import { sql } from 'kysely';
import { columnTypesOf, createTable } from '../platform/database/index.ts';
import type { Migration, MigrationWriter } from '../platform/database/index.ts';

export const mergeRules: Migration = {
  number: 46,
  name: 'merge-rules',
  async up(tx) {
    const { integer, text, timeMs } = columnTypesOf(tx);
    await nameChecks(tx);
    await tx.schema
      .alterTable('pull_requests')
      .addColumn('merge_hash', text, (c) => c.notNull().defaultTo(''))
      .execute();
    await createTable(tx, 'pull_request_verdicts')
      .addColumn('pull_request_id', integer, (c) => c.notNull().references('pull_requests.id').onDelete('cascade'))
      .addColumn('user_id', integer, (c) => c.notNull())
      .addColumn('verdict', text, (c) => c.notNull())
      .addColumn('head_hash', text, (c) => c.notNull())
      .addColumn('at_ms', timeMs, (c) => c.notNull())
      .addPrimaryKeyConstraint('pull_request_verdicts_key', ['pull_request_id', 'user_id'])
      .execute();
    await createTable(tx, 'project_merge_rules')
      .addColumn('project_id', integer, (c) => c.primaryKey().references('projects.id').onDelete('cascade'))
      .addColumn('rules_json', text, (c) => c.notNull())
      .execute();
    await createTable(tx, 'repository_merge_rules')
      .addColumn('repository_id', integer, (c) => c.primaryKey().references('git_repositories.id').onDelete('cascade'))
      .addColumn('rules_json', text, (c) => c.notNull())
      .execute();
  },
};

/** Statuses had no name: one for each commit. */
async function nameChecks(tx: MigrationWriter): Promise<void> {
  const { integer, text, timeMs } = columnTypesOf(tx);
  await createTable(tx, 'git_commit_checks')
    .addColumn('repository_id', integer, (c) => c.notNull().references('git_repositories.id').onDelete('cascade'))
    .addColumn('hash', text, (c) => c.notNull())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('state', text, (c) => c.notNull())
    .addColumn('description', text, (c) => c.notNull())
    .addColumn('url', text, (c) => c.notNull())
    .addColumn('at_ms', timeMs, (c) => c.notNull())
    .addPrimaryKeyConstraint('git_commit_checks_key', ['repository_id', 'hash', 'name'])
    .execute();
  await sql`insert into git_commit_checks (repository_id, hash, name, state, description, url, at_ms)
    select repository_id, hash, 'build', state, '', '', at_ms from git_commit_statuses`.execute(tx);
  await tx.schema.dropTable('git_commit_statuses').execute();
}
