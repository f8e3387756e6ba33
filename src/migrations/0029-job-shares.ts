// Whose jobs are, what asked for them and where they go, for kinds that share their places out.
import { columnTypesOf } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const jobShares: Migration = {
  number: 29,
  name: 'job-shares',
  async up(tx) {
    const { text } = columnTypesOf(tx);
    for (const column of ['owner', 'source', 'target'] as const)
      await tx.schema.alterTable('jobs').addColumn(column, text).execute();
    const nobody = { owner: '', source: '', target: '' };
    await tx.updateTable('jobs').set(nobody).where('kind', '=', 'transition-job').execute();
    const open = tx.schema.createIndex('jobs_shares').on('jobs').columns(['owner', 'due_at_ms', 'id']);
    await open.where('owner', 'is not', null).where('due_at_ms', 'is not', null).execute();
    const bySource = tx.schema.createIndex('jobs_sources').on('jobs').columns(['source', 'due_at_ms']);
    await bySource.where('due_at_ms', 'is not', null).execute();
  },
};
