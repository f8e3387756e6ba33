// Keywords of projects that lead elsewhere from their texts.
import { columnTypesOf, createTableWithIds } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const referencePatterns: Migration = {
  number: 62,
  name: 'reference-patterns',
  async up(tx) {
    const { integer, text } = columnTypesOf(tx);
    await createTableWithIds(tx, 'reference_patterns', 1, (table) =>
      table
        .addColumn('project_id', integer, (c) => c.notNull().references('projects.id').onDelete('cascade'))
        .addColumn('keyword', text, (c) => c.notNull())
        .addColumn('description', text, (c) => c.notNull())
        .addColumn('link', text, (c) => c.notNull())
        .addUniqueConstraint('reference_patterns_keyword', ['project_id', 'keyword']),
    );
  },
};
