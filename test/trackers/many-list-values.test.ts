// Trackers whose lists have as many values as they may: nothing holds the thread, and no more are added.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bumpSiteVersion } from '../../src/features/site/index.ts';
import { writeXml } from '../../src/platform/wire/xml-write.ts';
import { at, startApp } from '../support/harness.ts';
import type { Answered, TestApp } from '../support/harness.ts';
import { listAt, valueOf } from '../support/scenario.ts';
import { admins, buildProject, everybody, registered } from '../support/worlds.ts';
import type { World } from '../support/worlds.ts';

const valuesMax = 20_000;
const offered = 2;
const addedBefore = valuesMax - offered - 2;
const labelOf = (n: number): string => `label ${String(n).padStart(5, '0')}`;

let test: TestApp;
let world: World;
const all = { read: [everybody], submit: [registered], update: [registered] };

before(async () => {
  test = await startApp();
  const ann = await test.addUser('ann');
  world = await buildProject(test, {
    name: 'crowd',
    members: [ann],
    admins: [ann],
    trackers: () => [
      {
        name: 'things',
        permissions: { full: [everybody], admin: [admins] },
        fields: [
          { name: 'tags', type: 'tbl', values: [], ...all },
          { name: 'state', type: 'sb', values: ['new', 'done'], ...all },
        ],
      },
    ],
  });
  const rows = Array.from({ length: addedBefore }, (_, n) => ({
    field_id: world.field('things', 'tags'),
    label: labelOf(n),
    is_hidden: 0,
  }));
  await test.app.database.transact(async (tx) => {
    for (let n = 0; n < rows.length; n += 1000)
      await tx
        .insertInto('open_values')
        .values(rows.slice(n, n + 1000))
        .execute();
    await bumpSiteVersion(tx);
  });
});
after(() => test.close());

const tags = (): number => world.field('things', 'tags');
const send = (method: string, path: string, body: unknown): Promise<Answered> =>
  test.call(path, { method, as: 'ann', body });
const order = (labels: readonly string[]) => ({
  tracker: { id: world.tracker('things') },
  values: [{ field_id: tags(), bind_value_ids: labels }],
});
const create = (labels: readonly string[]): Promise<Answered> => send('POST', '/api/artifacts', order(labels));

async function tagsOffered(): Promise<readonly unknown[]> {
  const { json } = await test.call(`/api/trackers/${world.tracker('things')}`, { as: 'ann' });
  return listAt(
    listAt(json, 'fields').find((one) => at(one, 'field_id') === tags()),
    'values',
  );
}

describe('a tracker with very many values', () => {
  it('shows them in the order in which they were added', async () => {
    const labels = (await tagsOffered()).map((one) => at(one, 'label'));
    assert.deepEqual(
      labels,
      Array.from({ length: addedBefore }, (_, n) => labelOf(n)),
    );
  });

  it('finds a thousand by their labels, by their ids, and artifacts by them', async () => {
    const labels = Array.from({ length: 1000 }, (_, n) => labelOf(n * 7));
    const made = await create(labels);
    assert.equal(made.status, 201, made.text);
    const id = Number(at(made.json, 'id'));
    const read = await test.call(`/api/artifacts/${id}`, { as: 'ann' });
    const shown = valueOf(read.json, tags());
    assert.deepEqual(at(shown, 'bind_value_ids'), labels);
    const again = await send('POST', '/api/artifacts', {
      tracker: { id: world.tracker('things') },
      values: [{ field_id: tags(), value: { bind_value_objects: listAt(shown, 'bind_value_objects') } }],
    });
    assert.equal(again.status, 201, again.text);
    const query = new URLSearchParams({ query: JSON.stringify({ tags: at(shown, 'bind_value_objects.998.id') }) });
    const found = await test.call(`/api/trackers/${world.tracker('things')}/artifacts?${query.toString()}`, {
      as: 'ann',
    });
    assert.equal(listAt(found.json).length, 2, found.text);
  });

  it('takes as many as there is room for, and no more', async () => {
    const refused = await create(['one', 'two', 'three']);
    assert.equal(refused.status, 400, refused.text);
    assert.match(refused.text, /at most 20000 values/);
    const inXml = await test.call('/api/artifacts', {
      method: 'POST',
      as: 'ann',
      body: writeXml(order(['one', 'two', 'three']), 'request'),
      headers: { 'content-type': 'application/xml', accept: 'application/xml' },
    });
    assert.equal(inXml.status, 400, inXml.text);
    assert.match(inXml.text, /at most 20000 values/);
    assert.equal((await tagsOffered()).length, addedBefore);
    const items = ['one', 'two', 'three'].map((label) => order([label]));
    assert.equal((await send('POST', '/api/artifacts/batch', { items })).status, 400);
    assert.equal((await create(['one', 'two'])).status, 201);
    assert.equal((await create(['three'])).status, 400);
    assert.equal((await create(['two', labelOf(3)])).status, 201);
    const tracker = world.tracker('things');
    const state = world.field('things', 'state');
    for (const answer of [
      await send('PATCH', `/api/tracker_fields/${state}`, { new_values: ['more'] }),
      await send('POST', `/api/trackers/${tracker}/fields`, { type: 'sb', label: 'More', values: [{ label: 'a' }] }),
    ]) {
      assert.equal(answer.status, 400, answer.text);
      assert.match(answer.text, /values`.*at most 20000 values/);
    }
    const free = await send('POST', `/api/trackers/${tracker}/fields`, { type: 'string', label: 'Words' });
    assert.equal(free.status, 201, free.text);
  });
});
