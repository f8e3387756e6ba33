// Inboxes of people, and by which channel a change is still to be told.
import { sql } from 'kysely';
import { columnTypesOf, createTable, createTableWithIds } from '../platform/database/index.ts';
import type { Migration, MigrationWriter } from '../platform/database/index.ts';

export const inbox: Migration = {
  number: 98,
  name: 'inbox',
  async up(tx) {
    const { integer, text, timeMs } = columnTypesOf(tx);
    await createTableWithIds(tx, 'inbox_entries', 1, (table) =>
      table
        .addColumn('user_id', integer, (c) => c.notNull().references('users.id').onDelete('cascade'))
        .addColumn('kind', text, (c) => c.notNull())
        .addColumn('thing_id', integer, (c) => c.notNull())
        .addColumn('project_id', integer, (c) => c.notNull().references('projects.id').onDelete('cascade'))
        .addColumn('reason', text, (c) => c.notNull())
        .addColumn('actor_id', integer, (c) => c.notNull())
        .addColumn('updates', integer, (c) => c.notNull())
        .addColumn('news_json', text, (c) => c.notNull())
        .addColumn('at_ms', timeMs, (c) => c.notNull())
        .addColumn('sort_ms', timeMs, (c) => c.notNull())
        .addColumn('is_unread', integer, (c) => c.notNull())
        .addColumn('is_done', integer, (c) => c.notNull())
        .addColumn('is_saved', integer, (c) => c.notNull())
        .addColumn('snoozed_until_ms', timeMs),
    );
    const index = (name: string) => tx.schema.createIndex(`inbox_entries_${name}`).on('inbox_entries');
    await index('thing').columns(['user_id', 'kind', 'thing_id']).unique().execute();
    await index('open').columns(['user_id', 'is_done', 'sort_ms', 'id']).execute();
    await index('age').column('sort_ms').execute();
    await index('project').column('project_id').execute();
    await addChannels(tx);
  },
};

async function addChannels(tx: MigrationWriter): Promise<void> {
  const { integer, text, timeMs } = columnTypesOf(tx);
  await createTable(tx, 'pending_by_channel')
    .addColumn('artifact_id', integer, (c) => c.notNull())
    .addColumn('channel', text, (c) => c.notNull())
    .addColumn('first_changeset_id', integer, (c) => c.notNull())
    .addColumn('last_changeset_id', integer, (c) => c.notNull())
    .addColumn('telling_until_id', integer)
    .addColumn('told_user_id', integer, (c) => c.notNull())
    .addColumn('due_at_ms', timeMs, (c) => c.notNull())
    .addPrimaryKeyConstraint('pending_by_channel_key', ['artifact_id', 'channel'])
    .execute();
  await sql`insert into pending_by_channel
      (artifact_id, channel, first_changeset_id, last_changeset_id, telling_until_id, told_user_id, due_at_ms)
    select artifact_id, 'mail', first_changeset_id, last_changeset_id, telling_until_id, told_user_id, due_at_ms
      from pending_notifications`.execute(tx);
  await tx.schema.dropTable('pending_notifications').execute();
  await tx.schema.alterTable('pending_by_channel').renameTo('pending_notifications').execute();
}
