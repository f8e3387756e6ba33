// What workflows and rules ask of a change, do with it and lock, in the one order that docs/workflow.md tells.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { at, createTestClock, startApp } from '../support/harness.ts';
import type { Answered, TestApp } from '../support/harness.ts';
import { listAt, valueOf } from '../support/scenario.ts';
import { admins, buildArtifacts, buildProject, everybody, registered } from '../support/worlds.ts';
import type { FieldPlan, TrackerPlan, World } from '../support/worlds.ts';

const clock = createTestClock(Date.UTC(2026, 9, 5, 12));
let test: TestApp;
let world: World;
let sam: number;
const all = { read: [everybody], submit: [registered], update: [registered] };
const hidden = { read: [admins], submit: [admins], update: [admins] };
const field = (name: string, type: string, rest: Partial<FieldPlan> = {}): FieldPlan => ({
  name,
  type,
  ...all,
  ...rest,
});
const fields = [
  field('state', 'sb', { values: ['New', 'Doing', 'Done'] }),
  field('title', 'string'),
  field('story', 'text'),
  field('start', 'date'),
  field('due', 'date'),
  field('moment', 'date', { properties: { display_time: '1' } }),
  field('made', 'subon'),
  field('points', 'int'),
  field('hours', 'float'),
  field('box', 'fieldset'),
  field('kind', 'msb', { values: ['Bug', 'Wish', 'Task'] }),
  field('team', 'msb', { values: ['Red', 'Blue'] }),
  field('veiled', 'string', hidden),
  field('veiledList', 'sb', { ...hidden, values: ['Ghost', 'Spirit'] }),
];
const tracker = (name: string, rest: Partial<TrackerPlan> = {}): TrackerPlan => ({
  name,
  permissions: { full: [everybody] },
  fields,
  ...rest,
});

before(async () => {
  test = await startApp({ clock });
  sam = await test.addUser('sam');
  const ada = await test.addUser('ada');
  world = await buildProject(test, {
    name: 'changes',
    admins: [ada],
    trackers: () => [
      tracker('simple'),
      tracker('advanced'),
      tracker('ruled'),
      tracker('needy', { fields: fields.map((one) => (one.name === 'points' ? { ...one, isRequired: true } : one)) }),
    ],
  });
});
after(async () => {
  await test.app.jobs.stop(0);
  await test.close();
});

const id = (of: string, name: string): number => world.field(of, name);
const value = (of: string, name: string, label: string): number => world.value(of, name, label);
const asAda = async (method: string, path: string, body?: unknown): Promise<Answered> => {
  const answer = await test.call(`/api/${path}`, { method, as: 'ada', ...(body === undefined ? {} : { body }) });
  assert.ok(answer.status < 300, answer.text);
  return answer;
};

/** Makes a workflow over REST; gives the transitions by `from>to`. */
async function setWorkflow(of: string, moves: readonly string[], isAdvanced = false): Promise<Map<string, number>> {
  const patch = (workflow: unknown) =>
    asAda('PATCH', `trackers/${world.tracker(of)}?query=${encodeURIComponent(JSON.stringify({ workflow }))}`);
  const known = await asAda('GET', `trackers/${world.tracker(of)}`);
  if (at(known.json, 'workflow.field_id') !== 0) await patch({ delete_transitions_rules: true });
  await patch({ set_transitions_rules: { field_id: id(of, 'state'), is_used: true }, is_advanced: isAdvanced });
  const made = new Map<string, number>();
  for (const move of moves) {
    const [from = '', to = ''] = move.split('>');
    const answer = await asAda('POST', 'tracker_workflow_transitions', {
      tracker_id: world.tracker(of),
      from_id: from === '' ? 0 : value(of, 'state', from),
      to_id: value(of, 'state', to),
    });
    made.set(move, Number(at(answer.json, 'id')));
    await asAda('PATCH', `tracker_workflow_transitions/${made.get(move)}`, { authorized_user_group_ids: ['2'] });
  }
  return made;
}
const condition = (transition: number | undefined, change: unknown): Promise<Answered> =>
  asAda('PATCH', `tracker_workflow_transitions/${transition}`, change);
