// Workflows made over REST: transitions with conditions and actions, both modes, rules between fields, triggers; who may
// do so, and what is refused.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { at, headerOf, startApp } from '../support/harness.ts';
import type { Answered, Call, TestApp } from '../support/harness.ts';
import { expectRow, listAt } from '../support/scenario.ts';
import type { Row } from '../support/scenario.ts';
import { buildProject, everybody, members, registered } from '../support/worlds.ts';
import type { FieldPlan, World } from '../support/worlds.ts';

let test: TestApp;
let world: World;
const all = { read: [everybody], submit: [registered], update: [registered] };
const field = (name: string, type: string, values?: string[]): FieldPlan => ({
  name,
  type,
  ...all,
  ...(values === undefined ? {} : { values }),
});
const fields = [
  field('state', 'sb', ['New', 'Doing', 'Done']),
  field('kind', 'msb', ['Bug', 'Wish']),
  field('team', 'sb', ['Red', 'Blue']),
  field('title', 'string'),
  field('start', 'date'),
  field('due', 'date'),
  field('points', 'int'),
  field('hours', 'float'),
  field('box', 'fieldset'),
  field('links', 'art_link'),
  { name: 'person', type: 'sb', ofPeople: true, ...all },
  { name: 'old', type: 'string', isUsed: false },
];

before(async () => {
  test = await startApp();
  const ada = await test.addUser('ada');
  const tess = await test.addUser('tess');
  const mia = await test.addUser('mia');
  await test.addUser('stranger');
  world = await buildProject(test, {
    name: 'making',
    admins: [ada],
    members: [mia],
    groups: { keepers: [tess] },
    trackers: (group) => [
      { name: 'story', permissions: { full: [everybody], admin: [group('keepers')] }, fields },
      { name: 'task', parent: 'story', permissions: { full: [everybody] }, fields },
      { name: 'note', permissions: { full: [everybody] }, fields },
      { name: 'secret', parent: 'story', permissions: { full: [group('keepers')] }, fields },
    ],
  });
});
after(() => test.close());

const value = (label: string, of = 'state', tracker = 'story'): number => world.value(tracker, of, label);
const fieldId = (name: string, tracker = 'story'): number => world.field(tracker, name);
const ask = (method: string, path: string, body?: unknown, as = 'tess'): Promise<Answered> =>
  test.call(`/api/${path}`, { method, as, ...(body === undefined ? {} : { body }) });
const patchTracker = (workflow: unknown, as = 'tess', tracker = 'story'): Promise<Answered> =>
  ask(
    'PATCH',
    `trackers/${world.tracker(tracker)}?query=${encodeURIComponent(JSON.stringify({ workflow }))}`,
    undefined,
    as,
  );
const workflowOf = async (tracker = 'story'): Promise<unknown> =>
  at((await test.call(`/api/trackers/${world.tracker(tracker)}`, { as: 'root' })).json, 'workflow');
async function addMove(from: string | null, to: string, tracker = 'story'): Promise<number> {
  const made = await ask('POST', 'tracker_workflow_transitions', {
    tracker_id: world.tracker(tracker),
    from_id: from === null ? 0 : value(from, 'state', tracker),
    to_id: value(to, 'state', tracker),
  });
  assert.equal(made.status, 201, made.text);
  const id = Number(at(made.json, 'id'));
  assert.equal(at(made.json, 'uri'), `tracker_workflow_transitions/${id}`);
  return id;
}

/** Expects a refusal with this status that holds these texts. */
const refused = async (answer: Promise<Answered>, status: number, ...texts: string[]): Promise<void> => {
  const { status: was, text } = await answer;
  assert.equal(was, status, text);
  for (const part of texts) assert.ok(text.includes(part), `no ${part} in ${text}`);
};

