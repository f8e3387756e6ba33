// Trackers whose artifacts the burnups of a project count; without any they add efforts.
import { columnTypesOf, createTable } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const burnupTrackers: Migration = {
  number: 55,
  name: 'burnup-trackers',
  async up(tx) {
    const { integer } = columnTypesOf(tx);
    await createTable(tx, 'burnup_trackers')
      .addColumn('project_id', integer, (c) => c.notNull().references('projects.id').onDelete('cascade'))
      .addColumn('tracker_id', integer, (c) => c.notNull().references('trackers.id').onDelete('cascade'))
      .addPrimaryKeyConstraint('burnup_trackers_key', ['project_id', 'tracker_id'])
      .execute();
    await tx.schema.createIndex('burnup_trackers_of').on('burnup_trackers').column('tracker_id').execute();
  },
};
