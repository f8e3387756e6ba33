// Engine: both
// What somebody looked at lately: theirs alone, latest first, and only as far as they may still see it.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { at, createTestClock, startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { admins, buildProject, everybody } from '../support/worlds.ts';
import type { World } from '../support/worlds.ts';

const clock = createTestClock(Date.UTC(2026, 9, 1));
let test: TestApp;
let world: World;
const path = '/api/users/self/history';

before(async () => {
  test = await startApp({ clock });
  const ada = await test.addUser('ada');
  await test.addUser('bo');
  world = await buildProject(test, {
    name: 'mill',
    admins: [ada],
    trackers: () =>
      [everybody, admins].map((group, index) => ({
        name: index === 0 ? 'open' : 'closed',
        permissions: { full: [group], admin: [admins] },
        title: 'title',
        fields: [{ name: 'title', type: 'string', read: [everybody], submit: [everybody] }],
      })),
  });
});
after(() => test.close());

async function add(tracker: string, title: string): Promise<number> {
  const values = [{ field_id: world.field(tracker, 'title'), value: title }];
  const body = { tracker: { id: world.tracker(tracker) }, values };
  return Number(at((await test.call('/api/artifacts', { method: 'POST', as: 'ada', body })).json, 'id'));
}

async function visit(id: number, as: string): Promise<number> {
  clock.advance(1000);
  return (await test.call(path, { method: 'POST', as, body: { artifact: { id } } })).status;
}

async function titles(as: string): Promise<unknown[]> {
  const entries = at((await test.call(path, { as })).json, 'entries');
  assert.ok(Array.isArray(entries));
  return entries.map((entry: unknown) => at(entry, 'title'));
}

describe('recent visits', () => {
  it('come latest first, each thing once, and belong to one person', async () => {
    const [first, second] = [await add('open', 'first'), await add('closed', 'second')];
    for (const id of [first, second, first]) assert.equal(await visit(id, 'ada'), 200);
    assert.deepEqual(await titles('ada'), ['first', 'second']);
    assert.deepEqual(await titles('bo'), []);
    assert.equal(await visit(second, 'bo'), 403);
    assert.equal(await visit(99_999, 'bo'), 404);
  });

  it('are as many as somebody may remember', async () => {
    const ids = await Promise.all(Array.from({ length: 52 }, (_, index) => add('open', `many ${index}`)));
    for (const id of ids) await visit(id, 'bo');
    assert.equal((await titles('bo')).length, 50);
  });

  it('are forgotten when their owner says so, and shown no more where a right is gone', async () => {
    await test.app.database.transact((tx) =>
      tx.deleteFrom('tracker_permissions').where('tracker_id', '=', world.tracker('open')).execute(),
    );
    await test.app.features.site.changeSetting('sys_org_name', 'Mill');
    assert.deepEqual(await titles('bo'), []);
    assert.equal((await test.call(path, { method: 'PUT', as: 'ada', body: [] })).status, 200);
    assert.deepEqual(await titles('ada'), []);
  });
});