it('a workflow is made, switched, filled and deleted', async () => {
  assert.equal(at(await workflowOf(), 'is_used'), '');
  const made = await patchTracker({ set_transitions_rules: { field_id: fieldId('state') } });
  assert.equal(made.status, 200, made.text);
  const parts = (workflow: unknown) =>
    ['field_id', 'is_used', 'is_legacy', 'is_advanced'].map((key) => at(workflow, key));
  assert.deepEqual(parts(at(made.json, 'workflow')), [fieldId('state'), '0', false, false]);
  const used = await patchTracker({ set_transitions_rules: { is_used: true } });
  assert.deepEqual(parts(at(used.json, 'workflow')), [fieldId('state'), '1', false, false]);
  const advanced = await patchTracker({ is_advanced: true });
  assert.deepEqual(parts(at(advanced.json, 'workflow')), [fieldId('state'), '1', false, true]);
  await addMove(null, 'New');
  assert.equal((await patchTracker({ is_legacy: false })).status, 200);
  assert.equal((await patchTracker({ set_transitions_rules: { nothing: 1 } })).status, 200);
  assert.deepEqual(parts(await workflowOf()), [fieldId('state'), '1', false, true]);
  const deleted = await patchTracker({ delete_transitions_rules: true });
  assert.deepEqual(at(deleted.json, 'workflow.transitions'), []);
  assert.deepEqual(parts(at(deleted.json, 'workflow')), [0, '', false, true]);
});

describe('what PATCH of a tracker refuses', () => {
  const rows: [string, () => unknown, number, string[]][] = [
    [
      'a list of several values',
      () => ({ set_transitions_rules: { field_id: fieldId('kind', 'note') } }),
      400,
      ['field_id'],
    ],
    ['a text', () => ({ set_transitions_rules: { field_id: fieldId('title', 'note') } }), 400, ['field_id']],
    ['a list of users', () => ({ set_transitions_rules: { field_id: fieldId('person', 'note') } }), 400, ['field_id']],
    ['a field of another tracker', () => ({ set_transitions_rules: { field_id: fieldId('state', 'task') } }), 404, []],
    ['switching what is not there', () => ({ set_transitions_rules: { is_used: true } }), 400, ['no workflow']],
    ['deleting what is not there', () => ({ delete_transitions_rules: true }), 400, ['no workflow']],
    ['leaving a mode of nothing', () => ({ is_legacy: false }), 400, ['no workflow']],
    ['a mode of nothing', () => ({ is_advanced: false }), 400, ['no workflow']],
    ['legacy mode', () => ({ is_legacy: true }), 400, ['query.workflow.is_legacy']],
    ['nothing', () => ({}), 400, ['query.workflow']],
    ['what nobody knows', () => ({ other: 1 }), 400, ['query.workflow']],
    ['the wrong type', () => ({ set_transitions_rules: { field_id: 'x' } }), 400, ['field_id']],
    [
      'setting and deleting',
      () => ({ set_transitions_rules: {}, delete_transitions_rules: true }),
      400,
      ['query.workflow'],
    ],
  ];
  for (const [what, workflow, status, texts] of rows)
    it(what, () => refused(patchTracker(workflow(), 'tess', 'note').then(asAda(workflow())), status, ...texts));

  /** The keeper administers another tracker: here the project's administrator asks. */
  const asAda =
    (workflow: unknown) =>
    async (asTess: Answered): Promise<Answered> => {
      assert.equal(asTess.status, 403, asTess.text);
      return patchTracker(workflow, 'ada', 'note');
    };

  it('a query that is no JSON object of a workflow', async () => {
    for (const text of ['x', '[]', '1', '{}', '{"fields":{}}', '{"workflow":{"is_advanced":true},"more":1}'])
      await refused(
        ask('PATCH', `trackers/${world.tracker('note')}?query=${encodeURIComponent(text)}`, undefined, 'ada'),
        400,
        'query',
      );
  });

  it('a second workflow', async () => {
    const rules = { set_transitions_rules: { field_id: fieldId('state', 'note') } };
    assert.equal((await patchTracker(rules, 'ada', 'note')).status, 200);
    await refused(patchTracker(rules, 'ada', 'note'), 400, 'already');
  });
});

