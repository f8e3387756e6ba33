// When it was measured what projects store, and how often that changed since by nobody knows how much.
import { columnTypesOf } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const storageMeasures: Migration = {
  number: 74,
  name: 'storage-measures',
  async up(tx) {
    const { integer, timeMs } = columnTypesOf(tx);
    const alter = () => tx.schema.alterTable('project_storage');
    await alter()
      .addColumn('measured_at_ms', timeMs, (c) => c.notNull().defaultTo(0))
      .execute();
    for (const count of ['changes', 'measured_changes'])
      await alter()
        .addColumn(count, integer, (c) => c.notNull().defaultTo(0))
        .execute();
  },
};
