// Reminders of dates: whom trackers tell so many days before or after one.
import { columnTypesOf, createTable, createTableWithIds } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const dateReminders: Migration = {
  number: 75,
  name: 'date-reminders',
  async up(tx) {
    const { integer, text, flag } = columnTypesOf(tx);
    await createTableWithIds(tx, 'date_reminders', 1, (table) =>
      table
        .addColumn('tracker_id', integer, (c) => c.notNull().references('trackers.id').onDelete('cascade'))
        .addColumn('field_id', integer, (c) => c.notNull().references('tracker_fields.id').onDelete('cascade'))
        .addColumn('type', text, (c) => c.notNull())
        .addColumn('days', integer, (c) => c.notNull())
        .addColumn('is_enabled', flag, (c) => c.notNull())
        .addColumn('tells_closed', flag, (c) => c.notNull())
        .addColumn('tells_submitter', flag, (c) => c.notNull())
        .addColumn('tells_assignees', flag, (c) => c.notNull())
        .addColumn('tells_commenters', flag, (c) => c.notNull())
        .addColumn('told_until_day', text, (c) => c.notNull())
        .addColumn('telling_until_day', text)
        .addColumn('told_artifact_id', integer, (c) => c.notNull().defaultTo(0))
        .addColumn('told_user_id', integer, (c) => c.notNull().defaultTo(0)),
    );
    await tx.schema.createIndex('date_reminders_tracker').on('date_reminders').column('tracker_id').execute();
    await tx.schema.createIndex('date_reminders_field').on('date_reminders').column('field_id').execute();
    await createTable(tx, 'date_reminder_groups')
      .addColumn('reminder_id', integer, (c) => c.notNull().references('date_reminders.id').onDelete('cascade'))
      .addColumn('ugroup_id', integer, (c) => c.notNull())
      .addPrimaryKeyConstraint('date_reminder_groups_key', ['reminder_id', 'ugroup_id'])
      .execute();
    await tx.schema.createIndex('date_reminder_groups_group').on('date_reminder_groups').column('ugroup_id').execute();
  },
};