describe('transitions', () => {
  before(async () => {
    await patchTracker({ set_transitions_rules: { field_id: fieldId('state'), is_used: false } });
  });
  const move = (from: number, to: number, tracker_id = world.tracker('story')) => ({
    tracker_id,
    from_id: from,
    to_id: to,
  });

  it('are added, changed together in simple mode, and taken away', async () => {
    const start = await addMove(null, 'New');
    const back = await addMove('Doing', 'New');
    const change = {
      authorized_user_group_ids: [`${world.id}_${members}`, String(world.group('keepers'))],
      not_empty_field_ids: [fieldId('title'), fieldId('due')],
      is_comment_required: true,
    };
    const patched = await ask('PATCH', `tracker_workflow_transitions/${back}`, change);
    assert.deepEqual([patched.status, patched.text], [200, '']);
    const shown = (id: number) => ask('GET', `tracker_workflow_transitions/${id}`);
    assert.deepEqual((await shown(back)).json, {
      id: back,
      from_id: value('Doing'),
      to_id: value('New'),
      ...change,
    });
    assert.deepEqual((await shown(start)).json, {
      id: start,
      from_id: null,
      to_id: value('New'),
      ...change,
      is_comment_required: false,
    });
    const actions = { post_actions: [{ type: 'run_job', job_url: 'https://ci.example.com/build' }] };
    assert.equal((await ask('PUT', `tracker_workflow_transitions/${start}/actions`, actions)).status, 200);
    const later = await addMove('Done', 'New');
    assert.deepEqual(at((await shown(later)).json, 'is_comment_required'), true);
    assert.deepEqual((await ask('GET', `tracker_workflow_transitions/${later}/actions`)).json, [
      { id: 1, type: 'run_job', job_url: 'https://ci.example.com/build' },
    ]);
    assert.equal((await ask('PATCH', `tracker_workflow_transitions/${back}`, { not_empty_field_ids: [] })).status, 200);
    assert.deepEqual(at((await shown(later)).json, 'not_empty_field_ids'), []);
    assert.deepEqual(
      at((await shown(later)).json, 'authorized_user_group_ids'),
      change.authorized_user_group_ids,
      'what is not named stays',
    );
    assert.equal((await ask('DELETE', `tracker_workflow_transitions/${later}`)).status, 200);
    await refused(shown(later), 404, `there is no transition ${later}`);
  });

  it('are for project members until somebody says otherwise', async () => {
    const id = await addMove('New', 'Doing');
    assert.deepEqual((await ask('GET', `tracker_workflow_transitions/${id}`)).json, {
      id,
      from_id: value('New'),
      to_id: value('Doing'),
      authorized_user_group_ids: [`${world.id}_${members}`],
      not_empty_field_ids: [],
      is_comment_required: false,
    });
  });

  it('are each for themselves in advanced mode, and equal again back in simple mode', async () => {
    const one = await addMove('New', 'Done');
    const two = await addMove('Doing', 'Done');
    const frozen = { post_actions: [{ type: 'frozen_fields', field_ids: [fieldId('points')] }] };
    await ask('PUT', `tracker_workflow_transitions/${one}/actions`, frozen);
    await patchTracker({ is_advanced: true });
    const actions = async (id: number) => (await ask('GET', `tracker_workflow_transitions/${id}/actions`)).json;
    assert.deepEqual([await actions(one), await actions(two)], [[], []], 'states alone freeze fields');
    await refused(
      ask('PUT', `tracker_workflow_transitions/${one}/actions`, frozen),
      400,
      'post_actions[0].type',
      'simple mode',
    );
    const set = [{ type: 'set_field_value', field_id: fieldId('points'), field_type: 'int', value: 3 }];
    await ask('PUT', `tracker_workflow_transitions/${one}/actions`, { post_actions: set });
    await ask('PATCH', `tracker_workflow_transitions/${one}`, { is_comment_required: true });
    assert.deepEqual(await actions(two), []);
    await patchTracker({ is_advanced: false });
    assert.deepEqual(await actions(two), [{ id: 1, ...set[0] }]);
    assert.equal(at((await ask('GET', `tracker_workflow_transitions/${two}`)).json, 'is_comment_required'), true);
  });

  it('are refused where they make no sense', async () => {
    const post = (body: unknown) => ask('POST', 'tracker_workflow_transitions', body);
    await refused(post(move(value('New'), value('New'))), 400, 'to_id');
    await refused(post(move(0, value('New'))), 400, 'already');
    await refused(post(move(0, value('Red', 'team'))), 404, 'to_id');
    await refused(post(move(100, value('New'))), 404, 'from_id');
    await refused(post(move(0, 0)), 400, 'to_id');
    await refused(post(move(0, value('New'), 999_999)), 404);
    await refused(
      ask('POST', 'tracker_workflow_transitions', move(0, 1, world.tracker('task')), 'ada'),
      404,
      'no workflow',
    );
    await refused(post({ from_id: 0, to_id: 1 }), 400, 'tracker_id');
  });

  it('refuse conditions that nobody could meet', async () => {
    const id = await addMove('Done', 'Doing');
    const patch = (body: unknown) => ask('PATCH', `tracker_workflow_transitions/${id}`, body);
    await refused(patch({ authorized_user_group_ids: [] }), 400, 'authorized_user_group_ids');
    await refused(patch({ authorized_user_group_ids: ['x'] }), 400, 'authorized_user_group_ids[0]');
    await refused(patch({ authorized_user_group_ids: ['1', '999999'] }), 400, 'authorized_user_group_ids[1]');
    await refused(patch({ authorized_user_group_ids: ['1_3'] }), 400, 'authorized_user_group_ids[0]');
    for (const wrong of [fieldId('box'), fieldId('old'), fieldId('title', 'task'), 0])
      await refused(patch({ not_empty_field_ids: [fieldId('title'), wrong] }), 400, 'not_empty_field_ids[1]');
    await refused(patch({ is_comment_required: 'x' }), 400, 'is_comment_required');
  });

  it('honour If-Match', async () => {
    const id = await addMove(null, 'Doing');
    const path = `/api/tracker_workflow_transitions/${id}`;
    const tag = headerOf(await test.call(path, { as: 'tess' }), 'etag');
    const patch = (ifMatch: string, is_comment_required: boolean): Promise<Answered> =>
      test.call(path, {
        method: 'PATCH',
        as: 'tess',
        headers: { 'if-match': ifMatch },
        body: { is_comment_required, not_empty_field_ids: [fieldId('title')] },
      });
    assert.equal((await patch('"other.one"', false)).status, 412);
    assert.equal((await patch(tag, false)).status, 200);
    assert.equal((await patch(tag, false)).status, 412);
    const actions = `${path}/actions`;
    const put: Call = { method: 'PUT', as: 'tess', body: { post_actions: [] }, headers: { 'if-match': '"no.thing"' } };
    assert.equal((await test.call(actions, put)).status, 412);
    const whole = headerOf(await test.call(`/api/trackers/${world.tracker('story')}`, { as: 'tess' }), 'etag');
    const query = encodeURIComponent('{"workflow":{"is_advanced":false}}');
    const change: Call = { method: 'PATCH', as: 'tess', headers: { 'if-match': whole } };
    const twice = `/api/trackers/${world.tracker('story')}?query=${query}`;
    assert.equal((await test.call(twice, change)).status, 200);
    await addMove('Doing', 'Done').catch(() => 0);
  });

  it('are XML as well as JSON', async () => {
    const xml = { 'content-type': 'application/xml', accept: 'application/xml' };
    const tracker = world.tracker('note');
    const made = await test.call('/api/tracker_workflow_transitions', {
      method: 'POST',
      as: 'ada',
      headers: xml,
      body: `<request><tracker_id>${tracker}</tracker_id><from_id>0</from_id><to_id>${value('New', 'state', 'note')}</to_id></request>`,
    });
    assert.equal(made.status, 201, made.text);
    const id = Number(/<id>(\d+)<\/id>/.exec(made.text)?.[1]);
    const put = await test.call(`/api/tracker_workflow_transitions/${id}/actions`, {
      method: 'PUT',
      as: 'ada',
      headers: xml,
      body: `<request><post_actions><item><type>set_field_value</type><field_id>${fieldId('hours', 'note')}</field_id><field_type>float</field_type><value>1.5</value></item><item><type>frozen_fields</type><field_ids><item>${fieldId('due', 'note')}</item></field_ids></item></post_actions></request>`,
    });
    assert.equal(put.status, 200, put.text);
    assert.deepEqual((await ask('GET', `tracker_workflow_transitions/${id}/actions`, undefined, 'ada')).json, [
      { id: 1, type: 'set_field_value', field_id: fieldId('hours', 'note'), field_type: 'float', value: 1.5 },
      { id: 2, type: 'frozen_fields', field_ids: [fieldId('due', 'note')] },
    ]);
    const shown = await test.call(`/api/tracker_workflow_transitions/${id}`, { as: 'ada', headers: xml });
    assert.match(shown.text, /<from_id\/>|<from_id><\/from_id>/);
    assert.match(
      shown.text,
      new RegExp(`<authorized_user_group_ids><item>${world.id}_${members}</item></authorized_user_group_ids>`),
    );
  });
});

