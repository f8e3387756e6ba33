// Engine: both
// What many artifacts amount to: counts by value, sums of numbers, counts by tracker, and lists that fields sort; what
// somebody may not see or read counts for nothing.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { at, startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { admins, buildProject, everybody } from '../support/worlds.ts';
import type { World } from '../support/worlds.ts';

let test: TestApp;
let world: World;

before(async () => {
  test = await startApp();
  const ada = await test.addUser('ada');
  world = await buildProject(test, {
    name: 'mill',
    admins: [ada],
    trackers: () => [
      {
        name: 'sack',
        permissions: { full: [everybody], admin: [admins] },
        title: 'title',
        status: { field: 'state', open: ['New', 'Milled'] },
        fields: [
          { name: 'title', type: 'string', read: [everybody], submit: [everybody], update: [everybody] },
          { name: 'state', type: 'sb', values: ['New', 'Milled', 'Sold'], read: [everybody], submit: [everybody] },
          { name: 'kinds', type: 'msb', values: ['Wheat', 'Rye'], read: [everybody], submit: [everybody] },
          { name: 'weight', type: 'float', read: [everybody], submit: [everybody] },
          { name: 'price', type: 'int', read: [admins], submit: [admins] },
        ],
      },
      { name: 'cellar', permissions: { full: [admins], admin: [admins] }, fields: [] },
    ],
  });
  await add('b', 'New', ['Wheat', 'Rye'], 2, 10);
  await add('a', 'Sold', ['Rye'], 4, 30);
  await add('c', 'New', [], 9, 20);
});
after(() => test.close());

async function add(title: string, state: string, kinds: string[], weight: number, price: number): Promise<void> {
  const field = (name: string): number => world.field('sack', name);
  const body = {
    tracker: { id: world.tracker('sack') },
    values: [
      { field_id: field('title'), value: title },
      { field_id: field('state'), bind_value_ids: [world.value('sack', 'state', state)] },
      { field_id: field('kinds'), bind_value_ids: kinds.map((kind) => world.value('sack', 'kinds', kind)) },
      { field_id: field('weight'), value: weight },
      { field_id: field('price'), value: price },
    ],
  };
  const made = await test.call('/api/artifacts', { method: 'POST', as: 'ada', body });
  assert.equal(made.status, 201, made.text);
}

const summary = (query: string, as?: string) =>
  test.call(`/api/trackers/${world.tracker('sack')}/summary?${query}`, as === undefined ? {} : { as });

async function titles(query: string, as = 'ada'): Promise<string> {
  const answer = await test.call(`/api/trackers/${world.tracker('sack')}/artifacts?${query}`, { as });
  assert.equal(answer.status, 200, answer.text);
  assert.ok(Array.isArray(answer.json));
  return answer.json.map((item: unknown) => String(at(item, 'title'))).join('');
}

describe('a summary', () => {
  it('counts by value, an artifact with several values for each, and those without one last', async () => {
    const answer = await summary('group_by=kinds');
    const groups = at(answer.json, 'groups');
    assert.ok(Array.isArray(groups));
    const told = groups.map((group: unknown) => [
      at(group, 'value') && at(at(group, 'value'), 'label'),
      at(group, 'count'),
    ]);
    assert.deepEqual(told, [
      ['Wheat', 1],
      ['Rye', 2],
      [null, 1],
    ]);
    assert.equal(at(answer.json, 'size'), 3);
  });

  it('sums up the numbers of what matches', async () => {
    const answer = await summary(
      `fields=weight&query=${encodeURIComponent(`{"state": ${world.value('sack', 'state', 'New')}}`)}`,
    );
    assert.deepEqual(at(answer.json, 'numbers'), [
      {
        field_id: world.field('sack', 'weight'),
        count: 2,
        sum: 11,
        average: 5.5,
        min: 2,
        max: 9,
        standard_deviation: 3.5,
      },
    ]);
    const none = await summary(`fields=weight&query=${encodeURIComponent('{"title": "nothing has this"}')}`);
    const [first] = [at(none.json, 'numbers')].flat();
    assert.deepEqual([at(first, 'count'), at(first, 'sum'), at(first, 'average')], [0, 0, null]);
  });

  it('tells nothing of fields that one may not read, nor of those of another kind', async () => {
    assert.equal((await summary('fields=price', 'ada')).status, 200);
    for (const query of ['fields=price', 'fields=nothing', 'fields=title', 'group_by=weight', 'group_by=12345']) {
      const refused = await summary(query);
      assert.equal(refused.status, 400, `${query}: ${refused.text}`);
    }
  });

  it('counts the trackers of a project that one sees', async () => {
    const path = `/api/projects/${world.id}/tracker_counts`;
    const [sack, ...others] = [(await test.call(path)).json].flat();
    assert.deepEqual([at(sack, 'size'), at(sack, 'open'), others.length], [3, 2, 0]);
    const all = (await test.call(path, { as: 'ada' })).json;
    assert.ok(Array.isArray(all));
    assert.equal(all.length, 2);
  });
});

