// Language, time zone and pictures of accounts, and the text by which people are searched.
import { columnTypesOf, createTable } from '../platform/database/index.ts';
import type { Migration, MigrationWriter } from '../platform/database/index.ts';

/** Accents of Latin, Greek and Cyrillic letters. */
const accents = /[\u0300-\u036f]/g;

const fold = (text: string): string => text.normalize('NFKD').replace(accents, '').toUpperCase().toLowerCase();

export const accounts: Migration = {
  number: 5,
  name: 'accounts',
  async up(tx) {
    const { text, integer, bytes } = columnTypesOf(tx);
    await tx.schema.alterTable('users').dropColumn('has_avatar').execute();
    await tx.schema.alterTable('users').addColumn('locale', text).execute();
    await tx.schema.alterTable('users').addColumn('timezone', text).execute();
    await tx.schema.alterTable('users').addColumn('avatar_key', text).execute();
    await tx.schema
      .alterTable('users')
      .addColumn('search_text', text, (c) => c.notNull().defaultTo(''))
      .execute();
    await createTable(tx, 'avatars')
      .addColumn('user_id', integer, (c) => c.primaryKey().references('users.id').onDelete('cascade'))
      .addColumn('key', text, (c) => c.notNull().unique())
      .addColumn('type', text, (c) => c.notNull())
      .addColumn('content', bytes, (c) => c.notNull())
      .execute();
    await fillSearchText(tx);
  },
};

async function fillSearchText(tx: MigrationWriter): Promise<void> {
  for (const user of await tx.selectFrom('users').select(['id', 'username', 'real_name']).execute()) {
    const searchText = fold(`${String(user['real_name'])} (${String(user['username'])})`);
    await tx.updateTable('users').set({ search_text: searchText }).where('id', '=', user['id']).execute();
  }
}