describe('actions of transitions', () => {
  let id = 0;
  before(async () => {
    id = await addMove(null, 'Done');
  });
  const put = (...post_actions: unknown[]): Promise<Answered> =>
    ask('PUT', `tracker_workflow_transitions/${id}/actions`, { post_actions });
  const set = (name: string, field_type: string, content: unknown, tracker = 'story') => ({
    type: 'set_field_value',
    field_id: fieldId(name, tracker),
    field_type,
    value: content,
  });

  it('come back as they were given', async () => {
    const actions = [
      set('start', 'date', 'current'),
      set('due', 'date', ''),
      set('points', 'int', -7),
      set('hours', 'float', 1.25),
      { type: 'run_job', job_url: 'https://ci.example.com/a?b=c' },
      { type: 'run_job', job_url: 'http://ci.example.com/a' },
      { type: 'frozen_fields', field_ids: [fieldId('title'), fieldId('links')] },
      { type: 'hidden_fieldsets', fieldset_ids: [fieldId('box')] },
      { type: 'add_to_top_backlog' },
    ];
    const done = await put(...actions);
    assert.deepEqual([done.status, done.text], [200, '']);
    const shown = await ask('GET', `tracker_workflow_transitions/${id}/actions`);
    assert.deepEqual(
      shown.json,
      actions.map((action, index) => ({ id: index + 1, ...action })),
    );
    assert.equal((await put(...listAt(shown.json))).status, 200, 'what GET gives is accepted');
    const badges = listAt((await ask('GET', `tracker_fields/${fieldId('points')}`)).json, 'label_decorators');
    assert.deepEqual(
      badges.map((badge) => at(badge, 'label')),
      ['Workflow action'],
    );
    assert.equal((await put(...actions.toReversed())).status, 200);
    const types = listAt((await ask('GET', `tracker_workflow_transitions/${id}/actions`)).json).map((action) =>
      [at(action, 'type'), at(action, 'field_type')].join(' '),
    );
    assert.deepEqual(
      types,
      actions.map((action) => [at(action, 'type'), at(action, 'field_type')].join(' ')),
      'kinds come in the order in which clients know them',
    );
    assert.equal((await put(set('start', 'date', null))).status, 200);
    assert.equal((await put()).status, 200);
  });

  it('are refused, and nothing changes', async () => {
    await put(set('points', 'int', 1));
    const rows: [unknown[], ...string[]][] = [
      [[{ type: 'make_coffee' }], 'post_actions[0].type'],
      [[{ type: 'run_job' }], 'post_actions[0].job_url'],
      [[{ type: 'run_job', job_url: 'ftp://example.com' }], 'job_url'],
      [[{ type: 'run_job', job_url: 'no address' }], 'job_url'],
      [[{ type: 'run_job', job_url: 'http://user:pass@example.com/' }], 'job_url'],
      [[{ type: 'run_job', job_url: 'http://127.0.0.1:1/' }], 'job_url', 'private'],
      [[{ type: 'run_job', job_url: 'http://localhost/' }], 'job_url', 'private'],
      [[{ type: 'run_job', job_url: 'http://[::ffff:10.0.0.1]/' }], 'job_url', 'private'],
      [[{ type: 'set_field_value', field_type: 'int', value: 1 }], 'post_actions[0].field_id'],
      [[set('points', 'int', 2), { ...set('points', 'int', 1), field_type: undefined }], 'post_actions[1].field_type'],
      [[set('points', 'float', 1)], 'field_type', 'int'],
      [[set('title', 'string', 'x')], 'field_type'],
      [[set('points', 'int', 1.5)], 'value'],
      [[set('points', 'int', null)], 'value'],
      [[set('points', 'int', 'x')], 'value'],
      [[set('start', 'date', 'tomorrow')], 'value'],
      [[{ ...set('start', 'date', ''), value: undefined }], 'value'],
      [[set('points', 'int', 1, 'task')], 'field_id'],
      [[set('points', 'int', 1), set('points', 'int', 2)], 'post_actions[1]'],
      [[{ type: 'frozen_fields' }], 'field_ids'],
      [[{ type: 'frozen_fields', field_ids: [] }], 'field_ids'],
      [[{ type: 'frozen_fields', field_ids: [fieldId('state')] }], 'field_ids[0]', 'workflow controls'],
      [[{ type: 'frozen_fields', field_ids: [fieldId('title'), fieldId('title')] }], 'field_ids'],
      [[{ type: 'frozen_fields', field_ids: [fieldId('box')] }], 'field_ids[0]'],
      [[{ type: 'frozen_fields', field_ids: [fieldId('old')] }], 'field_ids[0]'],
      [[{ type: 'hidden_fieldsets', fieldset_ids: [fieldId('title')] }], 'fieldset_ids[0]'],
      [[{ type: 'hidden_fieldsets', fieldset_ids: [] }], 'fieldset_ids'],
      [[{ type: 'add_to_top_backlog' }, { type: 'add_to_top_backlog' }], 'post_actions[1]'],
    ];
    for (const [actions, ...texts] of rows) await refused(put(...actions), 400, ...texts);
    await refused(ask('PUT', `tracker_workflow_transitions/${id}/actions`, { actions: [] }), 400, 'post_actions');
    const shown = await ask('GET', `tracker_workflow_transitions/${id}/actions`);
    assert.deepEqual(shown.json, [{ id: 1, ...set('points', 'int', 1) }]);
  });

  it('may call private addresses where the server is told so', async () => {
    await test.app.features.site.changeSetting('outgoing_private_addresses', '1');
    assert.equal((await put({ type: 'run_job', job_url: 'http://127.0.0.1:1/' })).status, 200);
    await test.app.features.site.changeSetting('outgoing_private_addresses', '0');
  });
});