describe('a list that fields sort', () => {
  it('goes by the first field, then by the others', async () => {
    assert.equal(await titles('sort=title'), 'abc');
    assert.equal(await titles('sort=-weight'), 'cab');
    assert.equal(await titles('sort=state,-title'), 'cba');
    assert.equal(await titles('sort=title&limit=1&offset=1'), 'b');
  });

  it('is kept no longer than its artifacts stay as they are', async () => {
    const { json } = await test.call(`/api/trackers/${world.tracker('sack')}/artifacts?sort=-title&limit=1`, {
      as: 'ada',
    });
    const path = `/api/artifacts/${Number(at([json].flat()[0], 'id'))}`;
    for (const [title, order] of [
      ['0', '0ab'],
      ['c', 'abc'],
    ] as const) {
      assert.equal(await titles('sort=title'), order === '0ab' ? 'abc' : '0ab');
      const values = [{ field_id: world.field('sack', 'title'), value: title }];
      assert.equal((await test.call(path, { method: 'PUT', as: 'ada', body: { values } })).status, 200);
      assert.equal(await titles('sort=title'), order);
    }
  });

  it('is not sorted by what one may not read', async () => {
    await test.addUser('bo');
    assert.equal(await titles('sort=price', 'bo'), 'bac');
    assert.equal(await titles('sort=price'), 'bca');
  });

  it('is sorted by what every artifact has, without a field in the form', async () => {
    assert.equal(await titles('sort=-@id'), [...(await titles('sort=@id'))].toReversed().join(''));
    for (const name of ['@submitted_on', '@submitted_by', '@last_update_date', '@last_update_by', '@rank'])
      assert.equal((await titles(`sort=${name},title`)).length, 3, name);
  });

  it('refuses what it can’t sort by', async () => {
    const path = `/api/trackers/${world.tracker('sack')}/artifacts`;
    for (const query of ['sort=nothing', 'sort=a,b,c,d,e,f', 'sort=title&order=desc']) {
      assert.equal((await test.call(`${path}?${query}`)).status, 400, query);
    }
  });
});

describe('lists of few fields', () => {
  const list = (query: string, as?: string) =>
    test.call(`/api/trackers/${world.tracker('sack')}/artifacts?${query}`, as === undefined ? {} : { as });
  const namesOf = (json: unknown): unknown[] =>
    (Array.isArray(json) ? json : []).map((artifact) => {
      const values = at(artifact, 'values');
      return Array.isArray(values) ? values.map((value) => at(value, 'label')) : values;
    });

  it('gives the values that are asked for, in their order', async () => {
    const weight = world.field('sack', 'weight');
    const found = await list(`values=all&fields=${weight},title&limit=1&order=desc`);
    assert.deepEqual(namesOf(found.json), [['Label of weight', 'Label of title']]);
    const both = await list('values=all&values_format=all&fields=title&limit=1');
    const byField = at(both.json, '0.values_by_field');
    assert.ok(typeof byField === 'object' && byField !== null);
    assert.deepEqual(Object.keys(byField), ['title']);
    assert.deepEqual(namesOf((await list('fields=title&limit=1')).json), [null]);
    const xml = await test.call(`/api/trackers/${world.tracker('sack')}/artifacts?values=all&fields=title&limit=1`, {
      headers: { accept: 'application/xml' },
    });
    assert.match(xml.text, /<label>Label of title<\/label>/);
    assert.doesNotMatch(xml.text, /<label>Label of weight<\/label>/);
  });

  it('refuses fields that are not there or not the reader’s', async () => {
    assert.equal((await list('values=all&fields=price', 'ada')).status, 200);
    for (const fields of ['price', 'nothing', '999999'])
      assert.equal((await list(`values=all&fields=${fields}`)).status, 400, fields);
  });

  it('takes criteria beside a condition', async () => {
    const criteria = encodeURIComponent('{"title": "b"}');
    const sizeOf = async (query: string): Promise<string | null> =>
      (await list(query)).headers.get('x-pagination-size');
    const isNew = encodeURIComponent('state = "New"');
    assert.equal(await sizeOf(`expert_query=${isNew}`), '2');
    assert.equal(await sizeOf(`expert_query=${isNew}&criteria=${criteria}`), '1');
    assert.equal(await sizeOf(`criteria=${criteria}`), '1');
    assert.equal(at((await summary(`expert_query=${isNew}&criteria=${criteria}`)).json, 'size'), 1);
    const wrong = await list('criteria=%7B');
    assert.equal(wrong.status, 400);
  });
});
