// Access keys, browser sessions, counters of failed sign-ins, and password hashes of an older system.
import { columnTypesOf, createTable, createTableWithIds } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const credentials: Migration = {
  number: 6,
  name: 'credentials',
  async up(tx) {
    const { integer, real, text, timeMs, bytes, json } = columnTypesOf(tx);
    await tx.schema.alterTable('users').addColumn('legacy_password_md5', text).execute();
    await createTableWithIds(tx, 'access_keys', 1, (table) =>
      table
        .addColumn('user_id', integer, (c) => c.notNull().references('users.id').onDelete('cascade'))
        .addColumn('hash', bytes, (c) => c.notNull())
        .addColumn('description', text, (c) => c.notNull())
        .addColumn('scopes_json', json, (c) => c.notNull())
        .addColumn('created_at_ms', timeMs, (c) => c.notNull())
        .addColumn('expires_at_ms', timeMs)
        .addColumn('last_used_at_ms', timeMs)
        .addColumn('last_used_by', text),
    );
    await tx.schema.createIndex('access_keys_user').on('access_keys').column('user_id').execute();
    await createTable(tx, 'sessions')
      .addColumn('hash', bytes, (c) => c.primaryKey())
      .addColumn('user_id', integer, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('created_at_ms', timeMs, (c) => c.notNull())
      .addColumn('last_used_at_ms', timeMs, (c) => c.notNull())
      .execute();
    await tx.schema.createIndex('sessions_user').on('sessions').column('user_id').execute();
    await tx.schema.createIndex('sessions_created').on('sessions').column('created_at_ms').execute();
    await createTable(tx, 'sign_in_counters')
      .addColumn('subject', text, (c) => c.primaryKey())
      .addColumn('level', real, (c) => c.notNull())
      .addColumn('at_ms', timeMs, (c) => c.notNull())
      .addColumn('expires_at_ms', timeMs, (c) => c.notNull())
      .execute();
    await tx.schema.createIndex('sign_in_counters_expiry').on('sign_in_counters').column('expires_at_ms').execute();
  },
};
