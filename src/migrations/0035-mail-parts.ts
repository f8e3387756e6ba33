// Long mail that came in, in parts.
import { columnTypesOf, createTable } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const mailParts: Migration = {
  number: 35,
  name: 'mail-parts',
  async up(tx) {
    const { integer, bytes } = columnTypesOf(tx);
    await createTable(tx, 'mail_content_parts')
      .addColumn('content_id', integer, (c) => c.notNull().references('mail_contents.id').onDelete('cascade'))
      .addColumn('number', integer, (c) => c.notNull())
      .addColumn('bytes', bytes, (c) => c.notNull())
      .addPrimaryKeyConstraint('mail_content_parts_key', ['content_id', 'number'])
      .execute();
  },
};
