// Mail that came in, and how far mailboxes were read.
import { columnTypesOf, createTable, createTableWithIds } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const mailIn: Migration = {
  number: 20,
  name: 'mail-in',
  async up(tx) {
    const { integer, text, timeMs, bytes } = columnTypesOf(tx);
    await createTableWithIds(tx, 'mail_contents', 1, (table) => table.addColumn('content', bytes, (c) => c.notNull()));
    await createTableWithIds(tx, 'mail_messages', 1, (table) =>
      table
        .addColumn('door', text, (c) => c.notNull())
        .addColumn('received_at_ms', timeMs, (c) => c.notNull())
        .addColumn('envelope_from', text)
        .addColumn('recipient', text, (c) => c.notNull())
        .addColumn('size_bytes', integer, (c) => c.notNull())
        .addColumn('content_id', integer, (c) => c.references('mail_contents.id'))
        .addColumn('content_hash', text, (c) => c.notNull())
        .addColumn('delivery_key', text, (c) => c.unique())
        .addColumn('status', text, (c) => c.notNull())
        .addColumn('reason', text)
        .addColumn('message_id', text)
        .addColumn('from_address', text)
        .addColumn('subject', text)
        .addColumn('authentication', text)
        .addColumn('user_id', integer)
        .addColumn('artifact_id', integer)
        .addColumn('changeset_id', integer)
        .addColumn('answered_at_ms', timeMs),
    );
    await tx.schema.createIndex('mail_messages_content').on('mail_messages').column('content_id').execute();
    await tx.schema.createIndex('mail_messages_artifact').on('mail_messages').column('artifact_id').execute();
    await tx.schema.createIndex('mail_messages_received').on('mail_messages').column('received_at_ms').execute();
    await tx.schema
      .createIndex('mail_messages_answered')
      .on('mail_messages')
      .columns(['user_id', 'answered_at_ms'])
      .execute();
    await createTable(tx, 'mail_mailboxes')
      .addColumn('url', text, (c) => c.primaryKey())
      .addColumn('uid_validity', text, (c) => c.notNull())
      .addColumn('last_uid', integer, (c) => c.notNull())
      .addColumn('holder', text)
      .addColumn('ends_at_ms', timeMs, (c) => c.notNull())
      .execute();
  },
};
