// Workflows in archives: what was made over REST arrives elsewhere as it was, in both modes, and what an archive can't mean
// lets nobody through.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { listFaults } from './archive-format.ts';
import { exportFrom, importInto } from '../support/archive-world.ts';
import { at, startApp } from '../support/harness.ts';
import type { Answered, TestApp } from '../support/harness.ts';
import { listAt } from '../support/scenario.ts';
import { buildProject, everybody, registered } from '../support/worlds.ts';
import type { FieldPlan, World } from '../support/worlds.ts';

let test: TestApp;
let world: World;
let folder: string;
const all = { read: [everybody], submit: [registered], update: [registered] };
const fields: FieldPlan[] = [
  { name: 'state', type: 'sb', values: ['New', 'Doing', 'Done'], ...all },
  { name: 'kind', type: 'msb', values: ['Bug', 'Wish'], ...all },
  { name: 'start', type: 'date', ...all },
  { name: 'due', type: 'date', ...all },
  { name: 'points', type: 'int', ...all },
  { name: 'hours', type: 'float', ...all },
  { name: 'box', type: 'fieldset' },
];

before(async () => {
  test = await startApp();
  const sam = await test.addUser('sam');
  world = await buildProject(test, {
    name: 'carried',
    admins: [sam],
    groups: { testers: [sam] },
    trackers: () => [
      { name: 'simple', permissions: { full: [everybody] }, fields },
      { name: 'advanced', parent: 'simple', permissions: { full: [everybody] }, fields },
    ],
  });
  folder = await mkdtemp(join(tmpdir(), 'tepal-workflow-'));
});
after(async () => {
  await rm(folder, { recursive: true });
  await test.close();
});