const act = (transition: number | undefined, ...post_actions: unknown[]): Promise<Answered> =>
  asAda('PUT', `tracker_workflow_transitions/${transition}/actions`, { post_actions });

async function build(of: string, values: Record<string, unknown> = {}): Promise<number> {
  const stored = Object.fromEntries(Object.entries(values).map(([name, content]) => [id(of, name), content]));
  const [made] = await buildArtifacts(test, [
    { trackerId: world.tracker(of), changes: [{ by: sam, atMs: clock.nowMs(), values: stored }] },
  ]);
  assert.ok(made !== undefined);
  return made;
}
const state = (of: string, label: string) => ({
  field_id: id(of, 'state'),
  bind_value_ids: [value(of, 'state', label)],
});
const text = (of: string, name: string, content: unknown) => ({ field_id: id(of, name), value: content });
const put = (artifact: number, values: unknown, comment?: string, as = 'sam'): Promise<Answered> =>
  test.call(`/api/artifacts/${artifact}`, {
    method: 'PUT',
    as,
    body: { values, ...(comment === undefined ? {} : { comment: { body: comment, format: 'text' } }) },
  });
const post = (of: string, values: unknown, as = 'sam'): Promise<Answered> =>
  test.call('/api/artifacts', { method: 'POST', as, body: { tracker: { id: world.tracker(of) }, values } });
const shownValue = async (artifact: number, of: string, name: string): Promise<unknown> => {
  const shown = valueOf((await test.call(`/api/artifacts/${artifact}`, { as: 'ada' })).json, id(of, name));
  return at(shown, 'value') ?? at(shown, 'bind_value_ids') ?? null;
};

/** Expects a 400 with these texts and none of those that start with `!`. */
async function refused(answer: Promise<Answered>, ...texts: string[]): Promise<void> {
  const { status, json, text: whole } = await answer;
  assert.equal(status, 400, whole);
  const was = String(at(json, 'error.message'));
  for (const part of texts) {
    const isAbsent = part.startsWith('!');
    assert.equal(was.includes(isAbsent ? part.slice(1) : part), !isAbsent, `${part} in ${was}`);
  }
}
async function allowed(answer: Promise<Answered>): Promise<Answered> {
  const done = await answer;
  assert.ok(done.status === 200 || done.status === 201, done.text);
  return done;
}

describe('conditions of a transition', () => {
  it('ask for fields that are filled, blanks aside', async () => {
    const moves = await setWorkflow('simple', ['>New', 'New>Doing']);
    await condition(moves.get('New>Doing'), { not_empty_field_ids: [id('simple', 'title'), id('simple', 'story')] });
    const artifact = await build('simple', { state: [value('simple', 'state', 'New')] });
    const doing = state('simple', 'Doing');
    const story = text('simple', 'story', { content: 'x', format: 'text' });
    await refused(put(artifact, [doing]), 'Label of title', '"Doing"', 'must not be empty');
    await refused(put(artifact, [doing, text('simple', 'title', '  '), story]), 'values[1]', 'Label of title');
    const blank = text('simple', 'story', { content: ' \n', format: 'text' });
    await refused(put(artifact, [doing, text('simple', 'title', 'x'), blank]), 'values[2]', 'Label of story');
    await allowed(put(artifact, [doing, text('simple', 'title', 'x'), story]));
    await allowed(put(artifact, [text('simple', 'title', '')]));
  });

  it('count what the artifact has already', async () => {
    const title = 'there before';
    const artifact = await build('simple', { state: [value('simple', 'state', 'New')], title });
    const story = text('simple', 'story', { content: 'x', format: 'text' });
    await allowed(put(artifact, [state('simple', 'Doing'), story]));
  });

  it('ask for a comment, not of who creates', async () => {
    const moves = await setWorkflow('simple', ['>New', 'New>Doing', 'Doing>New']);
    await condition(moves.get('Doing>New'), { is_comment_required: true });
    await allowed(post('simple', [state('simple', 'New')]));
    const artifact = await build('simple', { state: [value('simple', 'state', 'Doing')] });
    await refused(put(artifact, [state('simple', 'New')]), 'comment.body', '"New"');
    await refused(put(artifact, [state('simple', 'New')], ' \n '), 'comment.body');
    await allowed(put(artifact, [state('simple', 'New')], 'because'));
  });

  it('name nothing that the writer may not read', async () => {
    const moves = await setWorkflow('simple', ['New>Doing']);
    await condition(moves.get('New>Doing'), { not_empty_field_ids: [id('simple', 'veiled')] });
    const artifact = await build('simple', { state: [value('simple', 'state', 'New')] });
    await refused(put(artifact, [state('simple', 'Doing')]), 'another field', '!veiled', `!${id('simple', 'veiled')}`);
    await refused(put(artifact, [state('simple', 'Doing')], undefined, 'ada'), 'Label of veiled');
  });

  it('are not asked of an import, nor of what stays', async () => {
    const artifact = await build('simple', { state: [value('simple', 'state', 'Done')] });
    await allowed(put(artifact, [state('simple', 'Done'), text('simple', 'title', 'x')]));
  });
});

