// The document of a whole tracker: what GET gives can be put back, put back changed, and made into another tracker with
// workflow, rules, triggers and reports.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { at, createTestClock, headerOf } from '../support/harness.ts';
import type { Answered } from '../support/harness.ts';
import { expectRow, listAt, openScrum } from '../support/scenario.ts';
import type { Row, Scrum } from '../support/scenario.ts';

const xml = { 'content-type': 'application/xml', accept: 'application/xml' };
let scrum: Scrum;
let path: string;

before(async () => {
  // Trackers show the minute of the request, which must not pass between two answers that are compared.
  scrum = await openScrum({ clock: createTestClock(Date.now()) });
  await scrum.test.addUser('stranger');
  path = `/trackers/${scrum.tracker('User stories')}`;
  await describeBehaviour();
});
after(() => scrum.test.close());

async function send(method: string, target: string, body?: unknown, status = 200, as = 'ana'): Promise<unknown> {
  const answer = await scrum.test.call(`/api${target}`, { method, as, ...(body === undefined ? {} : { body }) });
  assert.equal(answer.status, status, `${method} ${target}: ${answer.text.slice(0, 800)}`);
  return answer.json;
}

const field = (name: string): number => scrum.field('User stories', name);
const value = (name: string, label: string): number => scrum.value('User stories', name, label);

/** Rules, triggers, actions of every kind and reports, beside what the sample has. */
async function describeBehaviour(): Promise<void> {
  const date = { source_field_id: field('wanted_by'), target_field_id: field('accepted_on'), comparator: '≤' };
  const list = {
    source_field_id: field('risk'),
    source_value_id: value('risk', 'High'),
    target_field_id: field('platforms'),
    target_value_id: 100,
  };
  await send('PUT', `${path}/workflow_rules`, { dates: [date], lists: [list] });
  const trigger = {
    condition: 'all_of',
    triggering_fields: [
      { field_id: scrum.field('Tasks', 'status'), field_value_id: scrum.value('Tasks', 'status', 'Done') },
    ],
    target: { field_id: field('status'), field_value_id: value('status', 'Accepted') },
  };
  await send('PUT', `${path}/workflow_triggers`, { triggers: [trigger] });
  const query = encodeURIComponent('{"workflow":{"is_advanced":false}}');
  const tracker = await send('PATCH', `${path}?query=${query}`, {});
  const accepting = listAt(tracker, 'workflow.transitions').find(
    (transition) => at(transition, 'to_id') === value('status', 'Accepted'),
  );
  await send('PUT', `/tracker_workflow_transitions/${String(at(accepting, 'id'))}/actions`, {
    post_actions: [
      { type: 'set_field_value', field_id: field('accepted_on'), field_type: 'date', value: 'current' },
      { type: 'set_field_value', field_id: field('business_value'), field_type: 'int', value: 3 },
      { type: 'frozen_fields', field_ids: [field('story_points'), field('title')] },
      { type: 'hidden_fieldsets', fieldset_ids: [field('fs_record')] },
      { type: 'run_job', job_url: 'https://ci.example.com/build' },
      { type: 'add_to_top_backlog' },
    ],
  });
  const ana = await scrum.user('ana');
  await send(
    'POST',
    `${path}/tracker_reports`,
    {
      label: 'Risky <& high',
      description: 'What may go wrong',
      is_public: true,
      criteria: {
        risk: [value('risk', 'High'), 100],
        title: 'a "word"',
        reviewers: [ana],
        wanted_by: { operator: '>', value: '2020-01-01' },
      },
      columns: [field('title'), field('risk')],
      sort: [{ field_id: field('story_points'), order: 'desc' }],
    },
    201,
  );
  await send(
    'POST',
    `${path}/tracker_reports`,
    {
      label: 'By query',
      is_public: true,
      is_default: true,
      expert_query: "risk = 'High' AND title = 'x' AND IS LINKED FROM",
      columns: [field('title')],
    },
    201,
  );
}

