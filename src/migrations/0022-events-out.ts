// Keys of repeated requests, and from where on events are kept; webhooks and what became of their messages.
import { columnTypesOf, createTable, createTableWithIds } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const eventsOut: Migration = {
  number: 22,
  name: 'events-out',
  async up(tx) {
    const { integer, text, timeMs, json } = columnTypesOf(tx);
    await createTable(tx, 'idempotency_keys')
      .addColumn('user_id', integer, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('key', text, (c) => c.notNull())
      .addColumn('fingerprint', text, (c) => c.notNull())
      .addColumn('started_at_ms', timeMs, (c) => c.notNull())
      .addColumn('made', text)
      .addColumn('answer_json', text)
      .addPrimaryKeyConstraint('idempotency_keys_key', ['user_id', 'key'])
      .execute();
    await createTable(tx, 'events_kept')
      .addColumn('id', integer, (c) => c.primaryKey())
      .addColumn('after_position', integer, (c) => c.notNull())
      .execute();
    await createTableWithIds(tx, 'webhooks', 1, (table) =>
      table
        .addColumn('project_id', integer, (c) => c.notNull().references('projects.id').onDelete('cascade'))
        .addColumn('tracker_id', integer, (c) => c.references('trackers.id').onDelete('cascade'))
        .addColumn('url', text, (c) => c.notNull())
        .addColumn('secret', text, (c) => c.notNull())
        .addColumn('kinds_json', json)
        .addColumn('reader_id', integer, (c) => c.notNull())
        .addColumn('created_at_ms', timeMs, (c) => c.notNull())
        .addColumn('status', text, (c) => c.notNull())
        .addColumn('reason', text)
        .addColumn('position', integer, (c) => c.notNull())
        .addColumn('failures', integer, (c) => c.notNull())
        .addColumn('failing_since_ms', timeMs)
        .addColumn('due_at_ms', timeMs, (c) => c.notNull())
        .addColumn('leased_by', text)
        .addColumn('lease_ends_at_ms', timeMs, (c) => c.notNull()),
    );
    await tx.schema.createIndex('webhooks_project').on('webhooks').column('project_id').execute();
    await tx.schema.createIndex('webhooks_tracker').on('webhooks').column('tracker_id').execute();
    await createTableWithIds(tx, 'webhook_deliveries', 1, (table) =>
      table
        .addColumn('webhook_id', integer, (c) => c.notNull().references('webhooks.id').onDelete('cascade'))
        .addColumn('position', integer)
        .addColumn('kind', text, (c) => c.notNull())
        .addColumn('at_ms', timeMs, (c) => c.notNull())
        .addColumn('duration_ms', integer, (c) => c.notNull())
        .addColumn('http_status', integer)
        .addColumn('error', text),
    );
    await tx.schema
      .createIndex('webhook_deliveries_webhook')
      .on('webhook_deliveries')
      .columns(['webhook_id', 'id'])
      .execute();
    await tx.insertInto('events_kept').values({ id: 1, after_position: 0 }).execute();
  },
};