describe('actions of a transition', () => {
  const set = (name: string, field_type: string, content: unknown, of = 'simple') => ({
    type: 'set_field_value',
    field_id: id(of, name),
    field_type,
    value: content,
  });

  it('set fields in the same changeset, whatever was sent for them', async () => {
    const moves = await setWorkflow('simple', ['>New', 'New>Doing']);
    await act(
      moves.get('New>Doing'),
      set('start', 'date', 'current'),
      set('due', 'date', ''),
      set('moment', 'date', 'current'),
      set('points', 'int', 5),
      set('hours', 'float', 0.5),
    );
    const artifact = await build('simple', { state: [value('simple', 'state', 'New')], due: '2026-01-01', points: 1 });
    const moved = await allowed(put(artifact, [state('simple', 'Doing'), text('simple', 'points', 9)]));
    const day = new Date(clock.nowMs()).toISOString().slice(0, 10);
    assert.match(String(await shownValue(artifact, 'simple', 'start')), new RegExp(`^${day}T00:00:00`));
    assert.equal(new Date(String(await shownValue(artifact, 'simple', 'moment'))).getTime(), clock.nowMs());
    assert.equal(await shownValue(artifact, 'simple', 'due'), null);
    assert.equal(at(valueOf(moved.json, id('simple', 'points')), 'value'), 5);
    assert.equal(at(valueOf(moved.json, id('simple', 'hours')), 'value'), 0.5);
    const history = await test.call(`/api/artifacts/${artifact}/changesets`, { as: 'sam' });
    assert.deepEqual(
      listAt(history.json).map((changeset) => at(changeset, 'submitted_by')),
      [sam, sam],
    );
    await allowed(put(artifact, [text('simple', 'points', 9)]));
    assert.equal(await shownValue(artifact, 'simple', 'points'), 9, 'only the move sets it');
  });

  it('come before required fields, conditions and rules are looked at', async () => {
    const moves = await setWorkflow('needy', ['>New', 'New>Doing']);
    await condition(moves.get('New>Doing'), { not_empty_field_ids: [id('needy', 'due')] });
    await act(moves.get('>New'), set('points', 'int', 1, 'needy'));
    await act(moves.get('New>Doing'), set('due', 'date', 'current', 'needy'));
    await refused(post('needy', [text('needy', 'title', 'x')]), 'Label of points', 'is required');
    const made = await allowed(post('needy', [state('needy', 'New')]));
    const artifact = Number(at(made.json, 'id'));
    await asAda('PUT', `trackers/${world.tracker('needy')}/workflow_rules`, {
      dates: [{ source_field_id: id('needy', 'start'), target_field_id: id('needy', 'due'), comparator: '<' }],
      lists: [],
    });
    await refused(put(artifact, [state('needy', 'Doing'), text('needy', 'start', '2026-12-24')]), 'Label of due');
    await allowed(put(artifact, [state('needy', 'Doing'), text('needy', 'start', '2026-01-24')]));
  });

  it('need no permission of the writer', async () => {
    const plan = fields.map((one) => (one.name === 'points' ? { ...one, ...hidden } : one));
    const closed = await buildProject(test, { name: 'closed', trackers: () => [tracker('closed', { fields: plan })] });
    world = { ...world, ...mergeWorlds(world, closed) };
    await test.app.features.people.change('ada', { isSiteAdmin: true });
    const moves = await setWorkflow('closed', ['New>Doing']);
    await act(moves.get('New>Doing'), set('points', 'int', 7, 'closed'));
    const artifact = await build('closed', { state: [value('closed', 'state', 'New')] });
    await allowed(put(artifact, [state('closed', 'Doing')]));
    assert.equal(await shownValue(artifact, 'closed', 'points'), 7);
    await test.app.features.people.change('ada', { isSiteAdmin: false });
  });
});