describe('rules between fields', () => {
  const put = (body: unknown, as = 'tess'): Promise<Answered> =>
    ask('PUT', `trackers/${world.tracker('story')}/workflow_rules`, body, as);
  const date = (source: string, comparator: string, target: string) => ({
    source_field_id: fieldId(source),
    target_field_id: fieldId(target),
    comparator,
  });
  const list = (source: number, target: number) => ({
    source_field_id: fieldId('kind'),
    source_value_id: source,
    target_field_id: fieldId('team'),
    target_value_id: target,
  });

  it('are replaced as a whole and shown with the tracker', async () => {
    const rules = {
      dates: [date('start', '≤', 'due'), date('start', '≠', 'due')],
      lists: [list(value('Bug', 'kind'), value('Red', 'team')), list(100, 100)],
    };
    const answer = await put(rules);
    assert.deepEqual([answer.status, answer.json], [200, rules]);
    assert.deepEqual((await ask('GET', `trackers/${world.tracker('story')}/workflow_rules`)).json, rules);
    assert.deepEqual(at(await workflowOf(), 'rules'), rules);
    const badges = listAt((await ask('GET', `tracker_fields/${fieldId('team')}`)).json, 'label_decorators');
    assert.ok(badges.some((badge) => at(badge, 'label') === 'Field dependency'));
    assert.equal((await put({ dates: [], lists: rules.lists })).status, 200);
    assert.deepEqual(at(await workflowOf(), 'rules'), { dates: [], lists: rules.lists });
  });

  it('are refused, and nothing changes', async () => {
    const before = at(await workflowOf(), 'rules');
    const rows: [unknown, string][] = [
      [{ dates: [date('start', '~', 'due')], lists: [] }, 'dates[0].comparator'],
      [{ dates: [date('start', '<', 'start')], lists: [] }, 'dates[0].target_field_id'],
      [{ dates: [date('start', '<', 'title')], lists: [] }, 'dates[0].target_field_id'],
      [{ dates: [date('start', '<', 'due'), date('start', '<', 'due')], lists: [] }, 'dates[1]'],
      [{ dates: [{ ...date('start', '<', 'due'), source_field_id: 0 }], lists: [] }, 'dates[0].source_field_id'],
      [{ dates: [], lists: [list(value('Red', 'team'), 100)] }, 'lists[0].source_value_id'],
      [{ dates: [], lists: [list(100, value('Bug', 'kind'))] }, 'lists[0].target_value_id'],
      [{ dates: [], lists: [{ ...list(100, 100), target_field_id: fieldId('person') }] }, 'lists[0].target_field_id'],
      [{ dates: [] }, 'lists'],
    ];
    for (const [body, text] of rows) await refused(put(body), 400, text);
    assert.deepEqual(at(await workflowOf(), 'rules'), before);
  });

  it('and frozen fields keep out of each other’s way', async () => {
    await put({ dates: [], lists: [list(value('Bug', 'kind'), value('Red', 'team'))] });
    const id = listAt(await workflowOf(), 'transitions').map((transition) => Number(at(transition, 'id')))[0] ?? 0;
    const freeze = (name: string): Promise<Answered> =>
      ask('PUT', `tracker_workflow_transitions/${id}/actions`, {
        post_actions: [{ type: 'frozen_fields', field_ids: [fieldId(name)] }],
      });
    await refused(freeze('team'), 400, 'field_ids[0]');
    await put({ dates: [], lists: [] });
    assert.equal((await freeze('team')).status, 200);
    await refused(put({ dates: [], lists: [list(100, 100)] }), 400, 'frozen');
    await ask('PUT', `tracker_workflow_transitions/${id}/actions`, { post_actions: [] });
  });
});

