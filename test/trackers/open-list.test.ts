// Open lists over REST: labels and objects of each bind, values that people add, what the field shows, what is refused.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { writeXml } from '../../src/platform/wire/xml-write.ts';
import { at, startApp } from '../support/harness.ts';
import type { Answered, TestApp } from '../support/harness.ts';
import { listAt, valueOf } from '../support/scenario.ts';
import { buildProject, everybody, members, registered } from '../support/worlds.ts';
import type { World } from '../support/worlds.ts';

let test: TestApp;
let world: World;
let ann = 0;
let bob = 0;
const all = { read: [everybody], submit: [registered], update: [registered] };

before(async () => {
  test = await startApp();
  ann = await test.addUser('ann', { realName: 'Ann Lee' });
  bob = await test.addUser('bob', { realName: 'Bob' });
  await test.addUser('eve', { realName: 'Eve' });
  world = await buildProject(test, {
    name: 'open',
    members: [ann, bob],
    groups: { team: [ann] },
    trackers: (group) => [
      {
        name: 'things',
        permissions: { full: [everybody] },
        fields: [
          { name: 'tags', type: 'tbl', values: ['red', 'blue'], ...all, properties: { hint: 'Type here' } },
          { name: 'people', type: 'tbl', peopleOf: ['group_members'], ...all },
          { name: 'anyone', type: 'tbl', ofPeople: true, ...all },
          { name: 'groups', type: 'tbl', ofGroups: [members, group('team')], ...all },
          { name: 'needed', type: 'tbl', values: ['x'], read: [everybody], update: [registered] },
        ],
      },
    ],
  });
});
after(() => test.close());

type Entry = Record<string, unknown>;
const field = (name: string): number => world.field('things', name);
const red = (): number => world.value('things', 'tags', 'red');

const send = (method: string, path: string, body: unknown, format: 'json' | 'xml' = 'json'): Promise<Answered> =>
  test.call(path, {
    method,
    as: 'ann',
    body: format === 'json' ? body : writeXml(body, 'request'),
    headers: { 'content-type': `application/${format}`, accept: 'application/json' },
  });

const create = (name: string, entry: Entry, format?: 'json' | 'xml'): Promise<Answered> =>
  send(
    'POST',
    '/api/artifacts',
    { tracker: { id: world.tracker('things') }, values: [{ field_id: field(name), ...entry }] },
    format,
  );

async function made(name: string, entry: Entry, format?: 'json' | 'xml'): Promise<number> {
  const answer = await create(name, entry, format);
  assert.equal(answer.status, 201, answer.text);
  return Number(at(answer.json, 'id'));
}

const put = (id: number, name: string, entry: Entry, format?: 'json' | 'xml'): Promise<Answered> =>
  send('PUT', `/api/artifacts/${id}`, { values: [{ field_id: field(name), ...entry }] }, format);

const shown = async (id: number, name: string): Promise<unknown> =>
  valueOf((await test.call(`/api/artifacts/${id}`, { as: 'ann' })).json, field(name));

const labelsOf = async (id: number, name: string): Promise<readonly unknown[]> =>
  listAt(await shown(id, name), 'bind_value_ids');

async function offered(name: string): Promise<readonly unknown[]> {
  const tracker = (await test.call(`/api/trackers/${world.tracker('things')}`, { as: 'ann' })).json;
  return listAt(
    listAt(tracker, 'fields').find((one) => at(one, 'field_id') === field(name)),
    'values',
  );
}

