// Boards of milestones: columns, lists by which cards stand in them, and where each value stands.
import { columnTypesOf, createTable, createTableWithIds } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const cardwall: Migration = {
  number: 40,
  name: 'cardwall',
  async up(tx) {
    const { integer, text } = columnTypesOf(tx);
    await createTable(tx, 'cardwalls')
      .addColumn('tracker_id', integer, (c) => c.notNull().references('trackers.id').onDelete('cascade'))
      .addPrimaryKeyConstraint('cardwalls_key', ['tracker_id'])
      .execute();
    await createTableWithIds(tx, 'cardwall_columns', 1, (table) =>
      table
        .addColumn('tracker_id', integer, (c) => c.notNull().references('trackers.id').onDelete('cascade'))
        .addColumn('label', text, (c) => c.notNull())
        .addColumn('color', text, (c) => c.notNull())
        .addColumn('rank', integer, (c) => c.notNull())
        .addColumn('archive_id', text),
    );
    await tx.schema.createIndex('cardwall_columns_tracker').on('cardwall_columns').column('tracker_id').execute();
    await createTable(tx, 'cardwall_mappings')
      .addColumn('tracker_id', integer, (c) => c.notNull().references('trackers.id').onDelete('cascade'))
      .addColumn('card_tracker_id', integer, (c) => c.notNull().references('trackers.id').onDelete('cascade'))
      .addColumn('field_id', integer, (c) => c.notNull())
      .addPrimaryKeyConstraint('cardwall_mappings_key', ['tracker_id', 'card_tracker_id'])
      .execute();
    await tx.schema.createIndex('cardwall_mappings_cards').on('cardwall_mappings').column('card_tracker_id').execute();
    await createTable(tx, 'cardwall_values')
      .addColumn('column_id', integer, (c) => c.notNull().references('cardwall_columns.id').onDelete('cascade'))
      .addColumn('card_tracker_id', integer, (c) => c.notNull().references('trackers.id').onDelete('cascade'))
      .addColumn('value_id', integer, (c) => c.notNull())
      .addPrimaryKeyConstraint('cardwall_values_key', ['column_id', 'card_tracker_id', 'value_id'])
      .execute();
    await tx.schema.createIndex('cardwall_values_cards').on('cardwall_values').column('card_tracker_id').execute();
  },
};