/** The tracker with names in the place of its ids, and without what no two trackers have in common. */
function named(tracker: unknown): unknown {
  const fields = new Map<number, string>();
  const values = new Map<number, string>();
  for (const one of listAt(tracker, 'fields')) {
    fields.set(Number(at(one, 'field_id')), `field ${String(at(one, 'name'))}`);
    const offered = at(one, 'values');
    const isOwn = at(one, 'bindings.type') === 'static' && Array.isArray(offered);
    for (const own of isOwn ? listAt(offered) : [])
      values.set(Number(at(own, 'id')), `value ${String(at(one, 'name'))} ${String(at(own, 'label'))}`);
  }
  const rename = (member: unknown, key: string): unknown => {
    if (Array.isArray(member)) return member.map((item: unknown) => rename(item, key));
    if (typeof member === 'object' && member !== null)
      return Object.fromEntries(
        Object.entries(member)
          .filter(([name]) => !['uri', 'url', 'html_url', 'resources', 'tracker'].includes(name))
          .map(([name, part]) => [name, rename(part, key === 'criteria' ? 'value_ids' : name)]),
      );
    const isField = /field(set)?_ids?$|^columns$/.test(key);
    const isValue = /value_ids?$|^(from|to)_id$/.test(key);
    if (isField && fields.has(Number(member))) return fields.get(Number(member));
    if (isValue && values.has(Number(member))) return values.get(Number(member));
    return key === 'id' ? undefined : member;
  };
  return rename(tracker, '');
}

/** What a copy has of the tracker. */
function comparable(tracker: unknown): unknown {
  assert.ok(typeof tracker === 'object' && tracker !== null);
  const withoutPeople = listAt(tracker, 'fields').map((one) =>
    ['subby', 'luby'].includes(String(at(one, 'type'))) && typeof one === 'object' ? { ...one, values: [] } : one,
  );
  return named({ ...tracker, item_name: '', fields: withoutPeople });
}

function objectAt(value: unknown, path?: string): object {
  const found: unknown = path === undefined ? value : at(value, path);
  assert.ok(typeof found === 'object' && found !== null);
  return found;
}

const asRequest = (text: string): string =>
  text.replace('<response>', '<request>').replace('</response>', '</request>');

