// Projects whose side bar lists no milestones.
import { columnTypesOf, createTable } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const quietSideBars: Migration = {
  number: 76,
  name: 'quiet-side-bars',
  async up(tx) {
    const { integer } = columnTypesOf(tx);
    await createTable(tx, 'quiet_side_bars')
      .addColumn('project_id', integer, (c) => c.primaryKey().references('projects.id').onDelete('cascade'))
      .execute();
  },
};
