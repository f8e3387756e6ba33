// Engine: both
// Boards of milestones on the scrum sample, whose sprints have one: walls of cards, taskboards, how they are set up, and archives.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { exportFrom, importInto } from '../support/archive-world.ts';
import { at, startApp } from '../support/harness.ts';
import type { Answered, TestApp } from '../support/harness.ts';
import { expectRow, listAt, openScrum, titleOf } from '../support/scenario.ts';
import type { Row, Scrum } from '../support/scenario.ts';

// Sprint 5 holds the stories 11 and 12, whose children are tasks; the planning of sprints is 2.
const [sprint, release, story, planning] = [5, 2, 12, 2];
let scrum: Scrum;
let test: TestApp;
let columns: number[];
let tasks: number[];

before(async () => {
  scrum = await openScrum();
  ({ test } = scrum);
  await test.addUser('stig');
  columns = (await list(`taskboard/${sprint}/columns`)).map((column) => Number(at(column, 'id')));
  tasks = (await list(`taskboard_cards/${story}/children?milestone_id=${sprint}`)).map((card) =>
    Number(at(card, 'id')),
  );
});
after(() => test.close());

const get = async (path: string, as = 'bruno'): Promise<Answered> =>
  expectRow(test, { path: `/api/${path}`, as, status: 200 });
const list = async (path: string): Promise<readonly unknown[]> => listAt((await get(path)).json);
const send = (method: string, path: string, body: unknown, as = 'bruno', status = 200): Promise<Answered> =>
  expectRow(test, { path: `/api/${path}`, method, body, as, status });
const columnAt = (index: number): number => columns[index] ?? 0;
const statusOf = async (id: number): Promise<unknown> => at((await get(`artifacts/${id}`)).json, 'status');
const cardOf = async (id: number): Promise<unknown> => (await get(`taskboard_cards/${id}?milestone_id=${sprint}`)).json;
const cell = (row: number, index: number): string => `taskboard_cells/${row}/column/${columnAt(index)}`;

it('who only reads all of a site as an administrator is told that they may not change cards', async () => {
  const { projects, people } = test.app.features;
  await projects.change('meadow-scrum', { access: 'private' });
  const card = { method: 'PUT', path: `/api/cards/${planning}_${story}`, body: { label: 'x', values: [] }, as: 'stig' };
  await people.grantDelegation('rest-read-only', 'stig');
  await expectRow(test, { ...card, status: 403 });
  await people.revokeDelegation('rest-read-only', 'stig');
  await projects.change('meadow-scrum', { access: 'public' });
});

describe('a wall of cards', () => {
  const cards = async (): Promise<unknown[]> =>
    listAt((await get(`milestones/${sprint}/cardwall`)).json, 'swimlanes').flatMap((lane) => listAt(lane, 'cards'));

  it('has columns, and a row for each item that the milestone holds', async () => {
    const { json } = await get(`milestones/${sprint}/cardwall`);
    assert.deepEqual(
      listAt(json, 'columns').map((column) => at(column, 'label')),
      ['To do', 'In progress', 'Review', 'Done'],
    );
    assert.equal(at(json, 'columns.0.color'), 'chrome-silver');
    assert.equal(listAt(json, 'swimlanes').length, 2);
    const card = (await cards()).find((one) => at(one, 'artifact.id') === tasks[0]);
    assert.equal(at(card, 'id'), `${planning}_${String(tasks[0])}`);
    assert.equal(at(card, 'uri'), `cards/${planning}_${String(tasks[0])}`);
    assert.equal(at(card, 'planning_id'), planning);
    assert.deepEqual(at(card, 'allowed_column_ids'), [columnAt(0), columnAt(1), columnAt(3)]);
  });

  it('is in XML too, and told of in the milestone', async () => {
    const path = `/api/milestones/${sprint}/cardwall`;
    const headers = { accept: 'application/xml' };
    await expectRow(test, { path, as: 'bruno', headers, status: 200, contains: ['<label>In progress</label>'] });
    assert.deepEqual(at((await get(`milestones/${sprint}`)).json, 'resources.additional_panes'), [
      {
        title: 'Taskboard',
        icon_name: 'fa-solid fa-tlp-taskboard',
        uri: `/taskboard/meadow-scrum/${sprint}`,
        identifier: 'taskboard',
      },
    ]);
    assert.deepEqual(at((await get(`milestones/${release}`)).json, 'resources.additional_panes'), []);
  });

  it('takes back a card with another title, column and values', async () => {
    const [task = 0] = tasks;
    const id = `${planning}_${task}`;
    await send('PUT', `cards/${id}`, { label: 'Another title', values: [], column_id: columnAt(3) });
    assert.equal(at((await get(`artifacts/${task}`)).json, 'title'), 'Another title');
    assert.equal(await statusOf(task), 'Done');
    await send('PUT', `cards/${id}`, { label: 'Another title', values: [], column_id: 99_999 });
    await send('PUT', `cards/${id}`, { label: 'Another title', values: [], column_id: columnAt(1) });
    assert.equal(await statusOf(task), 'In progress');
    const card = (await cards()).find((one) => at(one, 'artifact.id') === task);
    assert.equal(at(card, 'column_id'), columnAt(1));
    await send('PUT', `cards/${id}`, card);
  });
});

