// The picture that stands for the site.
import { columnTypesOf, createTable } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const siteLogo: Migration = {
  number: 68,
  name: 'site-logo',
  async up(tx) {
    const { text, integer } = columnTypesOf(tx);
    await createTable(tx, 'site_logo')
      .addColumn('id', integer, (c) => c.primaryKey())
      .addColumn('blob', text, (c) => c.notNull())
      .addColumn('media_type', text, (c) => c.notNull())
      .addColumn('size_bytes', integer, (c) => c.notNull())
      .addColumn('width', integer, (c) => c.notNull())
      .addColumn('height', integer, (c) => c.notNull())
      .execute();
  },
};
