// Engine: both
// A change that was admitted, and waits for the writer while rights are taken from whoever asked for it, is refused: the
// rights are looked at again in the transaction that writes.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { bumpSiteVersion } from '../../src/features/site/index.ts';
import { testEngine } from '../../src/platform/database/test-place.testing.ts';
import { openScrum } from '../support/scenario.ts';
import type { Scrum } from '../support/scenario.ts';
import type { Call, TestApp } from '../support/harness.ts';

let scrum: Scrum;
let test: TestApp;
before(async () => {
  scrum = await openScrum();
  ({ test } = scrum);
  await test.addUser('sue', { isSiteAdmin: true });
  await test.addUser('sam');
  await test.addUser('dee');
});
after(() => test.close());

type Writer = Parameters<Parameters<TestApp['app']['database']['transact']>[0]>[0];
interface Change extends Call {
  path: string;
}

/** Sends the changes, and does `meanwhile` in the transaction that they wait for. Gives their statuses. */
async function sendWhile(changes: readonly Change[], meanwhile: (tx: Writer) => Promise<unknown>): Promise<number[]> {
  const { database } = test.app;
  // Also signs in, which writes and so must be over before the writer is held.
  for (const { as } of changes)
    assert.equal((await test.call('/api/users/self', as === undefined ? {} : { as })).status, 200);
  const held = Promise.withResolvers<void>();
  const sent = Promise.withResolvers<void>();
  const changed = database.transact(async (tx) => {
    // On SQLite whoever writes keeps all others waiting; on PostgreSQL this lock does.
    if (testEngine === 'postgres') await sql`lock table schema_migrations in share row exclusive mode`.execute(tx);
    held.resolve();
    await sent.promise;
    await meanwhile(tx);
    await bumpSiteVersion(tx);
  });
  await held.promise;
  const answers = Promise.all(changes.map(({ path, ...call }) => test.call(path, call)));
  // Reading does not wait for writers, so the changes are past their first checks when these are answered.
  try {
    for (let round = 0; round < 20; round += 1) await test.call('/api/projects/101', { as: 'root' });
  } finally {
    sent.resolve();
  }
  await changed;
  return (await answers).map((answer) => answer.status);
}

const refusedAll = (changes: readonly unknown[]): number[] => changes.map(() => 403);

async function describeRows(): Promise<string> {
  const { read } = test.app.database;
  return JSON.stringify({
    users: await read.selectFrom('users').select(['username', 'email']).orderBy('id').execute(),
    projects: await read.selectFrom('projects').selectAll().orderBy('id').execute(),
    groups: await read.selectFrom('user_groups').selectAll().orderBy('id').execute(),
    keys: await read.selectFrom('access_keys').selectAll().orderBy('id').execute(),
    dashboards: await read.selectFrom('dashboards').selectAll().orderBy('id').execute(),
    trackers: await read.selectFrom('trackers').select(['id', 'name', 'is_deleted']).orderBy('id').execute(),
    fields: await read.selectFrom('tracker_fields').select(['id', 'label', 'is_used']).orderBy('id').execute(),
    artifacts: await read.selectFrom('artifacts').select(['id', 'version']).orderBy('id').execute(),
  });
}

/** Of a tracker and its fields. */
const definitionChanges = (as: string): Change[] => [
  { as, method: 'PATCH', path: `/api/trackers/${scrum.tracker('Bugs')}`, body: { label: 'Late' } },
  { as, method: 'POST', path: `/api/trackers/${scrum.tracker('Bugs')}/fields`, body: { type: 'int', label: 'Late' } },
  { as, method: 'PATCH', path: `/api/tracker_fields/${scrum.field('Bugs', 'device')}`, body: { label: 'Late' } },
  { as, method: 'DELETE', path: `/api/tracker_fields/${scrum.field('Bugs', 'device')}` },
];