describe('POST /trackers with the document of another tracker', () => {
  it('gives workflow, rules, triggers and reports', async () => {
    const document = await send('GET', path);
    assert.ok(typeof document === 'object' && document !== null);
    assert.equal(listAt(document, 'workflow.triggers').length, 1);
    assert.equal(listAt(document, 'reports').length, 3);
    const made = await send('POST', '/trackers', { ...document, item_name: 'again' }, 201);
    assert.deepEqual(comparable(made), comparable(document));
    assert.notEqual(at(made, 'workflow.field_id'), at(document, 'workflow.field_id'));
    const reports = listAt(await send('GET', `/trackers/${String(at(made, 'id'))}/tracker_reports`));
    assert.deepEqual(
      reports.map((report) => [at(report, 'label'), at(report, 'is_default')]),
      [
        ['Product backlog', false],
        ['Risky <& high', false],
        ['By query', true],
      ],
    );
  });

  it('does so in XML', async () => {
    const shown = await scrum.test.call(`/api${path}`, { as: 'ana', headers: xml });
    const body = asRequest(shown.text).replace('<item_name>story</item_name>', '<item_name>story_xml</item_name>');
    const made = await scrum.test.call('/api/trackers', {
      method: 'POST',
      as: 'ana',
      body,
      headers: { 'content-type': 'application/xml', accept: 'application/json' },
    });
    assert.equal(made.status, 201, made.text);
    assert.deepEqual(comparable(made.json), comparable(await send('GET', path)));
  });

  it('makes a workflow that acts', async () => {
    const document = await send('GET', path);
    assert.ok(typeof document === 'object' && document !== null);
    const made = await send('POST', '/trackers', { ...document, item_name: 'acting' }, 201);
    const byName = new Map(listAt(made, 'fields').map((one) => [at(one, 'name'), at(one, 'field_id')]));
    const artifact = {
      tracker: { id: at(made, 'id') },
      values: [
        { field_id: byName.get('title'), value: 'It acts' },
        { field_id: byName.get('status'), bind_value_ids: [at(made, 'semantics.done.value_ids.0')] },
      ],
    };
    const answer = await scrum.test.call('/api/artifacts', { method: 'POST', as: 'bruno', body: artifact });
    assert.equal(answer.status, 400);
    assert.match(answer.text, /transition|New/i);
  });

  it('refuses what can’t be, with its place, and makes nothing', async () => {
    const count = async (): Promise<number> => listAt(await send('GET', '/projects/101/trackers?limit=50')).length;
    const before = await count();
    const base = {
      project: { id: 101 },
      label: 'x',
      item_name: 'x',
      fields: [
        {
          field_id: 1,
          type: 'sb',
          label: 'State',
          values: [
            { id: 1, label: 'a' },
            { id: 2, label: 'b' },
          ],
        },
        { field_id: 2, type: 'date', label: 'Day' },
        { field_id: 3, type: 'msb', label: 'Parts', values: [{ id: 7, label: 'c' }] },
      ],
    };
    const workflow = (more: unknown): unknown => ({
      ...base,
      workflow: { field_id: 1, ...(typeof more === 'object' ? more : {}) },
    });
    const move = (more: object): unknown => workflow({ transitions: [{ from_id: 1, to_id: 2, ...more }] });
    const report = (more: object): unknown => ({ ...base, reports: [{ label: 'r', ...more }] });
    const rows: [unknown, string][] = [
      [{ ...base, workflow: { transitions: [{ to_id: 1 }] } }, '`workflow.field_id`'],
      [workflow({ field_id: 3 }), '`workflow.field_id`'],
      [workflow({ field_id: 4 }), '4 is not a field'],
      [move({ to_id: 1 }), '`workflow.transitions[0].to_id`'],
      [move({ from_id: 7 }), '`workflow.transitions[0].from_id`: 7 is not a value'],
      [workflow({ transitions: [{ to_id: 1 }, { from_id: 0, to_id: 1 }] }), '`workflow.transitions[1]`'],
      [move({ authorized_user_group_ids: [] }), '`workflow.transitions[0].authorized_user_group_ids`'],
      [move({ not_empty_field_ids: [2, 9] }), '`workflow.transitions[0].not_empty_field_ids[1]`'],
      [
        move({ post_actions: [{ type: 'set_field_value', field_id: 2, field_type: 'int', value: 1 }] }),
        '`workflow.transitions[0].post_actions[0].field_type`',
      ],
      [
        move({ post_actions: [{ type: 'run_job', job_url: 'http://127.0.0.1/' }] }),
        '`workflow.transitions[0].post_actions[0].job_url`',
      ],
      [
        workflow({ rules: { dates: [{ source_field_id: 2, target_field_id: 1, comparator: '<' }] } }),
        '`workflow.rules.dates[0].target_field_id`',
      ],
      [
        workflow({
          rules: { lists: [{ source_field_id: 1, source_value_id: 7, target_field_id: 3, target_value_id: 7 }] },
        }),
        '`workflow.rules.lists[0].source_value_id`',
      ],
      [
        workflow({
          triggers: [
            {
              condition: 'all_of',
              triggering_fields: [{ field_id: 1, field_value_id: 1 }],
              target: { field_id: 1, field_value_id: 1 },
            },
          ],
        }),
        '`workflow.triggers[0].triggering_fields[0].field_id`',
      ],
      [report({ label: ' ' }), '`reports[0].label`'],
      [report({ criteria: { nothing: 1 } }), '`reports[0].criteria`'],
      [report({ expert_query: 'nothing = 1' }), '`reports[0].expert_query`'],
      [report({ renderers: [{ type: 'table', columns: [9] }] }), '`reports[0].renderers[0].columns[0]`'],
      [{ project: { id: 101 }, label: 'x', item_name: 'x', reports: [] }, '`reports`'],
      [{ project: { id: 101 }, label: 'x', item_name: 'x', workflow: {} }, '`workflow`'],
    ];
    for (const [body, text] of rows) {
      const answer = await scrum.test.call('/api/trackers', { method: 'POST', as: 'ana', body });
      assert.equal(answer.status, 400, `${text}: ${answer.text}`);
      assert.ok(answer.text.includes(text), `no ${text} in ${answer.text}`);
    }
    assert.equal(await count(), before);
  });
});