describe('values of an open list', () => {
  for (const format of ['json', 'xml'] as const) {
    it(`are given by labels, and new ones are made, in ${format}`, async () => {
      const fresh = `fresh ${format}`;
      const id = await made('tags', { bind_value_ids: ['red', fresh, fresh, ' '] }, format);
      const value = await shown(id, 'tags');
      assert.deepEqual(at(value, 'bind_value_ids'), ['red', fresh]);
      assert.equal(at(value, 'bind_type'), 'static');
      assert.equal(at(value, 'bind_value_objects.0.id'), red());
      assert.match(String(at(value, 'bind_value_objects.1.id')), /^o\d+$/);
      assert.deepEqual(at(value, 'bind_value_objects.1'), { id: at(value, 'bind_value_objects.1.id'), label: fresh });
      const again = await made('tags', { bind_value_ids: [fresh] }, format);
      assert.equal(at(await shown(again, 'tags'), 'bind_value_objects.0.id'), at(value, 'bind_value_objects.1.id'));
      const values = await offered('tags');
      assert.equal(values.filter((one) => at(one, 'label') === fresh).length, 1);
      assert.deepEqual(
        values.find((one) => at(one, 'label') === fresh),
        { id: at(value, 'bind_value_objects.1.id'), label: fresh, is_hidden: false, value_color: '' },
      );
    });

    it(`are emptied by an empty list, in ${format}`, async () => {
      const id = await made('tags', { bind_value_ids: ['red', 'later gone'] });
      assert.equal((await put(id, 'tags', { bind_value_ids: [] }, format)).status, 200);
      assert.deepEqual(await labelsOf(id, 'tags'), []);
      const history = listAt((await test.call(`/api/artifacts/${id}/changesets`, { as: 'ann' })).json);
      assert.deepEqual(
        history.map((step) => at(valueOf(step, field('tags')), 'bind_value_ids')),
        [['red', 'later gone'], []],
      );
    });
  }

  it('are shown by the answer to the change that makes them, whose entity tag is that of the next GET', async () => {
    const id = await made('tags', { bind_value_ids: [] });
    const answer = await put(id, 'tags', { bind_value_ids: ['seen at once'] });
    assert.deepEqual(at(valueOf(answer.json, field('tags')), 'bind_value_ids'), ['seen at once']);
    const read = await test.call(`/api/artifacts/${id}`, { as: 'ann' });
    assert.equal(read.headers.get('etag'), answer.headers.get('etag'));
    assert.equal(read.text, answer.text);
  });

  it('are given by objects: ids, labels, ids of added values', async () => {
    const first = await made('tags', { value: { bind_value_objects: [{ label: 'by object' }] } });
    const own = String(at(await shown(first, 'tags'), 'bind_value_objects.0.id'));
    const rows: [objects: unknown[], labels: string[]][] = [
      [[{ id: red() }], ['red']],
      [[{ id: String(red()) }], ['red']],
      [[{ id: own }], ['by object']],
      [[{ id: Number(own.slice(1)) }], ['by object']],
      [[{ id: 'o99999', label: 'by object' }], ['by object']],
      [
        [{ id: red(), label: 'whatever' }, { label: 'by object' }],
        ['red', 'by object'],
      ],
      [[], []],
    ];
    for (const [objects, labels] of rows) {
      const id = await made('tags', { value: { bind_value_objects: objects } });
      assert.deepEqual(await labelsOf(id, 'tags'), labels, JSON.stringify(objects));
    }
  });

  it('tell a label of an object from a bound value of the same label, and keep both apart when sent back', async () => {
    const id = await made('tags', { value: { bind_value_objects: [{ id: red() }, { label: 'red' }] } });
    assert.deepEqual(await labelsOf(id, 'tags'), ['red', 'red']);
    const before = await test.call(`/api/artifacts/${id}`, { as: 'ann' });
    const back = await send('PUT', `/api/artifacts/${id}`, { values: at(before.json, 'values') });
    assert.equal(back.status, 200, back.text);
    assert.equal(back.headers.get('etag'), before.headers.get('etag'));
  });

  it('are people of the bind, by name, id or address, and addresses of others', async () => {
    const rows: [entry: Entry, labels: string[]][] = [
      [{ bind_value_ids: ['Ann Lee (ann)', 'bob'] }, ['Ann Lee (ann)', 'Bob (bob)']],
      [{ bind_value_ids: ['somebody@example.net'] }, ['somebody@example.net']],
      [{ value: { bind_value_objects: [{ id: bob }] } }, ['Bob (bob)']],
      [{ value: { bind_value_objects: [{ username: 'ann' }] } }, ['Ann Lee (ann)']],
      [{ value: { bind_value_objects: [{ email: 'BOB@example.org' }] } }, ['Bob (bob)']],
      [{ value: { bind_value_objects: [{ email: 'eve@example.org' }] } }, ['eve@example.org']],
    ];
    for (const [entry, labels] of rows) {
      const id = await made('people', entry);
      assert.deepEqual(await labelsOf(id, 'people'), labels, JSON.stringify(entry));
    }
    const value = await shown(await made('people', { bind_value_ids: ['bob'] }), 'people');
    assert.equal(at(value, 'bind_type'), 'users');
    assert.equal(at(value, 'bind_value_objects.0.email'), 'bob@example.org');
  });

  it('are anybody with an account where everybody registered is offered', async () => {
    const entry = { bind_value_ids: ['Eve (eve)', 'eve', 'Nobody (nobody-here)'] };
    const id = await made('anyone', entry);
    assert.deepEqual(await labelsOf(id, 'anyone'), ['Eve (eve)', 'Nobody (nobody-here)']);
  });

  it('are user groups by id, short name or label', async () => {
    const team = String(world.group('team'));
    for (const entry of [
      { value: { bind_value_objects: [{ id: `${world.id}_3` }, { short_name: 'team' }] } },
      { bind_value_ids: ['Project members', 'team'] },
    ]) {
      const id = await made('groups', entry);
      const value = await shown(id, 'groups');
      assert.deepEqual(
        listAt(value, 'bind_value_objects').map((one) => at(one, 'id')),
        [`${world.id}_3`, team],
      );
      assert.deepEqual(at(value, 'bind_value_ids'), ['Project members', 'team']);
    }
    assert.deepEqual(
      (await offered('groups')).map((one) => at(one, 'id')),
      [`${world.id}_3`, team],
    );
  });

  it('made by many at the same time are one value', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => create('tags', { bind_value_ids: ['at once', `also ${index % 3}`] })),
    );
    assert.deepEqual([...new Set(answers.map((answer) => answer.status))], [201]);
    const labels = (await offered('tags')).map((one) => String(at(one, 'label')));
    for (const label of ['at once', 'also 0', 'also 1', 'also 2'])
      assert.equal(labels.filter((one) => one === label).length, 1, label);
    for (const { json } of answers) assert.equal((await labelsOf(Number(at(json, 'id')), 'tags')).length, 2);
  });

  it('of one’s own are made by many at the same time', async () => {
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) => create('tags', { bind_value_ids: [`own ${index}`] })),
    );
    assert.deepEqual([...new Set(answers.map((answer) => answer.status))], [201]);
  });

  it('are not made by a change that is refused', async () => {
    const id = await made('tags', { bind_value_ids: ['red'] });
    const values = [
      { field_id: field('tags'), bind_value_ids: ['never made'] },
      { field_id: field('needed'), value: 5 },
    ];
    assert.equal((await send('PUT', `/api/artifacts/${id}`, { values })).status, 400);
    const refused = {
      tracker: { id: world.tracker('things') },
      values: [{ field_id: field('needed'), bind_value_ids: ['not mine'] }],
    };
    assert.equal((await send('POST', '/api/artifacts', refused)).status, 400);
    assert.ok((await offered('tags')).every((one) => at(one, 'label') !== 'never made'));
    assert.ok((await offered('needed')).every((one) => at(one, 'label') !== 'not mine'));
  });

  const refusals: [name: string, entry: Entry, path: string][] = [
    ['tags', { bind_value_ids: [5] }, 'bind_value_ids[0]'],
    ['tags', { bind_value_ids: ['x'.repeat(256)] }, 'bind_value_ids[0]'],
    ['tags', { bind_value_ids: ['two\nlines'] }, 'bind_value_ids[0]'],
    ['tags', { value: 'red' }, 'value'],
    ['tags', { value: { bind_value_objects: 'red' } }, 'value.bind_value_objects'],
    ['tags', { value: { bind_value_objects: [{ id: 999_999 }] } }, 'value.bind_value_objects[0].id'],
    ['tags', { value: { bind_value_objects: [{}] } }, 'value.bind_value_objects[0]'],
    ['tags', { value: { bind_value_objects: [null] } }, 'value.bind_value_objects[0]'],
    ['people', { value: { bind_value_objects: [{ username: 'eve' }] } }, 'value.bind_value_objects[0].username'],
    ['people', { value: { bind_value_objects: [{ id: 999_999 }] } }, 'values[0]'],
    ['people', { value: { bind_value_objects: [{ label: 'x' }] } }, 'value.bind_value_objects[0]'],
    ['groups', { value: { bind_value_objects: [{ id: '101_4' }] } }, 'value.bind_value_objects[0]'],
  ];
  for (const [name, entry, path] of refusals)
    it(`refuse ${JSON.stringify(entry).slice(0, 80)} in ${name}`, async () => {
      const answer = await create(name, entry);
      assert.equal(answer.status, 400, answer.text);
      const message = String(at(answer.json, 'error.message'));
      assert.ok(message.includes(path) && message.includes(`Label of ${name}`), message);
    });
});
