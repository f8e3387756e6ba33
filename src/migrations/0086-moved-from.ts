// Where an artifact was moved from, which the comment of the move names only to those who may see that tracker.
import { columnTypesOf } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const movedFrom: Migration = {
  number: 86,
  name: 'moved-from',
  async up(tx) {
    const { integer } = columnTypesOf(tx);
    await tx.schema.alterTable('comments').addColumn('moved_from_tracker_id', integer).execute();
  },
};
