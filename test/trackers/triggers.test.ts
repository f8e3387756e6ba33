// Engine: both
// Triggers: what children do to their parents, however the children came to be so, and however many change at once.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { exportFrom, importInto } from '../support/archive-world.ts';
import { at, startApp } from '../support/harness.ts';
import type { Answered, TestApp } from '../support/harness.ts';
import { listAt, valueOf } from '../support/scenario.ts';
import { admins, buildArtifacts, buildProject, everybody, nobody, registered } from '../support/worlds.ts';
import type { FieldPlan, World } from '../support/worlds.ts';

let test: TestApp;
let world: World;
let sam: number;
const all = { read: [everybody], submit: [registered], update: [registered] };
const state: FieldPlan = { name: 'state', type: 'sb', values: ['New', 'Doing', 'Done'], ...all };
const fields: readonly FieldPlan[] = [
  state,
  { name: 'links', type: 'art_link', ...all },
  { name: 'checks', type: 'msb', values: ['Tests', 'Docs'], ...all },
  { name: 'closed', type: 'date', ...all },
  { name: 'title', type: 'string', ...all, isRequired: true },
];
/** Of epics nobody but the workflow changes the state. */
const epicFields = fields.map((field) => (field === state ? { ...field, submit: [nobody], update: [nobody] } : field));

before(async () => {
  test = await startApp();
  sam = await test.addUser('sam');
  const ada = await test.addUser('ada');
  world = await buildProject(test, {
    name: 'families',
    admins: [ada],
    trackers: () => [
      { name: 'epic', permissions: { full: [everybody] }, fields: epicFields },
      { name: 'story', parent: 'epic', permissions: { full: [everybody] }, fields },
      { name: 'task', parent: 'story', permissions: { full: [everybody] }, fields },
      { name: 'bug', parent: 'story', permissions: { full: [everybody], admin: [admins] }, fields },
    ],
  });
});
after(() => test.close());

const key = (tracker: string, label: string, field = 'state') => ({
  field_id: world.field(tracker, field),
  field_value_id: world.value(tracker, field, label),
});
async function setTriggers(tracker: string, ...triggers: unknown[]): Promise<void> {
  const path = `/api/trackers/${world.tracker(tracker)}/workflow_triggers`;
  const answer = await test.call(path, { method: 'PUT', as: 'ada', body: { triggers } });
  assert.equal(answer.status, 200, answer.text);
}
const allOf = (sources: unknown[], target: unknown) => ({ condition: 'all_of', triggering_fields: sources, target });
const oneOf = (sources: unknown[], target: unknown) => ({ ...allOf(sources, target), condition: 'at_least_one' });

interface Plan {
  of: string;
  state?: string;
  checks?: string[];
  children?: readonly number[];
}
async function build({ of, state: label, checks = [], children = [] }: Plan): Promise<number> {
  const values: Record<number, unknown> = {
    [world.field(of, 'title')]: 'x',
    [world.field(of, 'checks')]: checks.map((check) => world.value(of, 'checks', check)),
    [world.field(of, 'links')]: children.map((id) => ({ id, type: '_is_child' })),
    ...(label === undefined ? {} : { [world.field(of, 'state')]: [world.value(of, 'state', label)] }),
  };
  const [id] = await buildArtifacts(test, [{ trackerId: world.tracker(of), changes: [{ by: sam, atMs: 0, values }] }]);
  assert.ok(id !== undefined);
  return id;
}
const put = (id: number, values: unknown): Promise<Answered> =>
  test.call(`/api/artifacts/${id}`, { method: 'PUT', as: 'sam', body: { values } });
async function change(id: number, ...values: unknown[]): Promise<Answered> {
  const answer = await put(id, values);
  assert.equal(answer.status, 200, answer.text);
  return answer;
}
const stateIs = (of: string, label: string) => ({
  field_id: world.field(of, 'state'),
  bind_value_ids: [world.value(of, 'state', label)],
});
const shown = async (id: number): Promise<unknown> => (await test.call(`/api/artifacts/${id}`, { as: 'sam' })).json;
async function stateOf(of: string, id: number): Promise<string | null> {
  const values = at(valueOf(await shown(id), world.field(of, 'state')), 'values');
  const label = at(values, '0.label');
  return typeof label === 'string' ? label : null;
}
const historyOf = async (id: number): Promise<readonly unknown[]> =>
  listAt((await test.call(`/api/artifacts/${id}/changesets?limit=50`, { as: 'sam' })).json);