const mergeWorlds = (one: World, other: World): Pick<World, 'tracker' | 'field' | 'value'> => ({
  tracker: (name) => (name === 'closed' ? other : one).tracker(name),
  field: (name, of) => (name === 'closed' ? other : one).field(name, of),
  value: (name, of, label) => (name === 'closed' ? other : one).value(name, of, label),
});

describe('a state', () => {
  const freeze = () => ({ type: 'frozen_fields', field_ids: [id('simple', 'title'), id('simple', 'kind')] });
  const hide = () => ({ type: 'hidden_fieldsets', fieldset_ids: [id('simple', 'box')] });
  const fieldOf = async (artifact: number, name: string): Promise<unknown> => {
    const path = `/api/artifacts/${artifact}?tracker_structure_format=complete`;
    const shown = await test.call(path, { as: 'sam' });
    return listAt(shown.json, 'tracker.fields').find((one) => at(one, 'name') === name);
  };

  it('freezes fields: who changes one is refused, and the whole tracker shows it', async () => {
    const moves = await setWorkflow('simple', ['New>Doing', 'Doing>Done', 'Done>Doing']);
    await act(moves.get('New>Doing'), freeze(), hide());
    const artifact = await build('simple', { state: [value('simple', 'state', 'New')], title: 'x' });
    assert.deepEqual(at(await fieldOf(artifact, 'title'), 'permissions'), ['read', 'update', 'create']);
    assert.equal(at(await fieldOf(artifact, 'box'), 'is_hidden'), false);
    await allowed(put(artifact, [state('simple', 'Doing'), text('simple', 'title', 'y')]));
    assert.deepEqual(at(await fieldOf(artifact, 'title'), 'permissions'), ['read', 'create']);
    assert.deepEqual(at(await fieldOf(artifact, 'due'), 'permissions'), ['read', 'update', 'create']);
    assert.equal(at(await fieldOf(artifact, 'box'), 'is_hidden'), true);
    await refused(put(artifact, [text('simple', 'title', 'z')]), 'values[0]', 'Label of title', 'frozen');
    await refused(put(artifact, [state('simple', 'Done'), text('simple', 'title', 'z')]), 'frozen');
    await allowed(put(artifact, [text('simple', 'title', 'y'), text('simple', 'story', 'more')]));
    await allowed(put(artifact, [state('simple', 'Done')]));
    await allowed(put(artifact, [text('simple', 'title', 'z'), state('simple', 'Doing')]));
  });

  it('locks nothing in advanced mode, out of use, or where the tracker is shown for itself', async () => {
    const artifact = await build('simple', { state: [value('simple', 'state', 'Doing')], title: 'x' });
    const whole = await test.call(`/api/trackers/${world.tracker('simple')}`, { as: 'sam' });
    const box = listAt(whole.json, 'fields').find((one) => at(one, 'name') === 'box');
    assert.equal(at(box, 'is_hidden'), undefined);
    const patch = (workflow: unknown) =>
      asAda('PATCH', `trackers/${world.tracker('simple')}?query=${encodeURIComponent(JSON.stringify({ workflow }))}`);
    await patch({ set_transitions_rules: { is_used: false } });
    await allowed(put(artifact, [text('simple', 'title', 'free')]));
    await patch({ set_transitions_rules: { is_used: true } });
    await refused(put(artifact, [text('simple', 'title', 'bound')]), 'frozen');
    await patch({ is_advanced: true });
    await allowed(put(artifact, [text('simple', 'title', 'free again')]));
  });

  it('is XML as well as JSON', async () => {
    const moves = await setWorkflow('simple', ['New>Doing']);
    await act(moves.get('New>Doing'), hide());
    const artifact = await build('simple', { state: [value('simple', 'state', 'Doing')] });
    const shown = await test.call(`/api/artifacts/${artifact}?tracker_structure_format=complete`, {
      as: 'sam',
      headers: { accept: 'application/xml' },
    });
    assert.match(shown.text, /<is_hidden>true<\/is_hidden>/);
  });
});

