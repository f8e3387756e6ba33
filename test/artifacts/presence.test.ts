// Engine: both
// Who else looks at an artifact: as long as their pages say so, for those who may see the artifact, unless the site shows nobody.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { at, createTestClock, startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { listAt } from '../support/scenario.ts';
import { admins, buildProject, everybody } from '../support/worlds.ts';
import type { World } from '../support/worlds.ts';

const clock = createTestClock(Date.UTC(2026, 9, 1));
let test: TestApp;
let world: World;

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

async function add(tracker: string): Promise<number> {
  const values = [{ field_id: world.field(tracker, 'title'), value: 'x' }];
  const body = { tracker: { id: world.tracker(tracker) }, values };
  return Number(at((await test.call('/api/artifacts', { method: 'POST', as: 'ada', body })).json, 'id'));
}

const enter = (id: number, as: string, isEditing = false) =>
  test.call(`/api/artifacts/${id}/presence`, { method: 'PUT', as, body: { is_editing: isEditing } });

async function others(id: number, as: string): Promise<unknown[]> {
  const { json, status } = await test.call(`/api/artifacts/${id}/presence`, { as });
  assert.equal(status, 200);
  return listAt(at(json, 'people')).map((one) => [at(at(one, 'user'), 'username'), at(one, 'is_editing')]);
}

describe('presence', () => {
  it('shows the others, and what they do', async () => {
    const id = await add('open');
    assert.deepEqual(listAt(at((await enter(id, 'ada')).json, 'people')), []);
    const { json } = await enter(id, 'bo', true);
    assert.deepEqual(
      listAt(at(json, 'people')).map((one) => at(at(one, 'user'), 'username')),
      ['ada'],
    );
    assert.deepEqual([await others(id, 'ada'), await others(id, 'bo')], [[['bo', true]], [['ada', false]]]);
    await enter(id, 'bo', false);
    assert.deepEqual(await others(id, 'ada'), [['bo', false]]);
  });

  it('ends with the lease, and at once where somebody leaves', async () => {
    const id = await add('open');
    await enter(id, 'ada');
    await enter(id, 'bo');
    clock.advance(20_000);
    await enter(id, 'bo');
    clock.advance(15_000);
    assert.deepEqual([await others(id, 'bo'), await others(id, 'ada')], [[], [['bo', false]]]);
    assert.equal((await test.call(`/api/artifacts/${id}/presence`, { method: 'DELETE', as: 'bo' })).status, 200);
    assert.deepEqual(await others(id, 'ada'), []);
  });

  it('is for those who see the artifact', async () => {
    const id = await add('closed');
    assert.equal((await enter(id, 'bo')).status, 403);
    assert.equal((await test.call(`/api/artifacts/${id}/presence`, { as: 'bo' })).status, 403);
    assert.equal((await test.call(`/api/artifacts/${id}/presence`)).status, 401);
    assert.equal((await enter(99_999, 'bo')).status, 404);
  });

  it('shows one person at no more than 20 artifacts', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 21; n += 1) {
      const id = await add('open');
      ids.push(id);
      clock.advance(1000);
      await enter(id, 'bo');
    }
    const shown = await Promise.all(ids.map(async (id) => (await others(id, 'ada')).length));
    assert.deepEqual([shown[0], shown.at(1), shown.at(-1)], [0, 1, 1]);
  });

  it('can be switched off by the site', async () => {
    const id = await add('open');
    await enter(id, 'bo');
    await test.app.features.site.changeSetting('artifact_presence', '0');
    const { json } = await enter(id, 'ada');
    assert.deepEqual([at(json, 'is_shown'), at(json, 'people')], [false, []]);
  });
});
