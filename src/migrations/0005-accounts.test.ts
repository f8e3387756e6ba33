// Engine: both
// Accounts that an older Tepal made, brought up to date.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { cleanUp, usePlace } from '../platform/database/database.fixture.ts';
import { openDatabase } from '../platform/database/index.ts';
import { createPeople } from '../features/people/index.ts';
import { accounts } from './0005-accounts.ts';
import { migrations } from './index.ts';

test('accounts of before are found by the names that they had', async (context) => {
  const place = await usePlace(context);
  const older = await openDatabase({ ...place, migrations: migrations.slice(0, accounts.number - 1) });
  await older.transact((tx) =>
    sql`insert into users (username, real_name, email, ldap_id, status, is_site_admin, has_avatar, created_at_ms)
      values ('elodie', 'ÉLODIE Straße', 'e@example.org', '', 'A', 0, 1, 0)`.execute(tx),
  );
  await older.close();
  const database = await openDatabase({ ...place, migrations });
  cleanUp(context, () => database.close());
  const before = await database.read
    .selectFrom('users')
    .select(['search_text', 'avatar_key'])
    .where('id', '=', 101)
    .execute();
  await createPeople(database, { nowMs: () => 0 }).change('elodie', { locale: 'fr_FR' });
  const now = await database.read
    .selectFrom('users')
    .select(['search_text', 'avatar_key'])
    .where('id', '=', 101)
    .execute();
  assert.deepEqual(before, [{ search_text: 'elodie strasse (elodie)', avatar_key: null }]);
  assert.deepEqual(now, before);
});