describe('a taskboard', () => {
  it('has rows, and cards below them', async () => {
    assert.deepEqual(
      (await list(`taskboard/${sprint}/cards`)).map((card) => at(card, 'id')),
      [11, story],
    );
    assert.equal((await get(`taskboard/${sprint}/cards?limit=1`)).headers.get('x-pagination-size'), '2');
    const { json } = await get(`taskboard/${sprint}/columns`);
    assert.deepEqual(at(json, '3'), { id: columnAt(3), label: 'Done', header_color: 'acid-green' });
    const card = await cardOf(story);
    const facts = {
      tracker_id: scrum.tracker('User stories'),
      label: 'Send money to a saved person',
      xref: `story #${story}`,
      artifact_html_uri: `/plugins/tracker/?aid=${story}&planning%5Btaskboard%5D%5B${planning}%5D=${sprint}`,
      has_children: true,
      'mapped_list_value.label': 'Review',
      initial_effort: 13,
      is_open: true,
      is_collapsed: false,
    };
    for (const [path, wanted] of Object.entries(facts)) assert.deepEqual(at(card, path), wanted, path);
  });

  it('is shown at once, with what may be added where, and what a person has folded', async () => {
    const me = await scrum.user('bruno');
    const board = async (): Promise<unknown> => (await get(`taskboard/${sprint}`)).json;
    const before = await board();
    assert.deepEqual(
      listAt(before, 'rows').map((row) => at(row, 'card.id')),
      [11, story],
    );
    const [, row] = listAt(before, 'rows');
    assert.deepEqual(
      listAt(row, 'cards').map((card) => at(card, 'id')),
      tasks,
    );
    assert.equal(at(row, 'card.column_id'), columnAt(2));
    const whole = await cardOf(tasks[0] ?? 0);
    const [first = {}] = listAt(row, 'cards');
    assert.deepEqual([columns.includes(Number(at(first, 'column_id'))), at(first, 'can_move')], [true, true]);
    const place = { column_id: at(first, 'column_id'), can_move: true, allowed_column_ids: [0, 1, 3].map(columnAt) };
    assert.deepEqual(first, { ...Object.fromEntries(Object.entries(whole ?? {})), ...place });
    const [addition] = listAt(before, 'additions');
    assert.equal(at(addition, 'row_tracker_id'), scrum.tracker('User stories'));
    assert.equal(at(addition, 'tracker.id'), scrum.tracker('Tasks'));
    const starts = listAt(addition, 'columns').map((column) => at(column, 'column_id'));
    assert.ok(starts.includes(columnAt(0)) && starts.every((id) => columns.includes(Number(id))), String(starts));
    const other = (await get(`taskboard/${sprint}`, 'stig')).json;
    assert.deepEqual([at(other, 'additions'), at(other, 'rows.1.cards.0.can_move')], [[], false]);
    const keys = [`collapse_column_${sprint}_${columnAt(1)}`, `hide_closed_items_${sprint}`];
    for (const key of keys)
      await send('PATCH', `users/${me}/preferences`, { key: `plugin_taskboard_${key}`, value: '1' });
    const after = await board();
    assert.deepEqual(
      listAt(after, 'columns').map((column) => at(column, 'is_collapsed')),
      [false, true, false, false],
    );
    assert.deepEqual([at(before, 'hides_closed'), at(after, 'hides_closed')], [false, true]);
  });

  it('folds rows for one person', async () => {
    const me = await scrum.user('bruno');
    const key = `plugin_taskboard_collapse_${sprint}_${story}`;
    await send('PATCH', `users/${me}/preferences`, { key, value: '1' });
    assert.equal(at(await cardOf(story), 'is_collapsed'), true);
    assert.equal(at((await get(`taskboard_cards/${story}?milestone_id=${sprint}`, 'ana')).json, 'is_collapsed'), false);
  });

  it('moves cards between columns, by the first value that they may take, and orders them', async () => {
    const [first = 0, second = 0] = tasks;
    await send('PATCH', cell(story, 3), { add: first });
    assert.equal(await statusOf(first), 'Done');
    await send('PATCH', cell(story, 3), { add: first });
    await send('PATCH', cell(story, 1), {
      add: first,
      order: { ids: [first], direction: 'after', compared_to: second },
    });
    assert.equal(await statusOf(first), 'In progress');
    const order = (await list(`taskboard_cards/${story}/children?milestone_id=${sprint}`)).map((card) =>
      at(card, 'id'),
    );
    assert.ok(order.indexOf(first) === order.indexOf(second) + 1, JSON.stringify(order));
  });

  it('gives a card the first value of a column that its other lists let it have, or says why there is none', async () => {
    const [task = 0] = tasks;
    const [fieldId, statusId] = ['activity', 'status'].map((name) => scrum.field('Tasks', name));
    const path = `trackers/${scrum.tracker('Tasks')}/workflow_rules`;
    const rule = (label: string) => ({
      source_field_id: fieldId,
      source_value_id: scrum.value('Tasks', 'activity', 'Test'),
      target_field_id: statusId,
      target_value_id: scrum.value('Tasks', 'status', label),
    });
    await send('PATCH', cell(story, 0), { add: task });
    await send('PUT', `artifacts/${task}`, {
      values: [{ field_id: fieldId, bind_value_ids: [scrum.value('Tasks', 'activity', 'Test')] }],
    });
    await send('PUT', path, { dates: [], lists: ['To do', 'Blocked'].map(rule) }, 'ana');
    await send('PATCH', cell(story, 1), { add: task });
    assert.equal(await statusOf(task), 'Blocked');
    const refused = await send('PATCH', cell(story, 3), { add: task }, 'bruno', 400);
    assert.match(refused.text, /can't be .*Done.* while .*Test/);
    assert.equal(await statusOf(task), 'Blocked');
    const shown = (await get(`milestones/${sprint}/cardwall`)).json;
    const card = listAt(shown, 'swimlanes')
      .flatMap((lane) => listAt(lane, 'cards'))
      .find((one) => at(one, 'artifact.id') === task);
    assert.deepEqual(at(card, 'allowed_column_ids'), [columnAt(0), columnAt(1)]);
    await send('PUT', path, { dates: [], lists: [] }, 'ana');
  });

  it('moves a row without children by itself', async () => {
    assert.notEqual(at(await cardOf(story), 'mapped_list_value.label'), 'In progress');
    await send('PATCH', cell(story, 1), { add: story });
    assert.equal(at(await cardOf(story), 'mapped_list_value.label'), 'In progress');
  });

  it('takes what is left to do', async () => {
    const [task = 0] = tasks;
    assert.equal(at(await cardOf(task), 'remaining_effort.can_update'), true);
    await send('PATCH', `taskboard_cards/${task}`, { remaining_effort: 2.5 });
    assert.equal(at(await cardOf(task), 'remaining_effort.value'), 2.5);
  });
});

describe('a refusal', () => {
  const rows = (): Row[] => [
    { path: '/api/taskboard/0/cards', status: 404 },
    { path: '/api/taskboard/0', status: 404 },
    { path: `/api/taskboard/${release}`, as: 'bruno', status: 404 },
    { path: `/api/taskboard/${release}/cards`, as: 'bruno', status: 404 },
    { path: `/api/taskboard/${release}/columns`, as: 'bruno', status: 404 },
    { path: `/api/milestones/${release}/cardwall`, as: 'bruno', status: 404 },
    { path: `/api/taskboard/${sprint}/cards?limit=0`, as: 'bruno', status: 400 },
    { path: `/api/taskboard_cards/${story}`, as: 'bruno', status: 400 },
    { path: `/api/taskboard_cards/9999?milestone_id=${sprint}`, as: 'bruno', status: 404 },
    { path: '/api/cards/zzz', method: 'PUT', body: { label: 'x', values: [] }, as: 'bruno', status: 400 },
    { path: '/api/cards/99_12', method: 'PUT', body: { label: 'x', values: [] }, as: 'bruno', status: 404 },
    { path: `/api/cards/${planning}_9999`, method: 'PUT', body: { label: 'x', values: [] }, as: 'bruno', status: 404 },
    {
      path: `/api/cards/${planning}_${story}`,
      method: 'PUT',
      body: { label: 'x', values: [{ value: 1 }] },
      as: 'bruno',
      status: 400,
    },
    {
      path: `/api/cards/${planning}_${story}`,
      method: 'PUT',
      body: { label: 'x', values: [{ field_id: 1, value: 1 }] },
      as: 'bruno',
      status: 404,
    },
    { path: `/api/${cell(9999, 0)}`, method: 'PATCH', body: { add: 1 }, as: 'bruno', status: 404 },
    { path: `/api/${cell(story, 0)}`, method: 'PATCH', body: {}, as: 'bruno', status: 400 },
    { path: `/api/${cell(story, 0)}`, method: 'PATCH', body: { add: 9999 }, as: 'bruno', status: 400 },
    { path: `/api/${cell(story, 0)}`, method: 'PATCH', body: { add: 11 }, as: 'bruno', status: 400 },
    { path: `/api/${cell(story, 2)}`, method: 'PATCH', body: { add: tasks[0] }, as: 'bruno', status: 400 },
    {
      path: `/api/taskboard_cells/${story}/column/9999`,
      method: 'PATCH',
      body: { add: story },
      as: 'bruno',
      status: 404,
    },
    { path: `/api/${cell(story, 3)}`, method: 'PATCH', body: { add: tasks[0] }, as: 'stig', status: 403 },
    {
      path: `/api/${cell(story, 0)}`,
      method: 'PATCH',
      body: { order: { ids: [11], direction: 'after', compared_to: tasks[0] } },
      as: 'bruno',
      status: 400,
    },
    { path: `/api/taskboard_cards/${sprint}`, method: 'PATCH', body: { remaining_effort: 1 }, as: 'stig', status: 403 },
    {
      path: `/api/trackers/${scrum.tracker('Sprints')}/cardwall`,
      method: 'PUT',
      body: { columns: [] },
      as: 'bruno',
      status: 403,
    },
    {
      path: `/api/trackers/${scrum.tracker('Sprints')}/cardwall`,
      method: 'PUT',
      body: { columns: [{ label: 'A', value_ids: [1] }] },
      as: 'ana',
      status: 400,
    },
  ];
  it('has the status that clients know', async () => {
    for (const row of rows()) await assert.doesNotReject(expectRow(test, row), titleOf(row));
  });
});

describe('how a board is set up', () => {
  it('is said as a whole, and taken away', async () => {
    const path = `trackers/${scrum.tracker('Releases')}/cardwall`;
    const status = scrum.field('User stories', 'status');
    const mapping = { tracker_id: scrum.tracker('User stories'), field_id: status };
    const ready = scrum.value('User stories', 'status', 'Ready');
    const made = await send(
      'PUT',
      path,
      {
        columns: [
          { label: 'Ready', color: 'acid-green', value_ids: [ready], none_of: [mapping.tracker_id] },
          { label: 'Rest', color: '#102030' },
        ],
        mappings: [mapping],
      },
      'ana',
    );
    assert.deepEqual(at(made.json, 'mappings'), [mapping]);
    assert.deepEqual(at(made.json, 'columns.0.none_of'), [mapping.tracker_id]);
    const [first, second] = listAt(made.json, 'columns').map((column) => at(column, 'id'));
    const again = await send(
      'PUT',
      path,
      { columns: [{ id: second, label: 'Left' }, { label: 'New' }], mappings: [mapping] },
      'ana',
    );
    assert.equal(at(again.json, 'columns.0.id'), second);
    assert.ok(!listAt(again.json, 'columns').some((column) => at(column, 'id') === first));
    assert.deepEqual((await get(path)).json, again.json);
    await send('DELETE', path, undefined, 'ana');
    await expectRow(test, { path: `/api/${path}`, as: 'ana', status: 404 });
    await send('DELETE', path, undefined, 'ana', 404);
  });
});

it('lists milestones in the order in which they were made, whatever their ranks', async () => {
  const kanban = await send(
    'POST',
    'kanban',
    { label: 'Sprints', tracker_id: scrum.tracker('Sprints'), is_promoted: false },
    'ana',
    201,
  );
  const path = `kanban/${String(at(kanban.json, 'id'))}`;
  const closed = listAt((await get(`${path}/archive`)).json, 'collection').map((item) => at(item, 'id'));
  assert.deepEqual(closed, [3, 4, 5]);
  await send('PATCH', `${path}/archive`, { order: { ids: [5], direction: 'before', compared_to: 3 } });
  const ids = async (list: string): Promise<unknown[]> =>
    listAt((await get(list)).json).map((milestone) => at(milestone, 'id'));
  assert.deepEqual(await ids('plannings/2/milestones'), [3, 4, 5, 6]);
  assert.deepEqual(await ids(`milestones/${release}/milestones`), [5, 6]);
  assert.deepEqual(await ids('milestones/1/milestones?order=desc'), [4, 3]);
  const current = encodeURIComponent('{"period":"current"}');
  await send('PATCH', `${path}/archive`, { order: { ids: [4], direction: 'before', compared_to: 5 } });
  assert.deepEqual(await ids(`projects/101/milestones?query=${current}`), [2]);
});

it('archives have boards as they are', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tepal-boards-'));
  const again = await startApp();
  try {
    const path = `trackers/${scrum.tracker('Sprints')}/cardwall`;
    const { json } = await get(path);
    const [first, ...others] = listAt(json, 'columns');
    const [id, label, ids] = ['id', 'label', 'value_ids'].map((key) => at(first, key));
    const changed = { id, label, value_ids: ids, color: '#0A0B0C', none_of: [scrum.tracker('Tasks')] };
    await send('PUT', path, { columns: [changed, ...others], mappings: at(json, 'mappings') }, 'ana');
    const wallIn = async (name: string): Promise<string> =>
      /<cardwall>.*<\/cardwall>/s.exec(await readFile(join(folder, name, 'project.xml'), 'utf8'))?.[0] ?? '';
    await exportFrom(test, 'meadow-scrum', join(folder, 'one'));
    await importInto(again, join(folder, 'one'));
    await exportFrom(again, 'meadow-scrum', join(folder, 'two'));
    const written = await wallIn('one');
    for (const part of ['bg_red="10" bg_green="11" bg_blue="12"', 'value_id=""', 'tlp_color_name="acid-green"'])
      assert.ok(written.includes(part), written);
    assert.equal(await wallIn('two'), written);
  } finally {
    await again.close();
    await rm(folder, { recursive: true, force: true });
  }
});