describe('children of a story', () => {
  before(() =>
    setTriggers(
      'story',
      allOf([key('task', 'Done'), key('bug', 'Done')], key('story', 'Done')),
      oneOf([key('task', 'Doing'), key('bug', 'Tests', 'checks')], key('story', 'Doing')),
    ),
  );

  it('move it when one of them takes a value', async () => {
    const task = await build({ of: 'task', state: 'New' });
    const bug = await build({ of: 'bug', state: 'New' });
    const story = await build({ of: 'story', state: 'New', children: [task, bug] });
    await change(bug, stateIs('bug', 'Doing'));
    assert.equal(await stateOf('story', story), 'New', 'a bug’s state says nothing here');
    const checks = [world.value('bug', 'checks', 'Docs'), world.value('bug', 'checks', 'Tests')];
    await change(bug, { field_id: world.field('bug', 'checks'), bind_value_ids: checks });
    assert.equal(await stateOf('story', story), 'Doing');
    await change(story, stateIs('story', 'New'));
    await change(task, { field_id: world.field('task', 'title'), value: 'y' });
    await change(bug, stateIs('bug', 'New'));
    assert.equal(await stateOf('story', story), 'New', 'only who takes a value fires');
    await change(task, stateIs('task', 'Doing'));
    assert.equal(await stateOf('story', story), 'Doing');
  });

  it('move it when the last of them takes a value', async () => {
    const task = await build({ of: 'task', state: 'New' });
    const bug = await build({ of: 'bug', state: 'Doing' });
    const other = await build({ of: 'story', state: 'New' });
    const story = await build({ of: 'story', state: 'New', children: [task, bug, other] });
    await change(task, stateIs('task', 'Done'));
    assert.equal(await stateOf('story', story), 'New');
    await change(bug, stateIs('bug', 'Done'));
    assert.equal(await stateOf('story', story), 'Done', 'children of trackers that no trigger names do not count');
  });

  it('are told from other links, and from children of others', async () => {
    const task = await build({ of: 'task', state: 'New' });
    const story = await build({ of: 'story', state: 'New' });
    await change(story, { field_id: world.field('story', 'links'), links: [{ id: task, type: '' }] });
    await change(task, stateIs('task', 'Done'));
    assert.equal(await stateOf('story', story), 'New');
  });

  it('move it when they come, and when those go that were in the way', async () => {
    const done = await build({ of: 'task', state: 'Done' });
    const open = await build({ of: 'task', state: 'New' });
    const story = await build({ of: 'story', state: 'New' });
    const links = (...ids: number[]) => ({
      field_id: world.field('story', 'links'),
      links: ids.map((id) => ({ id, type: '_is_child' })),
    });
    await change(story, links(done, open));
    assert.equal(await stateOf('story', story), 'New');
    const answer = await change(story, links(done));
    assert.equal(await stateOf('story', story), 'Done');
    assert.equal(at(valueOf(answer.json, world.field('story', 'state')), 'values.0.label'), 'Done');
    await change(story, links(), stateIs('story', 'New'));
    assert.equal(await stateOf('story', story), 'New', 'without children nothing is true of all');
    const parent = { field_id: world.field('task', 'links'), parent: { id: story } };
    await change(done, parent);
    assert.equal(await stateOf('story', story), 'Done', 'a child may bring itself');
  });

  it('move it when they are created', async () => {
    const story = await build({ of: 'story', state: 'New' });
    const made = await test.call('/api/artifacts', {
      method: 'POST',
      as: 'sam',
      body: {
        tracker: { id: world.tracker('task') },
        values: [
          { field_id: world.field('task', 'title'), value: 'x' },
          stateIs('task', 'Doing'),
          { field_id: world.field('task', 'links'), parent: { id: story } },
        ],
      },
    });
    assert.equal(made.status, 201, made.text);
    assert.equal(await stateOf('story', story), 'Doing');
  });

  it('change it as the account that stands for the workflow', async () => {
    const task = await build({ of: 'task', state: 'New' });
    const story = await build({ of: 'story', state: 'New', children: [task] });
    await change(task, stateIs('task', 'Doing'));
    const last = (await historyOf(story)).at(-1);
    assert.equal(at(last, 'submitted_by'), 90);
    assert.equal(at(last, 'submitted_by_details.display_name'), 'Tracker Workflow Manager (forge__workflow)');
    assert.equal(at(last, 'last_comment.body'), '');
    assert.equal(at(await shown(story), 'last_update_by_user.username'), 'forge__workflow');
    await change(task, stateIs('task', 'Doing'));
    await change(task, stateIs('task', 'New'));
    await change(task, stateIs('task', 'Doing'));
    assert.equal((await historyOf(story)).length, 2, 'what is so already is not made so again');
    const asked = encodeURIComponent(JSON.stringify({ username: 'forge__workflow' }));
    assert.deepEqual((await test.call(`/api/users?query=${asked}`, { as: 'sam' })).json, []);
    const signIn = await test.call('/api/tokens', {
      method: 'POST',
      body: { username: 'forge__workflow', password: '' },
    });
    assert.ok(signIn.status >= 400);
    const patched = await test.call('/api/users/90', {
      method: 'PATCH',
      as: 'root',
      body: { values: { status: 'A' } },
    });
    assert.equal(patched.status, 403, patched.text);
  });
});