describe('rules between lists', () => {
  const rule = (source: string, target: string) => ({
    source_field_id: id('ruled', 'kind'),
    source_value_id: source === '' ? 100 : value('ruled', 'kind', source),
    target_field_id: id('ruled', 'team'),
    target_value_id: target === '' ? 100 : value('ruled', 'team', target),
  });
  const pick = (name: string, labels: readonly string[]) => ({
    field_id: id('ruled', name),
    bind_value_ids: labels.map((label) => value('ruled', name, label)),
  });
  const setRules = (...lists: unknown[]): Promise<Answered> =>
    asAda('PUT', `trackers/${world.tracker('ruled')}/workflow_rules`, { dates: [], lists });

  it('say which values of two lists go together', async () => {
    await setRules(rule('Bug', 'Red'), rule('Wish', 'Blue'), rule('Wish', ''));
    const rows: [kinds: string[], teams: string[], isAllowed: boolean][] = [
      [['Bug'], ['Red'], true],
      [['Bug'], ['Blue'], false],
      [['Bug'], [], false],
      [['Wish'], [], true],
      [['Wish'], ['Blue'], true],
      [['Bug', 'Wish'], ['Red', 'Blue'], true],
      [['Bug', 'Wish'], ['Red'], true],
      [['Bug'], ['Red', 'Blue'], false],
      [['Task'], [], true],
      [['Task'], ['Red'], false],
      [['Bug', 'Task'], ['Red'], true],
      [[], [], true],
      [[], ['Red'], false],
    ];
    for (const [kinds, teams, isAllowed] of rows) {
      const values = [pick('kind', kinds), pick('team', teams)];
      const title = `${kinds.join('+')} with ${teams.join('+')}`;
      const made = await post('ruled', values);
      assert.equal(made.status, isAllowed ? 201 : 400, `${title}: ${made.text}`);
      const changed = await put(await build('ruled'), values);
      assert.equal(changed.status, isAllowed ? 200 : 400, `${title}: ${changed.text}`);
    }
  });

  it('name the fields and the values that would go', async () => {
    const artifact = await build('ruled', { kind: [value('ruled', 'kind', 'Wish')] });
    await refused(
      put(artifact, [pick('team', ['Red'])]),
      'values[0]',
      'Label of team',
      '"Red"',
      'Label of kind',
      '"Wish"',
      `${value('ruled', 'team', 'Blue')} (Blue)`,
      'no value',
    );
    const xml = await test.call(`/api/artifacts/${artifact}`, {
      method: 'PUT',
      as: 'sam',
      headers: { 'content-type': 'application/xml', accept: 'application/xml' },
      body: `<request><values><item><field_id>${id('ruled', 'team')}</field_id><bind_value_ids><item>${value('ruled', 'team', 'Red')}</item></bind_value_ids></item></values></request>`,
    });
    assert.equal(xml.status, 400);
    assert.match(xml.text, /Label of team.*Label of kind/s);
  });

  it('are not asked of changes that leave both fields alone', async () => {
    const artifact = await build('ruled', {
      kind: [value('ruled', 'kind', 'Bug')],
      team: [value('ruled', 'team', 'Blue')],
    });
    await allowed(put(artifact, [text('ruled', 'title', 'x')], 'and a word'));
    await refused(put(artifact, [pick('kind', ['Bug', 'Task'])]), 'Label of team');
  });

  it('name nothing that the writer may not read', async () => {
    await setRules({
      source_field_id: id('ruled', 'veiledList'),
      source_value_id: value('ruled', 'veiledList', 'Ghost'),
      target_field_id: id('ruled', 'team'),
      target_value_id: value('ruled', 'team', 'Red'),
    });
    const artifact = await build('ruled', { veiledList: [value('ruled', 'veiledList', 'Ghost')] });
    const blue = [pick('team', ['Blue'])];
    await refused(put(artifact, blue), 'values[0]', '!veiled', '!Ghost', '!Red', '!Label of team');
    await refused(put(artifact, blue, undefined, 'ada'), 'Label of veiledList', 'Ghost', 'Red');
    await setRules();
  });
});

