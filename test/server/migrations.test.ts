// Engine: both
// What migrations make of data that older versions could hold.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { projectWrites } from '../../src/features/projects/index.ts';
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
  for (const unixName of ['one', 'two'])
    await before.transact((tx) => projectWrites.createProject(tx, projectFacts(unixName)));
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
  await before.transact((tx) => projectWrites.createProject(tx, projectFacts('one')));
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

test('values that stand for user groups get a table of their own and keep their ids', async (context) => {
  const place = await usePlace(context);
  const position = migrations.findIndex((migration) => migration.name === 'group-values');
  const before = await openDatabase({ ...place, migrations: migrations.slice(0, position) });
  await before.transact(async (tx) => {
    const projectId = await projectWrites.createProject(tx, projectFacts('one'));
    await sql`insert into trackers (id, project_id, item_name, name, description, color, is_deleted, last_number, settings_json)
      values (1, ${projectId}, 'bug', 'Bugs', '', '', 0, 0, '{}')`.execute(tx);
    for (const [id, kind] of [
      [101, 'static'],
      [102, 'ugroups'],
    ] as const)
      await sql`insert into tracker_fields (id, tracker_id, name, label, description, type, rank, is_used, is_required,
          has_notifications, settings_json)
        values (${id}, 1, ${kind}, '', '', 'sb', 0, 1, 0, 0, ${JSON.stringify({ properties: {}, bind: { kind } })})`.execute(
        tx,
      );
    for (const [id, fieldId] of [
      [101, 101],
      [107, 102],
      [108, 101],
    ] as const) {
      await sql`insert into field_values (id, field_id, label, description, rank, is_hidden, is_default, color, ugroup_id)
        values (${id}, ${fieldId}, ${`value ${id}`}, '', 0, 0, 0, '', ${id === 107 ? 4 : null})`.execute(tx);
      await sql`insert into archive_references (project_id, kind, ref, target_id)
        values (${projectId}, 'value', ${`V${id}`}, ${id})`.execute(tx);
    }
  });
  await before.close();

  const after = await openDatabase({ ...place, migrations });
  cleanUp(context, () => after.close());
  const listIds = async (table: 'field_values' | 'group_values'): Promise<number[]> =>
    (await after.read.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id);
  assert.deepEqual([await listIds('field_values'), await listIds('group_values')], [[101, 108], [107]]);
  const kinds = await after.read.selectFrom('archive_references').select('kind').orderBy('ref').execute();
  assert.deepEqual(
    kinds.map(({ kind }) => kind),
    ['value', 'group_value', 'value'],
  );
  const row = { field_id: 102, label: '', description: '', rank: 1, is_hidden: 0, is_default: 0, color: '' };
  await after.transact((tx) =>
    tx
      .insertInto('group_values')
      .values({ ...row, ugroup_id: 3 })
      .execute(),
  );
  assert.deepEqual(await listIds('group_values'), [107, 108]);
});
