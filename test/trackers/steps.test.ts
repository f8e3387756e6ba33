// Steps of tests over REST: what creation and update take, in which order, what GET shows, what is refused.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { writeXml } from '../../src/platform/wire/xml-write.ts';
import { at, startApp } from '../support/harness.ts';
import type { Answered, TestApp } from '../support/harness.ts';
import { listAt, valueOf } from '../support/scenario.ts';
import { buildArtifacts, buildProject, everybody, registered } from '../support/worlds.ts';
import type { World } from '../support/worlds.ts';

let test: TestApp;
let world: World;
const all = { read: [everybody], submit: [registered], update: [registered] };

before(async () => {
  test = await startApp();
  await test.addUser('ann');
  world = await buildProject(test, {
    name: 'tests',
    trackers: () => [
      {
        name: 'tests',
        permissions: { full: [everybody] },
        fields: [
          { name: 'title', type: 'string', ...all },
          { name: 'steps', type: 'ttmstepdef', ...all },
          { name: 'done', type: 'ttmstepexec', ...all },
        ],
      },
    ],
  });
});
after(() => test.close());

type Entry = Record<string, unknown>;
const steps = (value: unknown): Entry => ({ field_id: world.field('tests', 'steps'), value });
const title = (): Entry => ({ field_id: world.field('tests', 'title'), value: 'x' });

const send = (method: string, path: string, body: unknown, format: 'json' | 'xml' = 'json'): Promise<Answered> =>
  test.call(path, {
    method,
    as: 'ann',
    body: format === 'json' ? body : writeXml(body, 'request'),
    headers: { 'content-type': `application/${format}`, accept: 'application/json' },
  });

async function create(body: Entry, format?: 'json' | 'xml'): Promise<number> {
  const answer = await send('POST', '/api/artifacts', { tracker: { id: world.tracker('tests') }, ...body }, format);
  assert.equal(answer.status, 201, answer.text);
  return Number(at(answer.json, 'id'));
}

const put = (id: number, values: unknown, format?: 'json' | 'xml'): Promise<Answered> =>
  send('PUT', `/api/artifacts/${id}`, { values }, format);

const shown = async (id: number): Promise<unknown> =>
  at(valueOf((await test.call(`/api/artifacts/${id}`, { as: 'ann' })).json, world.field('tests', 'steps')), 'value');

describe('steps of a test', () => {
  const sent = [
    {
      description: 'Second',
      description_format: 'text',
      expected_results: 'a < b',
      expected_results_format: 'text',
      rank: 7,
    },
    {
      description: '**First**',
      description_format: 'commonmark',
      expected_results: '<b>ok</b><script>x</script>',
      expected_results_format: 'html',
      rank: 2,
    },
    { description: ' ', expected_results: 'dropped', rank: 3 },
  ];
  const wanted = [
    {
      id: 1,
      description: '<p><strong>First</strong></p>\n',
      description_format: 'html',
      commonmark_description: '**First**',
      expected_results: '<b>ok</b><script>x</script>',
      expected_results_format: 'html',
      rank: 1,
    },
    {
      id: 2,
      description: 'Second',
      description_format: 'text',
      expected_results: 'a < b',
      expected_results_format: 'text',
      rank: 2,
    },
  ];

  for (const format of ['json', 'xml'] as const) {
    it(`are taken at creation and update, in order of rank, in ${format}`, async () => {
      const created = await create({ values: [title(), steps(sent)] }, format);
      assert.deepEqual(await shown(created), wanted);
      const updated = await create({ values: [title()] });
      assert.equal(await shown(updated), undefined);
      assert.equal((await put(updated, [steps(sent)], format)).status, 200);
      assert.deepEqual(await shown(updated), wanted);
    });

    it(`are taken by name, in ${format}`, async () => {
      const named = { title: { value: 'x' }, steps: { value: sent } };
      assert.deepEqual(await shown(await create({ values_by_field: named }, format)), wanted);
    });
  }

  it('need no rank at creation, and one each at update', async () => {
    const plain = [{ description: 'one' }, { description: 'two' }];
    const id = await create({ values: [title(), steps(plain)] });
    assert.deepEqual(
      listAt(await shown(id)).map((step) => [
        at(step, 'description'),
        at(step, 'description_format'),
        at(step, 'rank'),
      ]),
      [
        ['one', 'text', 1],
        ['two', 'text', 2],
      ],
    );
    const refused = await put(id, [steps(plain)]);
    assert.equal(refused.status, 400);
    assert.match(refused.text, /values\[0\]\.value\[0\]\.rank/);
  });

  it('stay as they are when what GET shows comes back, and when nothing is said, and go when they are none', async () => {
    const id = await create({ values: [title(), steps(sent)] });
    const before = await test.call(`/api/artifacts/${id}`, { as: 'ann' });
    for (const values of [at(before.json, 'values'), [{ field_id: world.field('tests', 'steps') }]]) {
      const back = await put(id, values);
      assert.equal(back.status, 200, back.text);
      assert.equal(back.headers.get('etag'), before.headers.get('etag'));
    }
    assert.equal((await put(id, [steps([])])).status, 200);
    assert.deepEqual(await shown(id), []);
    const history = listAt((await test.call(`/api/artifacts/${id}/changesets`, { as: 'ann' })).json);
    assert.deepEqual(
      history.map((step) => listAt(valueOf(step, world.field('tests', 'steps')), 'value').length),
      [2, 0],
    );
  });

  const refusals: [value: unknown, path: string][] = [
    ['x', 'value'],
    [5, 'value'],
    [{ description: 'x' }, 'value'],
    [['x'], 'value[0]'],
    [[{ description: 5 }], 'value[0].description'],
    [[{ description: 'x', description_format: 'rtf' }], 'value[0].description_format'],
    [[{ description: 'x', rank: 'first' }], 'value[0].rank'],
    [[{ description: 'x', expected_results: 'y'.repeat(65_536) }], 'value[0].expected_results'],
    [Array.from({ length: 1001 }, () => ({ description: 'x' })), 'value'],
  ];
  for (const [value, path] of refusals)
    it(`refuse ${JSON.stringify(value).slice(0, 60)}`, async () => {
      const body = { tracker: { id: world.tracker('tests') }, values: [title(), steps(value)] };
      const answer = await send('POST', '/api/artifacts', body);
      assert.equal(answer.status, 400, answer.text);
      assert.ok(String(at(answer.json, 'error.message')).includes(`values[1].${path}`), answer.text);
    });
});

it('steps of an execution are shown, may come back, and can’t be set', async () => {
  const step = {
    description: 'x',
    descriptionFormat: 'text',
    expectedResults: '',
    expectedResultsFormat: 'text',
  };
  const done = world.field('tests', 'done');
  const [id = 0] = await buildArtifacts(test, [
    { trackerId: world.tracker('tests'), changes: [{ by: 0, atMs: 1000, values: { [done]: [step] } }] },
  ]);
  const before = await test.call(`/api/artifacts/${id}`, { as: 'ann' });
  assert.equal(at(valueOf(before.json, done), 'value.0.description'), 'x');
  const back = await put(id, at(before.json, 'values'));
  assert.deepEqual([back.status, back.headers.get('etag')], [200, before.headers.get('etag')]);
  assert.equal((await put(id, [{ field_id: done, value: [{ description: 'y', rank: 1 }] }])).status, 400);
});