const ask = async (of: TestApp, method: string, path: string, body?: unknown): Promise<Answered> => {
  const answer = await of.call(`/api/${path}`, { method, as: 'root', ...(body === undefined ? {} : { body }) });
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`);
  return answer;
};
const field = (name: string, of = 'simple'): number => world.field(of, name);
const value = (label: string, of = 'simple', name = 'state'): number => world.value(of, name, label);

async function makeWorkflow(of: string, moves: readonly string[], isAdvanced: boolean): Promise<Map<string, number>> {
  const workflow = {
    set_transitions_rules: { field_id: field('state', of), is_used: !isAdvanced },
    is_advanced: isAdvanced,
  };
  const query = encodeURIComponent(JSON.stringify({ workflow }));
  await ask(test, 'PATCH', `trackers/${world.tracker(of)}?query=${query}`);
  const made = new Map<string, number>();
  for (const move of moves) {
    const [from = '', to = ''] = move.split('>');
    const body = {
      tracker_id: world.tracker(of),
      from_id: from === '' ? 0 : value(from, of),
      to_id: value(to, of),
    };
    made.set(move, Number(at((await ask(test, 'POST', 'tracker_workflow_transitions', body)).json, 'id')));
  }
  return made;
}

const pick = (value: unknown, keys: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(keys.map((key) => [key, at(value, key)]));
const conditionKeys = ['from_id', 'to_id', 'authorized_user_group_ids', 'not_empty_field_ids', 'is_comment_required'];

/** All that REST shows of a tracker's workflow; transitions in order of what they lead from and to, without their ids. */
async function readAll(of: TestApp, tracker: number): Promise<unknown> {
  const { json } = await ask(of, 'GET', `trackers/${tracker}`);
  const transitions: unknown[] = [];
  for (const transition of listAt(json, 'workflow.transitions')) {
    const id = Number(at(transition, 'id'));
    const whole = (await ask(of, 'GET', `tracker_workflow_transitions/${id}`)).json;
    const actions = (await ask(of, 'GET', `tracker_workflow_transitions/${id}/actions`)).json;
    transitions.push({ ...pick(whole, conditionKeys), actions });
  }
  const placeOf = (transition: unknown): number =>
    Number(at(transition, 'to_id')) * 1000 + Number(at(transition, 'from_id'));
  return {
    workflow: pick(at(json, 'workflow'), ['field_id', 'is_used', 'is_legacy', 'is_advanced', 'rules']),
    transitions: transitions.sort((one, other) => placeOf(one) - placeOf(other)),
    triggers: (await ask(of, 'GET', `trackers/${tracker}/workflow_triggers`)).json,
  };
}

it('workflows made over REST arrive as they were', async (t) => {
  const simple = await makeWorkflow(
    'simple',
    ['Done>New', '>New', 'New>Doing', '>Doing', 'Doing>Done', 'Doing>New'],
    false,
  );
  await ask(test, 'PATCH', `tracker_workflow_transitions/${simple.get('>New')}`, {
    authorized_user_group_ids: ['2', String(world.group('testers'))],
    not_empty_field_ids: [field('kind')],
    is_comment_required: true,
  });
  const set = (name: string, field_type: string, content: unknown, of = 'simple') => ({
    type: 'set_field_value',
    field_id: field(name, of),
    field_type,
    value: content,
  });
  await ask(test, 'PUT', `tracker_workflow_transitions/${simple.get('New>Doing')}/actions`, {
    post_actions: [
      { type: 'frozen_fields', field_ids: [field('points')] },
      { type: 'hidden_fieldsets', fieldset_ids: [field('box')] },
      set('start', 'date', 'current'),
      { type: 'add_to_top_backlog' },
    ],
  });
  const advanced = await makeWorkflow('advanced', ['>New', 'New>Done', 'New>Doing'], true);
  await ask(test, 'PUT', `tracker_workflow_transitions/${advanced.get('New>Done')}/actions`, {
    post_actions: [
      set('due', 'date', '', 'advanced'),
      set('points', 'int', 3, 'advanced'),
      set('hours', 'float', -0.5, 'advanced'),
      { type: 'run_job', job_url: 'https://ci.example.com/?a=1&b=2' },
    ],
  });
  await ask(test, 'PUT', `trackers/${world.tracker('simple')}/workflow_rules`, {
    dates: (['<', '≤', '=', '≥', '>', '≠'] as const).map((comparator) => ({
      source_field_id: field('start'),
      target_field_id: field('due'),
      comparator,
    })),
    lists: [
      {
        source_field_id: field('kind'),
        source_value_id: value('Bug', 'simple', 'kind'),
        target_field_id: field('state'),
        target_value_id: value('New'),
      },
      {
        source_field_id: field('kind'),
        source_value_id: 100,
        target_field_id: field('state'),
        target_value_id: 100,
      },
    ],
  });
  await ask(test, 'PUT', `trackers/${world.tracker('simple')}/workflow_triggers`, {
    triggers: (['all_of', 'at_least_one'] as const).map((condition) => ({
      condition,
      triggering_fields: [
        { field_id: field('state', 'advanced'), field_value_id: value('Done', 'advanced') },
        { field_id: field('kind', 'advanced'), field_value_id: value('Bug', 'advanced', 'kind') },
      ],
      target: { field_id: field('state'), field_value_id: value('Done') },
    })),
  });
  await exportFrom(test, 'carried', join(folder, 'archive'));
  assert.deepEqual(await listFaults(join(folder, 'archive')), []);
  const other = await startApp();
  t.after(() => other.close());
  await importInto(other, join(folder, 'archive'));
  for (const name of ['simple', 'advanced'])
    assert.deepEqual(await readAll(other, world.tracker(name)), await readAll(test, world.tracker(name)), name);
  const xml = await readFile(join(folder, 'archive', 'project.xml'), 'utf8');
  assert.equal(xml.match(/<state>/g)?.length, 3, 'a state is one element');
});

it('a transition for groups that are not there is nobody’s, and one that comes twice is there once', async (t) => {
  const path = join(folder, 'archive', 'project.xml');
  const xml = await readFile(path, 'utf8');
  const twice = xml.replace(/<transition>\s*<from_id REF="null"\/>[^]*?<\/transition>/, (move) => `${move}${move}`);
  await writeFile(
    path,
    twice.replaceAll('ugroup="testers"', 'ugroup="gone"').replaceAll('ugroup="UGROUP_REGISTERED"', 'ugroup="lost"'),
  );
  const other = await startApp();
  t.after(() => other.close());
  const { warnings } = await importInto(other, join(folder, 'archive'));
  const shown = JSON.stringify(warnings);
  assert.ok(shown.includes('gone') && shown.includes('it is a duplicate'), shown);
  const all = await readAll(other, world.tracker('simple'));
  const start = listAt(all, 'transitions').find((one) => at(one, 'from_id') === null);
  assert.deepEqual(at(start, 'authorized_user_group_ids'), ['100']);
});