describe('a cascade', () => {
  beforeEach(async () => {
    await setTriggers('epic', allOf([key('story', 'Done')], key('epic', 'Done')));
    await setTriggers('story', allOf([key('task', 'Done')], key('story', 'Done')));
  });

  it('goes upward, over what people may not change', async () => {
    const tasks = [await build({ of: 'task', state: 'New' }), await build({ of: 'task', state: 'New' })];
    const stories = [];
    for (const task of tasks) stories.push(await build({ of: 'story', state: 'New', children: [task] }));
    const epic = await build({ of: 'epic', state: 'New', children: stories });
    await change(tasks[0] ?? 0, stateIs('task', 'Done'));
    assert.equal(await stateOf('epic', epic), 'New');
    await change(tasks[1] ?? 0, stateIs('task', 'Done'));
    assert.equal(await stateOf('epic', epic), 'Done');
    const refused = await put(epic, [stateIs('epic', 'New')]);
    assert.equal(refused.status, 400, refused.text);
  });

  it('goes to every parent', async () => {
    const task = await build({ of: 'task', state: 'New' });
    const one = await build({ of: 'story', state: 'New', children: [task] });
    const other = await build({ of: 'story', state: 'Doing', children: [task] });
    await change(task, stateIs('task', 'Done'));
    assert.deepEqual([await stateOf('story', one), await stateOf('story', other)], ['Done', 'Done']);
  });

  it('comes to an end where parents stand in a circle', async () => {
    await test.app.database.transact((tx) =>
      tx
        .insertInto('triggers')
        .values(
          (
            [
              ['task', 'Done', 'story', 'Doing'],
              ['story', 'Doing', 'task', 'New'],
              ['task', 'New', 'story', 'Done'],
              ['story', 'Done', 'task', 'Done'],
            ] as const
          ).map(([child, source, parent, target]) => ({
            tracker_id: world.tracker(parent),
            settings_json: JSON.stringify({
              condition: 'at_least_one',
              sources: [stored(child, source)],
              target: stored(parent, target),
            }),
          })),
        )
        .execute(),
    );
    await test.app.features.site.changeSetting('sys_rest_api_over_http', '1');
    const task = await build({ of: 'task', state: 'New' });
    const story = await build({ of: 'story', state: 'New', children: [task] });
    await change(task, { field_id: world.field('task', 'links'), links: [{ id: story, type: '_is_child' }] });
    await change(task, stateIs('task', 'Done'));
    assert.ok((await historyOf(task)).length < 10);
    assert.ok((await historyOf(story)).length < 10);
    await setTriggers('task');
  });

  const stored = (tracker: string, label: string) => ({
    trackerId: world.tracker(tracker),
    fieldId: world.field(tracker, 'state'),
    valueId: world.value(tracker, 'state', label),
  });

  it('is all undone with the change that began it', async () => {
    const task = await build({ of: 'task', state: 'New' });
    const story = await build({ of: 'story', state: 'New', children: [task] });
    const answer = await test.call(`/api/artifacts/${task}`, {
      method: 'PUT',
      as: 'sam',
      headers: { 'if-match': '"other.one"' },
      body: { values: [stateIs('task', 'Done')] },
    });
    assert.equal(answer.status, 412);
    assert.equal(await stateOf('story', story), 'New');
  });
});