describe('triggers', () => {
  const put = (triggers: unknown, as = 'ada'): Promise<Answered> =>
    ask('PUT', `trackers/${world.tracker('story')}/workflow_triggers`, { triggers }, as);
  const key = (tracker: string, label: string, of = 'state') => ({
    field_id: fieldId(of, tracker),
    field_value_id: value(label, of, tracker),
  });
  const doneWhenDone = () => ({
    condition: 'all_of',
    triggering_fields: [key('task', 'Done')],
    target: key('story', 'Done'),
  });

  it('are replaced as a whole', async () => {
    const triggers = [
      doneWhenDone(),
      {
        condition: 'at_least_one',
        triggering_fields: [key('task', 'Doing'), key('task', 'Bug', 'kind')],
        target: key('story', 'Doing'),
      },
    ];
    assert.deepEqual((await put(triggers)).json, { triggers });
    const read = (tracker: string) =>
      ask('GET', `trackers/${world.tracker(tracker)}/workflow_triggers`, undefined, 'ada');
    assert.deepEqual((await read('story')).json, { triggers });
    assert.deepEqual((await read('task')).json, { triggers: [] }, 'they belong to the tracker that they change');
    assert.deepEqual((await put([])).json, { triggers: [] });
  });

  it('are refused, and nothing changes', async () => {
    await put([doneWhenDone()]);
    const rows: [unknown, string][] = [
      [[{ ...doneWhenDone(), condition: 'some' }], 'triggers[0].condition'],
      [[{ ...doneWhenDone(), triggering_fields: [] }], 'triggers[0].triggering_fields'],
      [
        [{ ...doneWhenDone(), triggering_fields: [{ ...key('task', 'Done'), field_id: 0 }] }],
        'triggers[0].triggering_fields[0].field_id',
      ],
      [[{ ...doneWhenDone(), triggering_fields: [key('story', 'Done')] }], 'triggers[0].triggering_fields[0].field_id'],
      [[{ ...doneWhenDone(), triggering_fields: [key('task', 'Done'), key('task', 'Done')] }], 'triggering_fields[1]'],
      [[{ ...doneWhenDone(), target: key('task', 'Done') }], 'triggers[0].target.field_id'],
      [
        [{ ...doneWhenDone(), target: { ...doneWhenDone().target, field_value_id: 1_000_000 } }],
        'target.field_value_id',
      ],
      [[{ ...doneWhenDone(), target: { ...doneWhenDone().target, field_id: fieldId('title') } }], 'target.field_id'],
    ];
    for (const [triggers, text] of rows) await refused(put(triggers), 400, text);
    const shown = await ask('GET', `trackers/${world.tracker('story')}/workflow_triggers`);
    assert.deepEqual(shown.json, { triggers: [doneWhenDone()] });
  });

  it('name no tracker that the writer may not see', async () => {
    const hidden = { ...doneWhenDone(), triggering_fields: [key('secret', 'Done')] };
    assert.equal((await put([hidden], 'tess')).status, 200);
    await test.app.database.transact((tx) =>
      tx.deleteFrom('tracker_permissions').where('tracker_id', '=', world.tracker('secret')).execute(),
    );
    await test.app.features.site.changeSetting('outgoing_private_addresses', '0');
    const another = { ...hidden, condition: 'at_least_one' };
    await refused(put([another], 'tess'), 400, 'triggering_fields[0].field_id');
  });
});

