// Labels of projects, and what carries them.
import { columnTypesOf, createTable, createTableWithIds } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const labels: Migration = {
  number: 45,
  name: 'labels',
  async up(tx) {
    const { integer, text } = columnTypesOf(tx);
    await createTableWithIds(tx, 'project_labels', 1, (table) =>
      table
        .addColumn('project_id', integer, (c) => c.notNull().references('projects.id').onDelete('cascade'))
        .addColumn('label', text, (c) => c.notNull())
        .addColumn('label_key', text, (c) => c.notNull())
        .addColumn('is_outline', integer, (c) => c.notNull())
        .addColumn('color', text, (c) => c.notNull())
        .addUniqueConstraint('project_labels_name', ['project_id', 'label_key']),
    );
    await createTable(tx, 'labelled_items')
      .addColumn('label_id', integer, (c) => c.notNull().references('project_labels.id').onDelete('cascade'))
      .addColumn('kind', text, (c) => c.notNull())
      .addColumn('item_id', integer, (c) => c.notNull())
      .addPrimaryKeyConstraint('labelled_items_key', ['label_id', 'kind', 'item_id'])
      .execute();
    await tx.schema.createIndex('labelled_items_of').on('labelled_items').columns(['kind', 'item_id']).execute();
  },
};
