// Engine: both
// What a workflow lets people do over the API: transitions that exist, for those whom they name.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { at, startApp } from '../support/harness.ts';
import type { Answered, TestApp } from '../support/harness.ts';
import { expectRow, listAt } from '../support/scenario.ts';
import { admins, buildArtifacts, buildProject, everybody, members, registered } from '../support/worlds.ts';
import type { FieldPlan, TrackerPlan, World } from '../support/worlds.ts';

let test: TestApp;
let world: World;
let sam: number;
const all = { read: [everybody], submit: [registered], update: [registered] };
const state: FieldPlan = { name: 'state', type: 'sb', values: ['New', 'Doing', 'Done', 'Dropped'], ...all };
const moves = [
  { from: null, to: 'New' },
  { from: 'New', to: 'Doing', groups: [members] },
  { from: 'Doing', to: 'Done', groups: [admins] },
  { from: 'Doing', to: 'New' },
];
const tracker = (name: string, rest: Partial<TrackerPlan> = {}): TrackerPlan => ({
  name,
  permissions: { full: [everybody] },
  fields: [state, { name: 'title', type: 'string', ...all }],
  workflow: { field: 'state', moves },
  ...rest,
});

before(async () => {
  test = await startApp();
  sam = await test.addUser('sam');
  const ada = await test.addUser('ada');
  const tess = await test.addUser('tess');
  await test.addUser('mia');
  const blind: FieldPlan = { ...state, read: [admins], update: [admins] };
  world = await buildProject(test, {
    name: 'moves',
    admins: [ada],
    members: [sam],
    groups: { testers: [tess] },
    trackers: (group) => [
      tracker('used'),
      tracker('resting', { workflow: { field: 'state', moves, isUsed: false } }),
      tracker('preset', { fields: [{ ...state, fallback: 'New' }], workflow: { field: 'state', moves } }),
      tracker('late', {
        fields: [
          { ...state, fallback: 'Done' },
          { name: 'title', type: 'string', ...all },
        ],
      }),
      tracker('blind', { fields: [blind, { name: 'title', type: 'string', ...all }] }),
      tracker('tested', {
        permissions: { full: [everybody], admin: [group('testers')] },
        workflow: { field: 'state', moves: [{ from: 'New', to: 'Done', groups: [group('testers')] }] },
      }),
    ],
  });
});
after(() => test.close());

const value = (label: string, of = 'used'): number => world.value(of, 'state', label);
const entry = (label: string | null, of = 'used') => ({
  field_id: world.field(of, 'state'),
  bind_value_ids: label === null ? [] : [value(label, of)],
});
async function build(label: string | null, of = 'used'): Promise<number> {
  const values = label === null ? {} : { [world.field(of, 'state')]: [value(label, of)] };
  const [id] = await buildArtifacts(test, [{ trackerId: world.tracker(of), changes: [{ by: sam, atMs: 0, values }] }]);
  assert.ok(id !== undefined);
  return id;
}
const put = (as: string, id: number, values: unknown): Promise<Answered> =>
  test.call(`/api/artifacts/${id}`, { method: 'PUT', as, body: { values } });
const post = (as: string, values: unknown, of = 'used'): Promise<Answered> =>
  test.call('/api/artifacts', { method: 'POST', as, body: { tracker: { id: world.tracker(of) }, values } });

