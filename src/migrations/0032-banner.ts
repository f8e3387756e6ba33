// What the whole platform announces.
import { columnTypesOf, createTable } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const banner: Migration = {
  number: 32,
  name: 'banner',
  async up(tx) {
    const { integer, text, timeMs } = columnTypesOf(tx);
    await createTable(tx, 'platform_banner')
      .addColumn('id', integer, (c) => c.primaryKey())
      .addColumn('message', text, (c) => c.notNull())
      .addColumn('importance', text, (c) => c.notNull())
      .addColumn('expires_at_ms', timeMs)
      .execute();
  },
};
