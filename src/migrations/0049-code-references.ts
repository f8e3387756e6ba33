// Which artifacts branches and pull requests are about, and whom pull requests have yet to be told to.
import { sql } from 'kysely';
import { columnTypesOf, createTable } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

/** As listBranchReferences reads names; what it knows later does not count for what is there now. */
const pattern = /(?:^|[/-])([A-Za-z][A-Za-z0-9_]*)-(\d{1,9})(?![0-9A-Za-z])/g;
const prefix = 'refs/heads/';

export const codeReferences: Migration = {
  number: 49,
  name: 'code-references',
  async up(tx) {
    const { integer, text, timeMs } = columnTypesOf(tx);
    await createTable(tx, 'git_branch_references')
      .addColumn('repository_id', integer, (c) => c.notNull().references('git_repositories.id').onDelete('cascade'))
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('keyword', text, (c) => c.notNull())
      .addColumn('target_id', integer, (c) => c.notNull())
      .addPrimaryKeyConstraint('git_branch_references_key', ['repository_id', 'name', 'keyword', 'target_id'])
      .execute();
    await tx.schema.createIndex('git_branch_references_to').on('git_branch_references').column('target_id').execute();
    await createTable(tx, 'pull_request_references')
      .addColumn('pull_request_id', integer, (c) => c.notNull().references('pull_requests.id').onDelete('cascade'))
      .addColumn('keyword', text, (c) => c.notNull())
      .addColumn('target_id', integer, (c) => c.notNull())
      .addPrimaryKeyConstraint('pull_request_references_key', ['pull_request_id', 'keyword', 'target_id'])
      .execute();
    await tx.schema
      .createIndex('pull_request_references_to')
      .on('pull_request_references')
      .column('target_id')
      .execute();
    await tx.schema.alterTable('pull_requests').addColumn('tell_since_ms', timeMs).execute();
    const { rows: refs } = await sql<{ repository_id: number; name: string }>`
      select repository_id, name from git_refs where name like ${`${prefix}%`}`.execute(tx);
    const seen = new Set<string>();
    for (const { repository_id, name: ref } of refs) {
      const name = ref.slice(prefix.length);
      for (const [, word = '', number] of name.matchAll(pattern)) {
        const row = { repository_id, name, keyword: word.toLowerCase(), target_id: Number(number) };
        const key = JSON.stringify(row);
        if (!seen.has(key)) await tx.insertInto('git_branch_references').values(row).execute();
        seen.add(key);
      }
    }
  },
};
