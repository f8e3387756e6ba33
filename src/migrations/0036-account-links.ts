// Links in mails that prove whose mailbox it is: for a forgotten password, and for another address.
import { columnTypesOf, createTable } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const accountLinks: Migration = {
  number: 36,
  name: 'account-links',
  async up(tx) {
    const { integer, text, timeMs, bytes } = columnTypesOf(tx);
    await createTable(tx, 'account_links')
      .addColumn('hash', bytes, (c) => c.primaryKey())
      .addColumn('user_id', integer, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('purpose', text, (c) => c.notNull())
      .addColumn('email', text, (c) => c.notNull())
      .addColumn('expires_at_ms', timeMs, (c) => c.notNull())
      .execute();
    await tx.schema.createIndex('account_links_user').on('account_links').column('user_id').execute();
    await tx.schema.createIndex('account_links_expiry').on('account_links').column('expires_at_ms').execute();
  },
};