describe('PUT /trackers/:id', () => {
  const put = (body: unknown, headers: Record<string, string> = {}, target = path): Promise<Answered> =>
    scrum.test.call(`/api${target}`, { method: 'PUT', as: 'ana', body, headers });

  it('takes what GET gives of each tracker, and changes nothing', async () => {
    for (const tracker of listAt(await send('GET', '/projects/101/trackers?limit=50'))) {
      const target = `/trackers/${String(at(tracker, 'id'))}`;
      const shown = await scrum.test.call(`/api${target}`, { as: 'ana' });
      const answer = await put(shown.json, { 'if-match': headerOf(shown, 'etag') }, target);
      assert.equal(answer.status, 200, answer.text);
      assert.deepEqual(answer.json, shown.json);
      const text = (await scrum.test.call(`/api${target}`, { as: 'ana', headers: xml })).text;
      const again = await put(asRequest(text), xml, target);
      assert.equal(again.status, 200, again.text);
      assert.equal(again.text, text);
    }
  });

  it('changes what the document says otherwise, everywhere in it', async () => {
    const shown = await send('GET', path);
    const changed: unknown = JSON.parse(JSON.stringify(shown));
    assert.ok(typeof changed === 'object' && changed !== null);
    const fields = listAt(changed, 'fields').map((one) => {
      if (typeof one !== 'object' || one === null) return one;
      if (at(one, 'name') === 'title') return { ...one, label: 'Headline' };
      if (at(one, 'name') !== 'risk') return one;
      const values = listAt(one, 'values');
      return { ...one, values: [...values, { label: 'Unknown' }] };
    });
    const transitions = listAt(changed, 'workflow.transitions');
    const [kept, ...gone] = transitions;
    assert.ok(gone.length > 0 && typeof kept === 'object');
    const workflow = {
      ...objectAt(changed, 'workflow'),
      is_used: '0',
      transitions: [{ ...kept, authorized_user_group_ids: ['101_4'] }],
    };
    const [first, ...others] = listAt(changed, 'structure');
    const answer = await put({
      ...changed,
      label: 'Stories',
      fields,
      workflow,
      semantics: { ...objectAt(changed, 'semantics'), initial_effort: null },
      structure: [...others, first],
    });
    assert.equal(answer.status, 200, answer.text);
    const now = answer.json;
    assert.deepEqual(now, await send('GET', path));
    assert.equal(at(now, 'label'), 'Stories');
    assert.equal(at(now, 'semantics.initial_effort'), undefined);
    assert.deepEqual(
      listAt(now, 'structure').map((node) => at(node, 'id')),
      [...others, first].map((node) => at(node, 'id')),
    );
    const again = await put({ description: 'Moved' });
    assert.deepEqual(at(again.json, 'structure'), at(now, 'structure'));
    const find = (name: string): unknown => listAt(now, 'fields').find((one) => at(one, 'name') === name);
    assert.equal(at(find('title'), 'label'), 'Headline');
    assert.equal(at(listAt(find('risk'), 'values').at(-1), 'label'), 'Unknown');
    assert.equal(at(now, 'workflow.is_used'), '0');
    assert.deepEqual(listAt(now, 'workflow.transitions'), [{ ...kept, authorized_user_group_ids: ['101_4'] }]);
    assert.deepEqual(at(now, 'workflow.rules'), at(shown, 'workflow.rules'));
    const back = await put({ ...objectAt(shown), fields: [] });
    assert.equal(back.status, 200, back.text);
    assert.equal(listAt(back.json, 'workflow.transitions').length, transitions.length);
    assert.deepEqual(at(back.json, 'structure'), at(shown, 'structure'));
  });

  it('leaves what the document does not name', async () => {
    const before = await send('GET', path);
    const answer = await put({ description: 'Words alone' });
    assert.equal(answer.status, 200, answer.text);
    assert.ok(typeof before === 'object');
    assert.deepEqual(answer.json, { ...before, description: 'Words alone' });
  });

  it('moves a field to another column', async () => {
    const shown = await send('GET', path);
    const to = field('col_dates');
    const id = field('business_value');
    const relocate = (nodes: readonly unknown[]): unknown[] =>
      nodes
        .filter((node) => at(node, 'id') !== id)
        .map((node) => {
          const content = at(node, 'content');
          const inside = Array.isArray(content) ? relocate(content) : null;
          return at(node, 'id') === to
            ? { id: to, content: [{ id, content: null }, ...(inside ?? [])] }
            : { id: at(node, 'id'), content: inside };
        });
    const structure = relocate(listAt(shown, 'structure'));
    const answer = await put({ ...objectAt(shown), structure });
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(at(answer.json, 'structure'), structure);
  });

  it('honours If-Match', async () => {
    const tag = headerOf(await scrum.test.call(`/api${path}`, { as: 'ana' }), 'etag');
    assert.equal((await put({ description: 'one' }, { 'if-match': tag })).status, 200);
    assert.equal((await put({ description: 'two' }, { 'if-match': tag })).status, 412);
    assert.equal(at(await send('GET', path), 'description'), 'one');
  });

  it('refuses what can’t be, and changes nothing', async () => {
    const before = await send('GET', path);
    const one = listAt(before, 'fields').find((known) => at(known, 'name') === 'title');
    assert.ok(typeof one === 'object');
    const rows: Row[] = [
      { path, status: 400, body: { fields: [{ ...one, field_id: 999_999 }] }, contains: ['`fields[0].field_id`'] },
      { path, status: 400, body: { fields: [{ ...one, type: 'int' }] }, contains: ['`fields[0].type`'] },
      { path, status: 400, body: { fields: [{ ...one, parent_id: 1 }] }, contains: ['`fields[0].parent_id`'] },
      { path, status: 400, body: { label: 'new', fields: [{ ...one, label: ' ' }] }, contains: ['`fields[0].label`'] },
      { path, status: 400, body: { label: 'new', workflow: { field_id: 1 } }, contains: ['`workflow.field_id`'] },
      { path, status: 400, body: { structure: [{ id: 'x' }] }, contains: ['`structure[0]`'] },
      { path, status: 409, body: { item_name: 'bug' } },
      { path, status: 403, as: 'bruno', body: {} },
      { path, status: 403, as: 'stranger', body: { label: 'mine' } },
      { path: '/trackers/999999', status: 404, body: {} },
    ];
    for (const row of rows) await expectRow(scrum.test, { as: 'ana', method: 'PUT', ...row, path: `/api${row.path}` });
    assert.deepEqual(await send('GET', path), before);
  });

  it('shows the whole to administrators alone', async () => {
    const shown = await send('GET', path, undefined, 200, 'bruno');
    assert.equal(at(shown, 'reports'), undefined);
    assert.equal(at(shown, 'workflow.triggers'), undefined);
    assert.deepEqual(Object.keys(objectAt(shown, 'workflow.transitions.0')), ['id', 'from_id', 'to_id']);
  });
});