describe('rights that are taken while a change waits', () => {
  it('refuses what a site administrator asked for', async () => {
    const as = 'sue';
    const sam = await scrum.user('sam');
    const changes: Change[] = [
      { as, method: 'POST', path: '/api/users', body: { username: 'newcomer', email: 'n@example.org' } },
      { as, method: 'PATCH', path: `/api/users/${sam}`, body: { values: { email: 'other@example.org' } } },
      { as, method: 'PATCH', path: '/api/projects/101', body: { status: 'suspended' } },
      { as, method: 'DELETE', path: '/api/projects/101' },
      { as, method: 'POST', path: '/api/user_groups', body: { project_id: 101, short_name: 'late', description: '' } },
    ];
    const earlier = await describeRows();
    const statuses = await sendWhile(changes, (tx) =>
      tx.updateTable('users').set({ is_site_admin: 0 }).where('username', '=', 'sue').execute(),
    );
    assert.deepEqual(statuses, refusedAll(changes));
    assert.equal(await describeRows(), earlier);
  });

  it('refuses what a project administrator asked for', async () => {
    const as = 'ana';
    const changes: Change[] = [
      { as, method: 'POST', path: '/api/user_groups', body: { project_id: 101, short_name: 'late', description: '' } },
      { as, method: 'PUT', path: '/api/projects/101/banner', body: { message: 'Too late' } },
      { as, method: 'PUT', path: '/api/user_groups/101_3/users', body: [{ username: 'sam' }] },
      { as, method: 'POST', path: '/api/trackers', body: { project: { id: 101 }, label: 'Late', item_name: 'late' } },
      ...definitionChanges(as),
    ];
    const ana = await scrum.user('ana');
    const earlier = await describeRows();
    const statuses = await sendWhile(changes, (tx) =>
      tx
        .updateTable('project_members')
        .set({ is_admin: 0 })
        .where('project_id', '=', 101)
        .where('user_id', '=', ana)
        .execute(),
    );
    assert.deepEqual(statuses, refusedAll(changes));
    assert.equal(await describeRows(), earlier);
  });

  it('refuses what a tracker administrator asked for', async () => {
    const held = { tracker_id: scrum.tracker('Bugs'), permission: 'admin', ugroup_id: 3 } as const;
    await test.app.database.transact(async (tx) => {
      await tx.insertInto('tracker_permissions').values(held).execute();
      await bumpSiteVersion(tx);
    });
    const changes = definitionChanges('bruno');
    const earlier = await describeRows();
    const statuses = await sendWhile(changes, (tx) =>
      tx
        .deleteFrom('tracker_permissions')
        .where('tracker_id', '=', held.tracker_id)
        .where('permission', '=', held.permission)
        .execute(),
    );
    assert.deepEqual(statuses, refusedAll(changes));
    assert.equal(await describeRows(), earlier);
  });

  it('refuses what somebody asked for whose account is suspended', async () => {
    const as = 'sam';
    const changes: Change[] = [
      { as, method: 'POST', path: '/api/access_keys', body: { scopes: ['write:rest'], description: 'late' } },
      { as, method: 'POST', path: '/api/user_dashboards', body: { name: 'late' } },
      { as, method: 'PATCH', path: '/api/users/self/preferences', body: { key: 'a', value: 'late' } },
    ];
    const earlier = await describeRows();
    const statuses = await sendWhile(changes, (tx) =>
      tx.updateTable('users').set({ status: 'S' }).where('username', '=', 'sam').execute(),
    );
    assert.deepEqual(statuses, refusedAll(changes));
    assert.equal(await describeRows(), earlier);
  });

  it('refuses what a delegation allowed', async () => {
    await test.app.features.people.grantDelegation('rest-project-management', 'dee');
    const changes: Change[] = [
      { as: 'dee', method: 'PATCH', path: '/api/projects/101', body: { status: 'suspended' } },
    ];
    const statuses = await sendWhile(changes, (tx) => tx.deleteFrom('delegations').execute());
    assert.deepEqual(statuses, [403]);
  });

  it('does what is still allowed, however much of the site changes meanwhile', async () => {
    const changes = Array.from({ length: 30 }, (_, n): Change => {
      return { as: 'root', method: 'POST', path: '/api/users', body: { username: `many${n}`, email: 'm@example.org' } };
    });
    const statuses = await sendWhile(changes, (tx) =>
      tx.updateTable('users').set({ real_name: 'Somebody' }).where('username', '=', 'dee').execute(),
    );
    assert.deepEqual(
      statuses,
      changes.map(() => 201),
    );
  });
});
