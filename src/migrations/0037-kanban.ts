// Kanbans, limits of their columns, and the reports that filter them.
import { columnTypesOf, createTable, createTableWithIds } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const kanban: Migration = {
  number: 37,
  name: 'kanban',
  async up(tx) {
    const { integer, text } = columnTypesOf(tx);
    await createTableWithIds(tx, 'kanbans', 1, (table) =>
      table
        .addColumn('tracker_id', integer, (c) => c.notNull().references('trackers.id').onDelete('cascade'))
        .addColumn('name', text, (c) => c.notNull())
        .addColumn('is_promoted', integer, (c) => c.notNull())
        .addColumn('archive_id', text)
        .addUniqueConstraint('kanbans_tracker', ['tracker_id']),
    );
    await createTable(tx, 'kanban_limits')
      .addColumn('kanban_id', integer, (c) => c.notNull().references('kanbans.id').onDelete('cascade'))
      .addColumn('value_id', integer, (c) => c.notNull())
      .addColumn('wip_limit', integer, (c) => c.notNull())
      .addPrimaryKeyConstraint('kanban_limits_key', ['kanban_id', 'value_id'])
      .execute();
    await createTable(tx, 'kanban_reports')
      .addColumn('kanban_id', integer, (c) => c.notNull().references('kanbans.id').onDelete('cascade'))
      .addColumn('report_id', integer, (c) => c.notNull().references('reports.id').onDelete('cascade'))
      .addPrimaryKeyConstraint('kanban_reports_key', ['kanban_id', 'report_id'])
      .execute();
    await tx.schema.createIndex('kanban_reports_report').on('kanban_reports').column('report_id').execute();
  },
};