describe('PUT /trackers/:id with what is new and what goes', () => {
  const put = (body: unknown, target = path): Promise<Answered> =>
    scrum.test.call(`/api${target}`, { method: 'PUT', as: 'ana', body });
  const named = (tracker: unknown, name: string): unknown =>
    listAt(tracker, 'fields').find((one) => at(one, 'name') === name);
  const places = (nodes: readonly unknown[]): unknown[] =>
    nodes.map((node) => {
      const content = at(node, 'content');
      return Array.isArray(content) ? [at(node, 'id'), places(content)] : at(node, 'id');
    });

  it('makes fields and values at their places, and lets structure, semantics and workflow name them', async () => {
    const order = {
      project: { id: 101 },
      label: 'Fresh',
      item_name: 'fresh',
      fields: [{ field_id: 1, type: 'string', label: 'Title' }],
      semantics: { title: { field_id: 1 } },
    };
    const fresh = `/trackers/${String(at(await send('POST', '/trackers', order, 201), 'id'))}`;
    const before = await send('GET', fresh);
    const structure = listAt(before, 'structure');
    const answer = await put(
      {
        fields: [
          {
            field_id: -3,
            type: 'sb',
            label: 'Stage',
            values: [
              { id: -31, label: 'Draft' },
              { id: -32, label: 'Sent' },
            ],
          },
          { field_id: -1, type: 'fieldset', label: 'Extra' },
          { field_id: -2, type: 'int', label: 'Cost', specific_properties: { default_value: 5 } },
        ],
        structure: [
          {
            id: -1,
            content: [
              { id: -2, content: null },
              { id: -3, content: null },
            ],
          },
          ...structure,
        ],
        semantics: {
          status: { field_id: -3, value_ids: [-31] },
          done: { value_ids: [-32] },
          initial_effort: { field_id: -2 },
        },
        workflow: { field_id: -3, is_used: '1', transitions: [{ to_id: -31 }, { from_id: -31, to_id: -32 }] },
      },
      fresh,
    );
    assert.equal(answer.status, 200, answer.text);
    const [set, cost, stage] = ['extra', 'cost', 'stage'].map((name) =>
      Number(at(named(answer.json, name), 'field_id')),
    );
    const [draft, sent] = listAt(named(answer.json, 'stage'), 'values').map((one) => at(one, 'id'));
    assert.deepEqual(places(listAt(answer.json, 'structure')), [[set, [cost, stage]], ...places(structure)]);
    assert.deepEqual(at(answer.json, 'semantics.status'), { field_id: stage, value_ids: [draft] });
    assert.deepEqual(at(answer.json, 'semantics.initial_effort'), { field_id: cost });
    assert.deepEqual(
      listAt(answer.json, 'workflow.transitions').map((one) => [at(one, 'from_id'), at(one, 'to_id')]),
      [
        [null, draft],
        [draft, sent],
      ],
    );
    const uses = listAt(await send('GET', `/tracker_fields/${String(stage)}/uses`));
    assert.deepEqual(
      uses.map((use) => [at(use, 'kind'), at(use, 'name')]),
      [
        ['semantic', 'status'],
        ['workflow', null],
      ],
    );
    await send('GET', `/tracker_fields/${String(stage)}/uses`, undefined, 403, 'bruno');
    const log = await send('GET', '/audit_events?kind=tracker-changed&limit=1', undefined, 200, 'root');
    assert.equal(at(log, '0.details.new_fields'), 3);
    // All of it goes again in one request, although the workflow and semantics need the field until then.
    const stays = await put({ semantics: { initial_effort: null }, removed_fields: [set, cost, stage] }, fresh);
    assert.equal(stays.status, 400);
    assert.ok(stays.text.includes('removed_fields[0]') && stays.text.includes('contains other elements'), stays.text);
    const back = await put(
      {
        structure,
        semantics: { status: null, done: null, initial_effort: null },
        workflow: { field_id: 0 },
        removed_fields: [cost, stage, set],
      },
      fresh,
    );
    assert.equal(back.status, 200, back.text);
    assert.deepEqual(at(back.json, 'structure'), structure);
    assert.deepEqual(at(back.json, 'fields'), at(before, 'fields'));
  });

  it('adds, reorders and deletes values of a list in use, with the semantic that named them', async () => {
    const before = await send('GET', path);
    const known = named(before, 'status');
    const values = listAt(known, 'values').map((one) => ({ id: at(one, 'id'), label: at(one, 'label') }));
    const base = { field_id: at(known, 'field_id'), type: at(known, 'type'), label: at(known, 'label') };
    const open = listAt(before, 'semantics.status.value_ids');
    const grown = await put({
      fields: [{ ...base, values: [{ id: -1, label: 'Idea', value_color: 'neon-green' }, ...values] }],
      semantics: { status: { field_id: base.field_id, value_ids: [-1, ...open] } },
    });
    assert.equal(grown.status, 200, grown.text);
    const idea = at(named(grown.json, 'status'), 'values.0.id');
    assert.deepEqual(at(grown.json, 'semantics.status.value_ids.0'), idea);
    const refused = await put({ fields: [{ ...base, values }] });
    assert.equal(refused.status, 400);
    assert.ok(refused.text.includes('the semantic \\"status\\"'), refused.text);
    const shrunk = await put({
      fields: [{ ...base, values }],
      semantics: { status: { field_id: base.field_id, value_ids: open } },
    });
    assert.equal(shrunk.status, 200, shrunk.text);
    assert.deepEqual(listAt(named(shrunk.json, 'status'), 'values'), listAt(known, 'values'));
  });

  /** A field that nothing needs. */
  async function findFree(tracker: unknown): Promise<[number, unknown]> {
    for (const one of listAt(tracker, 'fields')) {
      const id = Number(at(one, 'field_id'));
      const isFilled = ['string', 'text', 'int', 'float', 'date'].includes(String(at(one, 'type')));
      if (isFilled && listAt(await send('GET', `/tracker_fields/${id}/uses`)).length === 0) return [id, one];
    }
    throw new Error('everything is needed');
  }

  it('moves columns, and fields out of columns; takes out of use and brings back', async () => {
    const before = await send('GET', path);
    const [id, one] = await findFree(before);
    const without = (nodes: readonly unknown[]): unknown[] =>
      nodes
        .filter((node) => at(node, 'id') !== id)
        .map((node) => ({
          ...objectAt(node),
          content: Array.isArray(at(node, 'content')) ? without(listAt(node, 'content')) : null,
        }));
    const structure = [...without(listAt(before, 'structure')), { id, content: null }];
    const out = await put({ structure });
    assert.equal(out.status, 200, out.text);
    assert.deepEqual(at(out.json, 'structure'), structure);
    const unused = await put({
      fields: [{ ...objectAt(one), is_used: false }],
      structure: listAt(before, 'structure'),
    });
    assert.equal(unused.status, 200, unused.text);
    assert.equal(
      listAt(unused.json, 'fields').some((shown) => at(shown, 'field_id') === id),
      false,
    );
    const used = await put({ fields: [{ ...objectAt(one), is_used: true }], structure: listAt(before, 'structure') });
    assert.equal(used.status, 200, used.text);
    assert.deepEqual(at(used.json, 'structure'), at(before, 'structure'));
  });

  it('refuses what can’t stand there, and makes nothing', async () => {
    const before = await send('GET', path);
    const rows: [unknown, string][] = [
      [{ fields: [{ field_id: -1, type: 'int', label: 'x', parent_id: field('title') }] }, '`fields[0].parent_id`'],
      [{ fields: [{ field_id: -1, type: 'int', label: ' ' }] }, '`fields[0].label`'],
      [{ fields: [{ field_id: -1, type: 'int', label: 'x' }], semantics: { title: { field_id: -2 } } }, '-2'],
      [{ removed_fields: [999_999] }, '`removed_fields[0]`'],
      [{ removed_fields: [field('title')] }, 'semantic'],
    ];
    for (const [body, text] of rows) {
      const answer = await put(body);
      assert.equal(answer.status, 400, `${text}: ${answer.text}`);
      assert.ok(answer.text.includes(text), `no ${text} in ${answer.text}`);
    }
    assert.deepEqual(await send('GET', path), before);
  });
});

