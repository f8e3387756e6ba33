// By which clock the times of jobs were set, so that those of a clock that was ahead can be brought back.
import { columnTypesOf } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const jobClocks: Migration = {
  number: 91,
  name: 'job-clocks',
  async up(tx) {
    await tx.schema.alterTable('jobs').addColumn('set_at_ms', columnTypesOf(tx).timeMs).execute();
    await tx
      .updateTable('jobs')
      .set((eb) => ({ set_at_ms: eb.fn.coalesce('started_at_ms', 'created_at_ms') }))
      .where('due_at_ms', 'is not', null)
      .execute();
  },
};