describe('a move of the field that a workflow governs', () => {
  const rows: [as: string, from: string | null, to: string | null, status: number][] = [
    ['sam', 'New', 'Doing', 200],
    ['ada', 'New', 'Doing', 200],
    ['root', 'New', 'Doing', 200],
    ['mia', 'New', 'Doing', 400],
    ['ada', 'Doing', 'Done', 200],
    ['sam', 'Doing', 'Done', 400],
    ['root', 'Doing', 'Done', 200],
    ['mia', 'Doing', 'New', 200],
    ['sam', 'New', 'New', 200],
    ['root', 'New', 'Done', 400],
    ['ada', 'Done', 'New', 400],
    ['sam', 'New', null, 400],
    ['sam', null, 'New', 200],
    ['sam', null, 'Doing', 400],
    ['sam', null, null, 200],
    ['ada', 'Dropped', 'New', 400],
  ];
  for (const [as, from, to, status] of rows) {
    it(`${as} from ${from} to ${to}: ${status}`, async () => {
      const id = await build(from);
      const answer = await put(as, id, [entry(to)]);
      assert.equal(answer.status, status, answer.text);
      const shown = await test.call(`/api/artifacts/${id}`, { as: 'root' });
      const now = status === 200 ? to : from;
      const values = listAt(shown.json, 'values').find((one) => at(one, 'field_id') === world.field('used', 'state'));
      const ids = values === undefined ? [] : listAt(values, 'bind_value_ids');
      assert.deepEqual(ids, now === null ? [] : [value(now)]);
    });
  }

  it('that is refused names the field and the moves that the writer may make', async () => {
    const id = await build('Doing');
    const refused = await put('sam', id, [{ field_id: world.field('used', 'title'), value: 'x' }, entry('Done')]);
    assert.equal(refused.status, 400);
    const message = String(at(refused.json, 'error.message'));
    for (const part of ['values[1]', 'Label of state', '"Doing"', '"Done"', `${value('New')} (New)`])
      assert.ok(message.includes(part), message);
    assert.ok(!message.includes(String(value('Done'))), message);
    const xml = await test.call(`/api/artifacts/${id}`, {
      method: 'PUT',
      as: 'sam',
      headers: { 'content-type': 'application/xml', accept: 'application/xml' },
      body: `<request><values><item><field_id>${world.field('used', 'state')}</field_id><bind_value_ids><item>${value('Done')}</item></bind_value_ids></item></values></request>`,
    });
    assert.equal(xml.status, 400);
    assert.match(xml.text, /<code>400<\/code>.*Label of state/s);
    const shown = await expectRow(test, { as: 'sam', path: `/api/artifacts/${id}`, status: 200 });
    assert.ok(!shown.text.includes('"value":"x"'), 'nothing was half written');
  });

  it('is not asked for where the workflow is not in use, nor of what stays as it is', async () => {
    const free = await build('Done', 'resting');
    assert.equal((await put('sam', free, [entry('New', 'resting')])).status, 200);
    const done = await build('Done');
    assert.equal(
      (await put('mia', done, [{ field_id: world.field('used', 'title'), value: 'x' }, entry('Done')])).status,
      200,
    );
  });

  it('by an administrator of the tracker needs the group as well', async () => {
    const id = await build('New', 'tested');
    assert.equal((await put('sam', id, [entry('Done', 'tested')])).status, 400);
    assert.equal((await put('ada', id, [entry('Done', 'tested')])).status, 400);
    assert.equal((await put('tess', id, [entry('Done', 'tested')])).status, 200);
  });
});

describe('a new artifact', () => {
  const title = (of: string) => ({ field_id: world.field(of, 'title'), value: 'x' });

  it('starts where the workflow lets it', async () => {
    assert.equal((await post('mia', [entry('New')])).status, 201);
    assert.equal((await post('root', [entry('Doing')])).status, 400);
    assert.equal((await post('mia', [title('used')])).status, 201);
  });

  it('takes the default only where that is a start', async () => {
    assert.equal((await post('mia', [entry('New', 'preset')], 'preset')).status, 201);
    const refused = await post('mia', [title('late')], 'late');
    assert.equal(refused.status, 400);
    assert.match(String(at(refused.json, 'error.message')), /Label of state.*New/);
  });

  it('is refused without a word about a field that the writer may not read', async () => {
    const refused = await post('mia', [title('blind'), entry('Done', 'blind')], 'blind');
    assert.equal(refused.status, 400);
    assert.ok(!/state|New|Done/.test(refused.text), refused.text);
    assert.equal((await post('mia', [title('blind'), entry('New', 'blind')], 'blind')).status, 201);
  });
});

it('a tracker shows each reader the moves that are theirs, and its administrators all', async () => {
  const count = async (as: string): Promise<number> =>
    listAt((await test.call(`/api/trackers/${world.tracker('used')}`, { as })).json, 'workflow.transitions').length;
  assert.deepEqual([await count('mia'), await count('sam'), await count('ada'), await count('root')], [2, 3, 4, 4]);
});
