// What migrations make of data that older versions could hold.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createProject } from '../../src/features/projects/index.ts';
import { migrations } from '../../src/migrations/index.ts';
import { cleanUp, usePlace } from '../../src/platform/database/database.fixture.ts';
import { isUniqueViolation, openDatabase } from '../../src/platform/database/index.ts';
import type { Database } from '../../src/platform/database/index.ts';

const insertGroups = (database: Database, ...groups: { project_id: number; name: string }[]): Promise<unknown> =>
  database.transact((tx) =>
    tx
      .insertInto('user_groups')
      .values(groups.map((group) => ({ ...group, description: '' })))
      .execute(),
  );

const projectFacts = (unixName: string) => ({
  unix_name: unixName,
  full_name: unixName,
  description: '',
  long_description: '',
  access: 'public' as const,
  status: 'active' as const,
  is_template: 0,
  is_synchronized: 0,
  icon: '',
  created_at_ms: 0,
});

test('names of groups that differ in case alone become different ones', async (context) => {
  const place = await usePlace(context);
  const position = migrations.findIndex((migration) => migration.name === 'groups');
  const before = await openDatabase({ ...place, migrations: migrations.slice(0, position) });
  for (const unixName of ['one', 'two']) await before.transact((tx) => createProject(tx, projectFacts(unixName)));
  await insertGroups(
    before,
    { project_id: 101, name: 'Devs' },
    { project_id: 101, name: 'devs' },
    { project_id: 101, name: 'DEVS' },
    { project_id: 102, name: 'devs' },
    { project_id: 101, name: 'testers' },
  );
  await before.close();

  const after = await openDatabase({ ...place, migrations });
  cleanUp(context, () => after.close());
  const rows = await after.read.selectFrom('user_groups').select('name').orderBy('id').execute();
  assert.deepEqual(
    rows.map((row) => row.name),
    ['Devs', 'devs_102', 'DEVS_103', 'devs', 'testers'],
  );
  await assert.rejects(insertGroups(after, { project_id: 102, name: 'Devs' }), (error) => isUniqueViolation(error));
});

test('trackers that share a short name get different ones, but for deleted ones', async (context) => {
  const place = await usePlace(context);
  const position = migrations.findIndex((migration) => migration.name === 'tracker names');
  const before = await openDatabase({ ...place, migrations: migrations.slice(0, position) });
  const insertTrackers = (database: Database, ...trackers: [name: string, isDeleted: number][]): Promise<unknown> =>
    database.transact((tx) =>
      tx
        .insertInto('trackers')
        .values(
          trackers.map(([name, is_deleted]) => ({
            project_id: 101,
            item_name: name,
            name,
            description: '',
            color: 'inca-silver',
            is_deleted,
            last_number: 0,
            settings_json: '{}',
          })),
        )
        .execute(),
    );
  await before.transact((tx) => createProject(tx, projectFacts('one')));
  await insertTrackers(before, ['bug', 1], ['bug', 0], ['bug', 0], ['task', 0], ['bug', 1]);
  await before.close();

  const after = await openDatabase({ ...place, migrations });
  cleanUp(context, () => after.close());
  const rows = await after.read.selectFrom('trackers').select('item_name').orderBy('id').execute();
  assert.deepEqual(
    rows.map((row) => row.item_name),
    ['bug', 'bug', 'bug_3', 'task', 'bug'],
  );
  const isTaken = (error: unknown): boolean => isUniqueViolation(error, 'trackers.project_id, trackers.item_name');
  await assert.rejects(insertTrackers(after, ['bug', 0]), isTaken);
  await insertTrackers(after, ['bug', 1]);
});
