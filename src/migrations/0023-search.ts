// Full-text search: the index of words, how far it is, the texts of attachments, and words to suggest. The server fills all
// of it from what there is.
import { columnTypesOf, createTable, createWordIndex } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const search: Migration = {
  number: 23,
  name: 'search',
  async up(tx) {
    const { integer, text, timeMs } = columnTypesOf(tx);
    await createWordIndex(tx);
    await createTable(tx, 'search_progress')
      .addColumn('kind', integer, (c) => c.primaryKey().notNull())
      .addColumn('format', text, (c) => c.notNull())
      .addColumn('before_id', integer)
      .addColumn('finished_at_ms', timeMs)
      .execute();
    await createTable(tx, 'search_file_texts')
      .addColumn('file_id', integer, (c) =>
        c.primaryKey().notNull().references('artifact_files.id').onDelete('cascade'),
      )
      .addColumn('text', text, (c) => c.notNull())
      .execute();
    await createTable(tx, 'search_words')
      .addColumn('word', text, (c) => c.primaryKey().notNull())
      .execute();
  },
};
