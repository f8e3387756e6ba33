// Engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createGate, notesMigration, openTestDatabase, usePlace } from '../database.fixture.ts';
import { notify } from '../index.ts';
import type { Database } from '../index.ts';
import { postgresOnly, testEngine } from '../test-place.testing.ts';

const tell = (database: Database, channel: string): Promise<void> => database.transact((tx) => notify(tx, channel));

test('those who listen hear of commits, of their channel, until they stop', async (context) => {
  const database = await openTestDatabase(context);
  let heard = 0;
  const stop = database.listen('news', () => {
    heard += 1;
  });
  // The engine may say so once more when it begins to hear of other processes.
  await tell(database, 'news');
  assert.ok(heard > 0);
  stop();
  heard = 0;
  await tell(database, 'news');
  assert.equal(heard, 0);
});

test('what is undone is not heard of, nor what others are told', async (context) => {
  const database = await openTestDatabase(context);
  const connected = createGate();
  const heard: string[] = [];
  database.listen('undone', () => {
    heard.push('undone');
    connected.open();
  });
  if (testEngine === 'postgres') await connected.opened;
  heard.length = 0;
  const undone = database.transact(async (tx) => {
    await notify(tx, 'undone');
    throw new Error('no');
  });
  await assert.rejects(undone, /no/);
  database.listen('other', () => heard.push('other'));
  await tell(database, 'other');
  assert.ok(heard.includes('other'));
  assert.ok(!heard.includes('undone'));
});

test('other processes hear, also after the connection was lost', postgresOnly, async (context) => {
  const place = await usePlace(context, [notesMigration]);
  const one = await openTestDatabase(context, { place });
  const other = await openTestDatabase(context, { place });
  let gate = createGate();
  const hearNext = (): Promise<void> => {
    gate = createGate();
    return gate.opened;
  };
  const connected = hearNext();
  one.listen('news', () => gate.open());
  await connected;
  const told = hearNext();
  await tell(other, 'news');
  await told;
  const reconnected = hearNext();
  await other.transact((tx) =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity
      where query = 'listen tepal' and datname = current_database()`.execute(tx),
  );
  await reconnected;
  const toldAgain = hearNext();
  await tell(other, 'news');
  await toldAgain;
});