it('a project that is made from another one has its boards, with columns and values of its own', async () => {
  const order = { shortname: 'likeness', label: 'Likeness', description: '', template_id: 101, is_public: true };
  const made = await send('POST', 'projects', order, 'root', 201);
  const trackers = listAt((await get(`projects/${String(at(made.json, 'id'))}/trackers`, 'root')).json);
  const idOf = (label: string): unknown =>
    at(
      trackers.find((tracker) => at(tracker, 'label') === label),
      'id',
    );
  const board = (id: unknown, as: string): Promise<Answered> => get(`trackers/${String(id)}/cardwall`, as);
  const [source, copy] = [
    (await board(scrum.tracker('Sprints'), 'ana')).json,
    (await board(idOf('Sprints'), 'root')).json,
  ];
  const words = (json: unknown): unknown[] =>
    listAt(json, 'columns').map((column) => [
      at(column, 'label'),
      at(column, 'color'),
      listAt(column, 'value_ids').length,
    ]);
  const settings = listAt((await get('projects/101/cardwall_settings', 'ana')).json);
  assert.deepEqual(
    settings.filter((one) => at(one, 'tracker_id') === scrum.tracker('Sprints')),
    [{ tracker_id: scrum.tracker('Sprints'), ...(typeof source === 'object' ? source : {}) }],
  );
  assert.deepEqual(words(copy), words(source));
  const all = (json: unknown, key: string): unknown[] => listAt(json, 'columns').flatMap((column) => at(column, key));
  const sourceIds = new Set([...all(source, 'id'), ...all(source, 'value_ids')]);
  assert.ok([...all(copy, 'id'), ...all(copy, 'value_ids')].every((id) => !sourceIds.has(id)));
  const mapped = listAt(copy, 'mappings').map((mapping) => at(mapping, 'tracker_id'));
  assert.ok(mapped.length > 0 && mapped.every((id) => trackers.some((tracker) => at(tracker, 'id') === id)));
});