describe('the parent’s own workflow', () => {
  const transitions = new Map<string, number>();
  const ask = async (method: string, path: string, body?: unknown): Promise<Answered> => {
    const answer = await test.call(`/api/${path}`, { method, as: 'ada', ...(body === undefined ? {} : { body }) });
    assert.ok(answer.status < 300, answer.text);
    return answer;
  };
  const patch = (workflow: unknown): Promise<Answered> =>
    ask('PATCH', `trackers/${world.tracker('story')}?query=${encodeURIComponent(JSON.stringify({ workflow }))}`);
  before(async () => {
    await setTriggers('story', allOf([key('task', 'Done')], key('story', 'Done')));
    await patch({ set_transitions_rules: { field_id: world.field('story', 'state'), is_used: true } });
    for (const from of ['New', 'Doing']) {
      const made = await ask('POST', 'tracker_workflow_transitions', {
        tracker_id: world.tracker('story'),
        from_id: world.value('story', 'state', from),
        to_id: world.value('story', 'state', from === 'New' ? 'Doing' : 'Done'),
      });
      transitions.set(from, Number(at(made.json, 'id')));
    }
  });
  after(() => patch({ delete_transitions_rules: true }));

  it('leaves it where no transition leads on', async () => {
    const task = await build({ of: 'task', state: 'New' });
    const story = await build({ of: 'story', state: 'New', children: [task] });
    await change(task, stateIs('task', 'Done'));
    assert.equal(await stateOf('story', story), 'New');
  });

  it('acts on the way, asks for filled fields, and for no group and no comment', async () => {
    const path = `tracker_workflow_transitions/${transitions.get('Doing')}`;
    await ask('PUT', `${path}/actions`, {
      post_actions: [
        { type: 'set_field_value', field_id: world.field('story', 'closed'), field_type: 'date', value: 'current' },
      ],
    });
    await ask('PATCH', path, {
      authorized_user_group_ids: ['100'],
      is_comment_required: true,
      not_empty_field_ids: [world.field('story', 'checks')],
    });
    const task = await build({ of: 'task', state: 'New' });
    const story = await build({ of: 'story', state: 'Doing', children: [task] });
    await change(task, stateIs('task', 'Done'));
    assert.equal(await stateOf('story', story), 'Doing');
    await change(task, stateIs('task', 'New'));
    const docs = [world.value('story', 'checks', 'Docs')];
    await change(story, { field_id: world.field('story', 'checks'), bind_value_ids: docs });
    await change(task, stateIs('task', 'Done'));
    assert.equal(await stateOf('story', story), 'Done');
    assert.notEqual(at(valueOf(await shown(story), world.field('story', 'closed')), 'value'), null);
  });
});

describe('sixteen children that change at once', () => {
  before(() => setTriggers('story', allOf([key('task', 'Done')], key('story', 'Done'))));

  it('leave the parent where the last of them takes it', async () => {
    for (let round = 0; round < 3; round += 1) {
      const tasks = await Promise.all(Array.from({ length: 16 }, () => build({ of: 'task', state: 'New' })));
      const story = await build({ of: 'story', state: 'New', children: tasks });
      const answers = await Promise.all(tasks.map((task) => put(task, [stateIs('task', 'Done')])));
      assert.deepEqual(
        answers.map((answer) => answer.status),
        tasks.map(() => 200),
      );
      assert.equal(await stateOf('story', story), 'Done', `round ${round}`);
      assert.equal((await historyOf(story)).length, 2, 'it moved once');
    }
  });
});

it('an archive carries triggers, rules and what they did', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'tepal-triggers-'));
  t.after(() => rm(folder, { recursive: true }));
  const task = await build({ of: 'task', state: 'New' });
  await build({ of: 'story', state: 'New', children: [task] });
  await change(task, stateIs('task', 'Done'));
  await exportFrom(test, 'families', join(folder, 'archive'));
  const other = await startApp();
  t.after(() => other.close());
  await importInto(other, join(folder, 'archive'));
  const triggersOf = async (of: TestApp): Promise<unknown> => {
    const { version } = await of.app.features.site.current();
    const definition = await of.app.features.trackers.findDefinition(world.tracker('story'), version);
    return definition?.triggers.map(({ id: _id, ...trigger }) => trigger);
  };
  assert.deepEqual(await triggersOf(other), await triggersOf(test));
  const changes = (of: TestApp) =>
    of.app.database.read.selectFrom('changesets').select('id').where('submitted_by', '=', 90).execute();
  assert.ok((await changes(other)).length > 0);
  assert.equal((await changes(other)).length, (await changes(test)).length);
});