it('nobody but administrators of the tracker gets near any of it', async () => {
  const id = listAt(await workflowOf(), 'transitions').map((transition) => Number(at(transition, 'id')))[0] ?? 0;
  const story = world.tracker('story');
  const query = encodeURIComponent('{"workflow":{"delete_transitions_rules":true}}');
  const requests: Omit<Row, 'status'>[] = [
    { path: `/api/trackers/${story}?query=${query}`, method: 'PATCH' },
    { path: '/api/tracker_workflow_transitions', method: 'POST', body: { tracker_id: story, from_id: 0, to_id: 1 } },
    { path: `/api/tracker_workflow_transitions/${id}` },
    { path: `/api/tracker_workflow_transitions/${id}`, method: 'PATCH', body: {} },
    { path: `/api/tracker_workflow_transitions/${id}`, method: 'DELETE' },
    { path: `/api/tracker_workflow_transitions/${id}/actions` },
    { path: `/api/tracker_workflow_transitions/${id}/actions`, method: 'PUT', body: { post_actions: [] } },
    { path: `/api/trackers/${story}/workflow_rules` },
    { path: `/api/trackers/${story}/workflow_rules`, method: 'PUT', body: { dates: [], lists: [] } },
    { path: `/api/trackers/${story}/workflow_triggers` },
    { path: `/api/trackers/${story}/workflow_triggers`, method: 'PUT', body: { triggers: [] } },
  ];
  const before = await workflowOf();
  for (const request of requests) {
    await expectRow(test, { ...request, status: 401 });
    for (const as of ['mia', 'stranger']) await expectRow(test, { ...request, as, status: 403 });
  }
  assert.deepEqual(await workflowOf(), before);
  await expectRow(test, { path: '/api/tracker_workflow_transitions/999999', as: 'ada', status: 404 });
});
