// Public keys by which SSH knows accounts.
import { columnTypesOf, createTableWithIds } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const sshKeys: Migration = {
  number: 43,
  name: 'ssh-keys',
  async up(tx) {
    const { integer, text, timeMs } = columnTypesOf(tx);
    await createTableWithIds(tx, 'ssh_keys', 1, (table) =>
      table
        .addColumn('user_id', integer, (c) => c.notNull().references('users.id').onDelete('cascade'))
        .addColumn('type', text, (c) => c.notNull())
        .addColumn('blob', text, (c) => c.notNull())
        .addColumn('comment', text, (c) => c.notNull())
        .addColumn('fingerprint', text, (c) => c.notNull().unique())
        .addColumn('created_at_ms', timeMs, (c) => c.notNull())
        .addColumn('last_used_at_ms', timeMs),
    );
    await tx.schema.createIndex('ssh_keys_user').on('ssh_keys').column('user_id').execute();
  },
};