describe('rules between dates', () => {
  const setRule = (comparator: string, source = 'start', target = 'due'): Promise<Answered> =>
    asAda('PUT', `trackers/${world.tracker('ruled')}/workflow_rules`, {
      dates: [{ source_field_id: id('ruled', source), target_field_id: id('ruled', target), comparator }],
      lists: [],
    });
  const rows: [comparator: string, earlier: boolean, same: boolean, later: boolean][] = [
    ['<', true, false, false],
    ['≤', true, true, false],
    ['=', false, true, false],
    ['≥', false, true, true],
    ['>', false, false, true],
    ['≠', true, false, true],
  ];
  for (const [comparator, ...results] of rows) {
    it(`start ${comparator} due, and nothing where one of them is empty`, async () => {
      await setRule(comparator);
      const due = text('ruled', 'due', '2026-05-05');
      for (const [index, start] of ['2026-05-04', '2026-05-05', '2026-05-06'].entries()) {
        const made = await post('ruled', [text('ruled', 'start', start), due]);
        assert.equal(made.status, results[index] === true ? 201 : 400, `${start}: ${made.text}`);
      }
      await allowed(post('ruled', [due]));
      await allowed(post('ruled', [text('ruled', 'start', '2026-05-05')]));
      await allowed(post('ruled', [text('ruled', 'start', null), due]));
    });
  }

  it('compare moments by the second, and with days by the day', async () => {
    await setRule('<', 'moment', 'due');
    const due = text('ruled', 'due', '2026-05-05');
    await allowed(post('ruled', [text('ruled', 'moment', '2026-05-04T23:59:59'), due]));
    await refused(post('ruled', [text('ruled', 'moment', '2026-05-05T00:00:00'), due]), 'Label of moment');
    await refused(post('ruled', [text('ruled', 'moment', '2026-05-05T23:00:00'), due]), 'Label of moment');
  });

  it('know when an artifact was made', async () => {
    await setRule('≥', 'due', 'made');
    await refused(post('ruled', [text('ruled', 'due', '2026-10-04')]), 'Label of due', 'Label of made', '≥');
    await allowed(post('ruled', [text('ruled', 'due', '2026-10-05')]));
    const artifact = await build('ruled');
    clock.advance(13 * 60 * 60 * 1000);
    await allowed(put(artifact, [text('ruled', 'due', '2026-10-05')]));
    await refused(post('ruled', [text('ruled', 'due', '2026-10-05')]), 'Label of made');
  });
});

