// What a site asks of people and promises to them.
import { columnTypesOf, createTable } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const legalTexts: Migration = {
  number: 63,
  name: 'legal-texts',
  async up(tx) {
    const { text, timeMs } = columnTypesOf(tx);
    await createTable(tx, 'legal_texts')
      .addColumn('name', text, (c) => c.primaryKey())
      .addColumn('content', text, (c) => c.notNull())
      .addColumn('changed_at_ms', timeMs, (c) => c.notNull())
      .execute();
  },
};
