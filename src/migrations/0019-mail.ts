// Mails on their way out, and who is told of what.
import { columnTypesOf, createTable, createTableWithIds } from '../platform/database/index.ts';
import type { Migration, MigrationWriter } from '../platform/database/index.ts';

export const mail: Migration = {
  number: 19,
  name: 'mail',
  async up(tx) {
    await createOutbox(tx);
    await createRules(tx);
    await createPending(tx);
  },
};

async function createOutbox(tx: MigrationWriter): Promise<void> {
  const { text, timeMs, json } = columnTypesOf(tx);
  await createTableWithIds(tx, 'outbox', 1, (table) =>
    table
      .addColumn('recipient', text, (c) => c.notNull())
      .addColumn('subject', text, (c) => c.notNull())
      .addColumn('message_json', json)
      .addColumn('status', text, (c) => c.notNull())
      .addColumn('last_error', text)
      .addColumn('created_at_ms', timeMs, (c) => c.notNull())
      .addColumn('finished_at_ms', timeMs),
  );
  await tx.schema.createIndex('outbox_finished').on('outbox').column('finished_at_ms').execute();
}

async function createRules(tx: MigrationWriter): Promise<void> {
  const { integer, text, json } = columnTypesOf(tx);
  await createTableWithIds(tx, 'tracker_recipients', 1, (table) =>
    table
      .addColumn('tracker_id', integer, (c) => c.notNull().references('trackers.id').onDelete('cascade'))
      .addColumn('email', text)
      .addColumn('ugroup_id', integer)
      .addColumn('all_updates', integer, (c) => c.notNull()),
  );
  await tx.schema.createIndex('tracker_recipients_tracker').on('tracker_recipients').column('tracker_id').execute();
  await createTable(tx, 'tracker_subscriptions')
    .addColumn('tracker_id', integer, (c) => c.notNull().references('trackers.id').onDelete('cascade'))
    .addColumn('user_id', integer, (c) => c.notNull())
    .addColumn('level', text, (c) => c.notNull())
    .addColumn('field_ids_json', json)
    .addPrimaryKeyConstraint('tracker_subscriptions_key', ['tracker_id', 'user_id'])
    .execute();
  await createTable(tx, 'artifact_subscriptions')
    .addColumn('artifact_id', integer, (c) => c.notNull().references('artifacts.id').onDelete('cascade'))
    .addColumn('user_id', integer, (c) => c.notNull())
    .addColumn('is_subscribed', integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('artifact_subscriptions_key', ['artifact_id', 'user_id'])
    .execute();
  await createTable(tx, 'artifact_refusals')
    .addColumn('artifact_id', integer, (c) => c.notNull().references('artifacts.id').onDelete('cascade'))
    .addColumn('email', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('artifact_refusals_key', ['artifact_id', 'email'])
    .execute();
}

async function createPending(tx: MigrationWriter): Promise<void> {
  const { integer, timeMs } = columnTypesOf(tx);
  await createTable(tx, 'pending_notifications')
    .addColumn('artifact_id', integer, (c) => c.primaryKey())
    .addColumn('first_changeset_id', integer, (c) => c.notNull())
    .addColumn('last_changeset_id', integer, (c) => c.notNull())
    .addColumn('telling_until_id', integer)
    .addColumn('told_user_id', integer, (c) => c.notNull())
    .addColumn('due_at_ms', timeMs, (c) => c.notNull())
    .execute();
}