describe('a job of a transition', () => {
  let calls: { request: IncomingMessage; body: string }[] = [];
  const answers: number[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      calls.push({ request, body: Buffer.concat(chunks).toString() });
      response.writeHead(answers.shift() ?? 201, { location: '/elsewhere' }).end('done');
    });
  });
  let url = '';
  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    url = `http://127.0.0.1:${port}/job/build?token=x`;
    test.app.jobs.start();
  });
  after(() => server.close());

  const jobsOf = async (): Promise<{ status: string; last_error: string | null }[]> =>
    test.app.database.read
      .selectFrom('jobs')
      .select(['status', 'last_error'])
      .where('kind', '=', 'transition-job')
      .orderBy('id')
      .execute();
  const settle = (count: number): Promise<{ status: string; last_error: string | null }[]> =>
    until(async () => {
      const jobs = await jobsOf();
      return jobs.filter((job) => job.status === 'done' || job.last_error !== null).length >= count && jobs;
    });

  it('is a POST after the change, and none where the change is refused', async () => {
    await test.app.features.site.changeSetting('outgoing_private_addresses', '1');
    const moves = await setWorkflow('simple', ['>New', 'New>Doing']);
    await act(
      moves.get('New>Doing'),
      { type: 'run_job', job_url: url },
      { type: 'run_job', job_url: `${url}&second=1` },
    );
    await condition(moves.get('New>Doing'), { not_empty_field_ids: [id('simple', 'title')] });
    const artifact = await build('simple', { state: [value('simple', 'state', 'New')] });
    await refused(put(artifact, [state('simple', 'Doing')]), 'Label of title');
    assert.deepEqual(await jobsOf(), []);
    answers.push(302);
    await allowed(put(artifact, [state('simple', 'Doing'), text('simple', 'title', 'x')]));
    const jobs = await settle(2);
    assert.deepEqual(
      jobs.map((job) => job.status),
      ['done', 'done'],
    );
    assert.deepEqual(calls.map(({ request }) => `${request.method} ${request.url}`).sort(), [
      'POST /job/build?token=x',
      'POST /job/build?token=x&second=1',
    ]);
    for (const { request, body } of calls) {
      assert.equal(request.headers['content-type'], 'application/json');
      assert.deepEqual(JSON.parse(body), {
        userId: sam,
        projectId: world.id,
        trackerId: world.tracker('simple'),
        artifactId: artifact,
        triggerFieldValue: 'Doing',
      });
    }
  });

  it('is tried again where the other side fails, and calls no private address unless told so', async () => {
    calls = [];
    answers.push(503, 503);
    const move = async (): Promise<void> => {
      const artifact = await build('simple', { state: [value('simple', 'state', 'New')], title: 'x' });
      await allowed(put(artifact, [state('simple', 'Doing')]));
    };
    await move();
    const failed = (await settle(4)).slice(2);
    assert.deepEqual(
      failed.map(({ status, last_error }) => [status, /answered 503/.test(last_error ?? '')]),
      [
        ['waiting', true],
        ['waiting', true],
      ],
    );
    assert.equal(calls.length, 2);
    await test.app.features.site.changeSetting('outgoing_private_addresses', '0');
    await move();
    const refusedJobs = (await settle(6)).slice(4);
    assert.ok(
      refusedJobs.every((job) => /private address/.test(job.last_error ?? '')),
      JSON.stringify(refusedJobs),
    );
    assert.equal(calls.length, 2, 'nobody was called');
  });

  it('is refused with the whole change where very many of its tracker wait', async () => {
    const artifact = await build('simple', { state: [value('simple', 'state', 'New')], title: 'x' });
    const source = `tracker ${world.tracker('simple')}`;
    const waits = { kind: 'transition-job', payload_json: '{}', status: 'waiting' as const, attempts: 0, source };
    const later = { owner: 'project 101', target: 'ci.example.com', due_at_ms: Date.UTC(2100, 0), created_at_ms: 0 };
    const rows = Array.from({ length: 500 }, () => ({ ...waits, ...later }));
    await test.app.database.transact((tx) => tx.insertInto('jobs').values(rows).execute());
    const before = (await test.call(`/api/artifacts/${artifact}`, { as: 'sam' })).text;
    const answer = await put(artifact, [state('simple', 'Doing')]);
    assert.equal(answer.status, 429, answer.text);
    assert.ok(Number(answer.headers.get('retry-after')) > 0);
    assert.match(String(at(answer.json, 'error.message')), new RegExp(`${source} has 500 pending workflow calls`));
    assert.equal((await test.call(`/api/artifacts/${artifact}`, { as: 'sam' })).text, before);
    await allowed(put(artifact, [text('simple', 'title', 'what asks for no job is changed')]));
    await test.app.database.transact((tx) => tx.deleteFrom('jobs').where('source', '=', source).execute());
    await allowed(put(artifact, [state('simple', 'Doing')]));
  });
});