describe('changes by routes of single things', () => {
  it('are in the audit log, each with what it changed', async () => {
    const field = await send('POST', '/trackers/3/fields', { type: 'int', label: 'Crates' }, 201);
    const id = String(at(field, 'field_id'));
    await send('PATCH', `/tracker_fields/${id}`, { label: 'Boxes' });
    await send('DELETE', `/tracker_fields/${id}`, undefined, 204);
    const texts = [{ title: 'Thanks', body: 'Thank you for this.' }];
    await send('PUT', '/trackers/3/canned_responses', texts);
    assert.deepEqual(await send('GET', '/trackers/3/canned_responses'), texts);
    await send('PUT', '/trackers/3/canned_responses', [{ title: '', body: 'x' }], 400);
    await send('PUT', '/trackers/3/canned_responses', texts, 403, 'bruno');
    await send('PUT', '/trackers/3/workflow_rules', await send('GET', '/trackers/3/workflow_rules'));
    await send('PATCH', '/trackers/3', { description: 'What people wish for' });
    const log = listAt(await send('GET', '/audit_events?kind=tracker-changed&limit=6', undefined, 200, 'root'));
    assert.deepEqual(
      log.map((entry) => {
        const details = at(entry, 'details');
        return [
          at(details, 'changed'),
          at(details, 'new_fields') ?? at(details, 'fields') ?? at(details, 'removed_fields'),
        ];
      }),
      [
        ['description', undefined],
        ['rules', undefined],
        ['canned_responses', undefined],
        [undefined, 1],
        [undefined, 1],
        [undefined, 1],
      ],
    );
  });

  it('bring a deleted tracker back, for administrators of its project', async () => {
    const made = await send('POST', '/trackers', { project: { id: 101 }, label: 'Attic', item_name: 'attic' }, 201);
    const id = String(at(made, 'id'));
    await send('POST', `/trackers/${id}/restoration`, undefined, 404);
    await send('DELETE', `/trackers/${id}`, undefined, 204);
    const artifact = { tracker: { id: Number(id) }, values: [{ field_id: 1, value: 'Too late' }] };
    await send('POST', '/artifacts', artifact, 403, 'bruno');
    const listed = listAt(await send('GET', '/projects/101/deleted_trackers'));
    assert.ok(listed.some((one) => String(at(one, 'id')) === id && at(one, 'item_name') === 'attic'));
    await send('GET', '/projects/101/deleted_trackers', undefined, 403, 'bruno');
    await send('POST', `/trackers/${id}/restoration`, undefined, 404, 'bruno');
    const other = await send('POST', '/trackers', { project: { id: 101 }, label: 'Other', item_name: 'attic' }, 201);
    await send('POST', `/trackers/${id}/restoration`, undefined, 409);
    await send('DELETE', `/trackers/${String(at(other, 'id'))}`, undefined, 204);
    await send('POST', `/trackers/${id}/restoration`, undefined, 204);
    assert.equal(at(await send('GET', `/trackers/${id}`), 'label'), 'Attic');
    await send('DELETE', `/trackers/${id}`, undefined, 204);
  });
});
