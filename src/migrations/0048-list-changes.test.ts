// Engine: both
// The rows that the migration makes of old changesets are those that the write path makes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openScrum } from '../../test/support/scenario.ts';
import { createListChanges } from './0048-list-changes.ts';

test('the migration finds what the write path wrote', async () => {
  const { test: app } = await openScrum({ withKanban: true });
  try {
    const { database } = app.app;
    const list = () =>
      database.read
        .selectFrom('list_changes')
        .selectAll()
        .orderBy('artifact_id')
        .orderBy('field_id')
        .orderBy('changeset_id')
        .execute();
    const written = await list();
    assert.ok(written.length > 50);
    await database.transact(async (tx) => {
      await tx.schema.dropTable('list_changes').execute();
      await createListChanges(tx);
    });
    assert.deepEqual(await list(), written);
  } finally {
    await app.close();
  }
});
