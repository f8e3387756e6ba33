// HTML of longer texts, stored beside them so that reads only send it.
import { columnTypesOf, createTable } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const renderedTexts: Migration = {
  number: 31,
  name: 'rendered texts',
  async up(tx) {
    const { integer, text } = columnTypesOf(tx);
    await createTable(tx, 'rendered_texts')
      .addColumn('key', text, (c) => c.primaryKey())
      .addColumn('artifact_id', integer, (c) => c.notNull().references('artifacts.id').onDelete('cascade'))
      .addColumn('version', integer, (c) => c.notNull())
      .addColumn('html', text, (c) => c.notNull())
      .execute();
    await tx.schema.createIndex('rendered_texts_artifact').on('rendered_texts').column('artifact_id').execute();
  },
};
