// Engine: both
// Plannings, milestones and backlogs, on the scrum sample with a few rights taken away: capacity of releases is for
// members, sprints are for registered people, bugs are part of the product backlog.
import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { at, createTestClock, startApp } from '../support/harness.ts';
import type { Answered, TestApp } from '../support/harness.ts';
import { expectRow, listAt, openScrum, sampleFolder, titleOf } from '../support/scenario.ts';
import type { Row, Scrum } from '../support/scenario.ts';

// Releases are the artifacts 1 and 2, sprints 3 to 6 (5 and 6 in release 2), stories 7 to 16, bugs 26 to 30. Bug 29 is for
// members alone. Open are stories 12 to 15 and bugs 28 to 30; the sprints hold all of
// these but 15 and 28.
const [firstRelease, release, sprint, otherSprint] = [1, 2, 5, 6];
const sprintTitle = 'Sprint 3: first transfers';
let scrum: Scrum;
let test: TestApp;
let folder: string;

/** Replaces texts of the sample, each of which it must have once. */
async function changeSample(changes: readonly (readonly [from: string, to: string])[]): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'tepal-planning-'));
  await cp(sampleFolder('scrum'), copy, { recursive: true });
  let text = await readFile(join(copy, 'project.xml'), 'utf8');
  for (const [from, to] of changes) {
    assert.equal(text.split(from).length, 2, from);
    text = text.replace(from, () => to);
  }
  await writeFile(join(copy, 'project.xml'), text);
  return copy;
}

const fieldRead = (field: string, group: string): string =>
  `<permission scope="field" REF="${field}" ugroup="${group}" type="PLUGIN_TRACKER_FIELD_READ"/>`;
/** To members alone what everybody reads. */
const closed = (field: string): [string, string] => [
  fieldRead(field, 'UGROUP_ANONYMOUS'),
  fieldRead(field, 'UGROUP_PROJECT_MEMBERS'),
];
const [capacity, burndown] = ['F111', 'F225'];
const releasePlanning = (more: string): string => `<backlog>T3</backlog>${more}
        </backlogs>`;
const sprintAccess = (group: string): string =>
  `<permission scope="tracker" ugroup="${group}" type="PLUGIN_TRACKER_ACCESS_FULL"/>
        <permission scope="tracker" ugroup="UGROUP_PROJECT_ADMIN" type="PLUGIN_TRACKER_ADMIN"/>
        <permission scope="field" REF="F203"`;

before(async () => {
  folder = await changeSample([
    closed(capacity),
    closed(burndown),
    [sprintAccess('UGROUP_ANONYMOUS'), sprintAccess('UGROUP_REGISTERED')],
    [
      `backlog_title="Product backlog">
        <backlogs>
          ${releasePlanning('')}`,
      `backlog_title="Product backlog">
        <backlogs>
          ${releasePlanning('<backlog>T5</backlog>')}
        <permissions>
          <permission ugroup="UGROUP_PROJECT_ADMIN" type="PLUGIN_AGILEDASHBOARD_PLANNING_PRIORITY_CHANGE"/>
        </permissions>`,
    ],
  ]);
  scrum = await openScrum({ folder, withKanban: true, clock: createTestClock(Date.parse('2026-05-05T12:00:00Z')) });
  ({ test } = scrum);
  await test.addUser('stig');
  const links = (ids: readonly number[]) => ({ links: ids.map((id) => ({ id })) });
  await put('Releases', release, [
    {
      field_id: scrum.field('Releases', 'links'),
      links: [...[5, 6].map((id) => ({ id, type: '_is_child' })), ...links([12, 13, 14, 15, 16, 29]).links],
    },
    { field_id: scrum.field('Releases', 'start_date'), value: '2026-04-27' },
    { field_id: scrum.field('Releases', 'end_date'), value: '2026-05-22' },
  ]);
  await put('Releases', firstRelease, [
    { field_id: scrum.field('Releases', 'start_date'), value: '2026-03-02' },
    { field_id: scrum.field('Releases', 'end_date'), value: '2026-04-24' },
  ]);
  await put('Sprints', sprint, [{ field_id: scrum.field('Sprints', 'start_date'), value: '2026-04-27' }]);
});
after(async () => {
  await test.close();
  await rm(folder, { recursive: true });
});

async function put(tracker: string, id: number, values: unknown): Promise<void> {
  const answer = await test.call(`/api/artifacts/${id}`, { method: 'PUT', as: 'ana', body: { values } });
  assert.equal(answer.status, 200, `${tracker} ${answer.text}`);
}

const idsOf = (answer: Answered): unknown[] => listAt(answer.json).map((item) => at(item, 'id'));
const get = async (path: string, as?: string): Promise<Answered> =>
  expectRow(test, { path: `/api/${path}`, status: 200, ...(as === undefined ? {} : { as }) });
const withQuery = (path: string, query: unknown): string =>
  `${path}?query=${encodeURIComponent(JSON.stringify(query))}`;

describe('what is listed, to whom', () => {
  const rows: { as?: string; path: string; ids: number[]; size?: number }[] = [
    { path: 'projects/101/plannings', ids: [1] },
    { as: 'stig', path: 'projects/101/plannings', ids: [1, 2] },
    { as: 'stig', path: 'projects/101/plannings?limit=1&offset=1', ids: [2], size: 2 },
    { as: 'stig', path: 'projects/102/plannings', ids: [] },
    { path: 'projects/101/milestones', ids: [1, 2] },
    { path: 'projects/101/milestones?order=desc&limit=1', ids: [2], size: 2 },
    { path: 'projects/101/milestones?order=desc&limit=1&offset=1', ids: [1], size: 2 },
    { path: 'projects/101/milestones?limit=0', ids: [], size: 2 },
    { path: withQuery('projects/101/milestones', { status: 'open' }), ids: [2] },
    { path: withQuery('projects/101/milestones', { status: 'closed' }), ids: [1] },
    { path: withQuery('projects/101/milestones', { period: 'current' }), ids: [2] },
    { path: withQuery('projects/101/milestones', { period: 'future' }), ids: [] },
    { path: 'projects/102/milestones', ids: [] },
    { path: 'plannings/1/milestones', ids: [1, 2] },
    { as: 'stig', path: 'plannings/2/milestones?limit=2&offset=1', ids: [4, 5], size: 4 },
    { path: 'milestones/2/milestones', ids: [] },
    { as: 'stig', path: 'milestones/2/milestones', ids: [5, 6] },
    { as: 'stig', path: withQuery('milestones/2/milestones', { status: 'open' }), ids: [6] },
    { as: 'stig', path: withQuery('milestones/2/milestones', { status: 'closed' }), ids: [5] },
    { as: 'stig', path: 'milestones/5/milestones', ids: [] },
    { path: 'milestones/2/siblings', ids: [1] },
    { as: 'stig', path: 'milestones/5/siblings', ids: [6] },
    { as: 'stig', path: withQuery('milestones/6/siblings', { status: 'open' }), ids: [] },
    { path: 'projects/101/backlog', ids: [] },
    { as: 'stig', path: 'projects/101/backlog', ids: [28] },
    { as: 'stig', path: 'projects/102/backlog', ids: [] },
    { path: 'milestones/2/content', ids: [12, 13, 14, 15, 16] },
    { as: 'stig', path: 'milestones/2/content', ids: [12, 13, 14, 15, 16] },
    { as: 'bruno', path: 'milestones/2/content?limit=3&offset=4', ids: [16, 29], size: 6 },
    { as: 'stig', path: 'milestones/5/content', ids: [11, 12] },
    { path: 'milestones/2/backlog', ids: [12, 13, 14, 15] },
    { as: 'stig', path: 'milestones/2/backlog', ids: [15] },
    { as: 'stig', path: withQuery('milestones/2/backlog', { status: 'all' }), ids: [15, 16] },
    { as: 'stig', path: 'milestones/2/backlog?include=planned_and_not_planned', ids: [12, 13, 14, 15, 16] },
    { as: 'stig', path: 'milestones/5/backlog', ids: [12] },
    { as: 'stig', path: withQuery('milestones/5/backlog', { status: 'all' }), ids: [11, 12] },
    { path: 'backlog_items/2/children', ids: [] },
    { as: 'stig', path: 'backlog_items/2/children?limit=1&offset=1', ids: [6], size: 2 },
    { as: 'stig', path: 'backlog_items/30/children', ids: [] },
  ];
  for (const { as, path, ids, size = ids.length } of rows) {
    it(`${as ?? 'anonymous'}: ${decodeURIComponent(path)} is ${JSON.stringify(ids)}`, async () => {
      const answer = await get(path, as);
      assert.deepEqual(idsOf(answer), ids);
      assert.equal(answer.headers.get('x-pagination-size'), String(size));
    });
  }
});

describe('refusals', () => {
  const malformed = [{ status: 'done' }, { period: 'past' }, { zzz: 1 }, {}, [], { status: 'open', period: 'future' }];
  const rows: Row[] = [
    ...malformed.map((query) => ({ path: withQuery('/api/projects/101/milestones', query), status: 400 })),
    { path: '/api/projects/101/milestones?query=%7Bbad', status: 400, contains: ['`query`'] },
    { path: withQuery('/api/milestones/2/milestones', { period: 'future' }), status: 400, contains: ['"status'] },
    { path: withQuery('/api/milestones/2/siblings', { zzz: 1 }), status: 400 },
    { path: withQuery('/api/milestones/2/backlog', { status: 'open' }), status: 400 },
    { path: '/api/milestones/2/backlog?include=all', status: 400, contains: ['`include`'] },
    {
      path: `${withQuery('/api/milestones/2/backlog', { status: 'all' })}&include=planned_and_not_planned`,
      status: 400,
      contains: ['`include`'],
    },
    { path: '/api/projects/101/milestones?fields=zzz', status: 400, contains: ['`fields`'] },
    { path: '/api/projects/101/milestones?order=up', status: 400, contains: ['`order`'] },
    { path: '/api/projects/101/milestones?limit=51', status: 400 },
    { path: '/api/projects/101/plannings?limit=51', status: 400 },
    { path: '/api/projects/101/backlog?limit=101', status: 400 },
    { path: '/api/projects/101/backlog?offset=-1', status: 400 },
    { path: '/api/milestones/2/siblings?limit=11', status: 400 },
    ...['plannings', 'milestones', 'backlog'].map((part) => ({ path: `/api/projects/999/${part}`, status: 404 })),
    { path: '/api/plannings/99/milestones', status: 404 },
    { path: '/api/plannings/2/milestones', status: 404, lacks: ['Sprint'] },
    { path: '/api/milestones/7', status: 404 },
    ...['', '/milestones', '/siblings', '/content', '/backlog', '/burndown'].map((part) => ({
      path: `/api/milestones/9999${part}`,
      status: 404,
    })),
    ...['', '/milestones', '/siblings', '/content', '/backlog', '/burndown'].map((part) => ({
      path: `/api/milestones/${sprint}${part}`,
      status: 403,
      lacks: [sprintTitle],
    })),
    { as: 'stig', path: `/api/milestones/${sprint}/burndown`, status: 404, contains: ['no burndown chart'] },
    { as: 'bruno', path: `/api/milestones/${release}/burndown`, status: 404 },
    { path: '/api/backlog_items/9999', status: 404 },
    { as: 'stig', path: '/api/backlog_items/29', status: 403, lacks: ['Session key'] },
    { as: 'stig', path: '/api/backlog_items/29/children', status: 403, lacks: ['Session key'] },
  ];
  for (const row of rows) it(titleOf(row), async () => void (await expectRow(test, row)));

  it('in XML', async () => {
    const headers = { accept: 'application/xml' };
    const row = { path: withQuery('/api/projects/101/milestones', { zzz: 1 }), headers };
    await expectRow(test, { ...row, status: 400, contains: ['<response><error><code>400</code>'] });
    await expectRow(test, { path: '/api/milestones/9999', headers, status: 404, contains: ['<code>404</code>'] });
  });
});

describe('a private project and a closed platform', () => {
  it('are refused', async () => {
    const paths = [
      'projects/101/plannings',
      'projects/101/milestones',
      'projects/101/backlog',
      'plannings/1/milestones',
    ];
    const singles = ['milestones/2', 'milestones/2/content', 'backlog_items/12'];
    await test.app.features.projects.change('meadow-scrum', { access: 'private' });
    for (const path of [...paths, ...singles]) {
      await expectRow(test, { as: 'stig', path: `/api/${path}`, status: 403, lacks: ['Meadow 1.1', 'Send money'] });
      await expectRow(test, { as: 'bruno', path: `/api/${path}`, status: 200 });
    }
    const all = await get('projects', 'stig');
    assert.ok(!all.text.includes('root_planning'));
    await test.app.features.projects.change('meadow-scrum', { access: 'public' });
    await test.app.features.site.changeSetting('access_mode', 'regular');
    for (const path of [...paths, ...singles]) await expectRow(test, { path: `/api/${path}`, status: 401 });
    await test.app.features.site.changeSetting('access_mode', 'anonymous');
  });
});

describe('a milestone', () => {
  const dayOf = (value: unknown, path: string): string => String(at(value, path)).slice(0, 10);

  it('shows its days, what it holds and where it leads', async () => {
    const { json, headers } = await get(`milestones/${release}`, 'bruno');
    assert.equal(dayOf(json, 'start_date'), '2026-04-27');
    assert.equal(dayOf(json, 'end_date'), '2026-05-22');
    const facts = {
      label: 'Meadow 1.1: pay people',
      'planning.uri': 'plannings/1',
      number_days_since_start: 6,
      number_days_until_end: 13,
      capacity: 70,
      remaining_effort: 21,
      status_value: 'In progress',
      semantic_status: 'open',
      parent: null,
      'sub_milestone_type.label': 'Sprints',
      // Four stories and a bug, and the tasks 23 and 25; story 16 and task 24.
      'status_count.open': 7,
      'status_count.closed': 2,
      has_user_priority_change_permission: false,
      cardwall_uri: null,
      burndown_uri: null,
      'resources.content.accept.trackers.1.label': 'Bugs',
      'resources.backlog.accept.trackers.0.label': 'User stories',
      'resources.backlog.accept.trackers.1': undefined,
      'resources.siblings.uri': 'milestones/2/siblings',
    };
    for (const [path, wanted] of Object.entries(facts)) assert.deepEqual(at(json, path), wanted, path);
    assert.match(headers.get('etag') ?? '', /^"/);
    assert.ok(headers.get('last-modified'));
    const inList = listAt((await get('projects/101/milestones', 'bruno')).json);
    assert.deepEqual(inList[1], json);
  });

  it('ends after so many working days, inside another', async () => {
    const { json } = await get(`milestones/${sprint}`, 'stig');
    assert.equal(dayOf(json, 'end_date'), '2026-05-08');
    assert.equal(at(json, 'number_days_until_end'), 3);
    assert.equal(at(json, 'parent.uri'), 'milestones/2');
    assert.equal(at(json, 'parent.tracker.label'), 'Releases');
    assert.equal(at(json, 'sub_milestone_type'), null);
    assert.equal(at(json, 'capacity'), 96);
    assert.deepEqual(at(json, 'status_count'), { open: 2, closed: 2 });
  });

  it('is over for so many working days', async () => {
    const { json } = await get(`milestones/${firstRelease}`);
    assert.equal(at(json, 'number_days_until_end'), -7);
    assert.equal(at(json, 'semantic_status'), 'closed');
  });

  it('has a chart where there is a field for one', async () => {
    const { json } = await get(`milestones/${sprint}/burndown`, 'bruno');
    const whole = (await get(`artifacts/${sprint}`, 'bruno')).json;
    const field = listAt(whole, 'values').find((value) => at(value, 'type') === 'burndown');
    assert.deepEqual(json, at(field, 'value'));
    const frame = { duration: 9, capacity: 96, is_under_calculation: false, opening_days: [1, 2, 3, 4, 5] };
    for (const [key, wanted] of Object.entries(frame)) assert.deepEqual(at(json, key), wanted, key);
    assert.equal(listAt(json, 'points_with_date').length, 7);
    assert.equal(Date.parse(String(at(json, 'start_date'))), new Date('2026-04-27T00:00:00').getTime());
    assert.equal(
      at((await get(`milestones/${sprint}`, 'bruno')).json, 'burndown_uri'),
      `milestones/${sprint}/burndown`,
    );
    assert.equal(at((await get(`milestones/${sprint}`, 'stig')).json, 'burndown_uri'), null);
    const headers = { accept: 'application/xml' };
    const path = `/api/milestones/${sprint}/burndown`;
    await expectRow(test, { as: 'bruno', path, headers, status: 200, contains: ['<duration>9</duration>'] });
  });

  it('leaves out in its slim form what must be looked up', async () => {
    const { json } = await get(`milestones/${release}/milestones?fields=slim`, 'bruno');
    for (const key of ['parent', 'status_count', 'number_days_since_start', 'number_days_until_end']) {
      assert.equal(at(json, `0.${key}`), null, key);
    }
    assert.equal(dayOf(json, '0.start_date'), '2026-04-27');
  });

  it('says who may reorder', async () => {
    const may = async (as: string, id: number): Promise<unknown> =>
      at((await get(`milestones/${id}`, as)).json, 'has_user_priority_change_permission');
    assert.equal(await may('ana', release), true);
    assert.equal(await may('bruno', sprint), true);
    assert.equal(await may('stig', sprint), false);
  });

  it('has no trace of a capacity that may not be read, nor of a tracker, nor of an item', async () => {
    const { json, text } = await get(`milestones/${release}`, 'stig');
    assert.equal(at(json, 'capacity'), 0);
    assert.deepEqual(at(json, 'status_count'), { open: 6, closed: 2 });
    assert.ok(!text.includes('70'));
    const anonymous = await get(`milestones/${release}`);
    assert.equal(at(anonymous.json, 'sub_milestone_type'), null);
    assert.deepEqual(at(anonymous.json, 'status_count'), { open: 6, closed: 2 });
    for (const word of ['Sprints', 'Bugs', '"id":29']) assert.ok(!anonymous.text.includes(word), word);
  });

  it('is the same in XML', async () => {
    await expectRow(test, {
      as: 'bruno',
      path: `/api/milestones/${release}`,
      headers: { accept: 'application/xml' },
      status: 200,
      contains: ['<capacity>70</capacity>', '<status_count><open>7</open><closed>2</closed></status_count>'],
    });
    await expectRow(test, {
      as: 'stig',
      path: '/api/projects/101/milestones',
      headers: { accept: 'application/xml' },
      status: 200,
      contains: ['<response><item><id>1</id>', '<label>Meadow 1.1: pay people</label>'],
      lacks: ['<capacity>70</capacity>'],
    });
  });
});

describe('a backlog item', () => {
  it('shows status, efforts, parent and card', async () => {
    const { json } = await get(`milestones/${sprint}/content`, 'stig');
    const facts = {
      label: 'Send money to a saved person',
      type: 'User stories',
      short_type: 'story',
      status: 'Open',
      'full_status.value': 'Review',
      initial_effort: 13,
      remaining_effort: 1.5,
      parent: null,
      has_children: true,
      'accept.trackers.0.label': 'Tasks',
      'card_fields.0.field_id': scrum.field('User stories', 'product_owner'),
      'card_fields.1.field_id': scrum.field('User stories', 'remaining_effort'),
    };
    for (const [path, wanted] of Object.entries(facts)) assert.deepEqual(at(json, `1.${path}`), wanted, path);
    assert.equal(at(json, '0.status'), 'Closed');
  });

  it('has a parent that the caller may see', async () => {
    const { json } = await get(`backlog_items/${otherSprint}`, 'stig');
    assert.equal(at(json, 'parent.label'), 'Meadow 1.1: pay people');
    assert.equal(at(json, 'parent.uri'), 'route-not-yet-implemented');
    const { json: parent } = await get(`backlog_items/${release}`);
    assert.equal(at(parent, 'has_children'), false);
    assert.deepEqual(at(parent, 'accept.trackers'), []);
  });

  it('without an effort shows 0 in a backlog and null by itself', async () => {
    const { json } = await get('milestones/2/backlog', 'stig');
    assert.equal(at(json, '0.initial_effort'), 0);
    assert.equal(at((await get('backlog_items/15', 'stig')).json, 'initial_effort'), null);
  });

  it('is the same in XML', async () => {
    await expectRow(test, {
      as: 'stig',
      path: `/api/milestones/${sprint}/content`,
      headers: { accept: 'application/xml' },
      status: 200,
      contains: ['<item><id>11</id>', '<initial_effort>13</initial_effort>', '<full_status><value>Review</value>'],
    });
  });
});

describe('a planning', () => {
  it('has its trackers, without those that the caller may not see', async () => {
    const of = async (as?: string): Promise<unknown> => at((await get('projects/101/plannings', as)).json, '0');
    assert.deepEqual(at(await of('stig'), 'backlog_trackers'), [
      { id: 3, uri: 'trackers/3' },
      { id: 5, uri: 'trackers/5' },
    ]);
    assert.deepEqual(at(await of(), 'backlog_trackers'), [{ id: 3, uri: 'trackers/3' }]);
    assert.equal(at(await of(), 'milestones_uri'), 'plannings/1/milestones');
    assert.equal(at(await of(), 'project.label'), null);
  });

  it('that is the root is told of in projects, where there is one', async () => {
    const root = 'additional_informations.agiledashboard.root_planning';
    const [planning] = listAt((await get('projects/101/plannings', 'stig')).json);
    assert.deepEqual(at((await get('projects/101', 'stig')).json, root), planning);
    const all = (await get('projects', 'stig')).json;
    assert.deepEqual(at(all, `0.${root}`), planning);
    assert.deepEqual(at(all, '1.additional_informations'), {});
  });
});

it('a backlog that is filled by hand holds open items that no milestone has, of those that were put there', async () => {
  const filled = await changeSample([
    [
      '<explicit_backlog is_used="0"/>\n      </scrum>\n    </admin>',
      `<explicit_backlog is_used="1"/></scrum></admin>
    <top_backlog><artifact artifact_id="14"/><artifact artifact_id="16"/><artifact artifact_id="99"/></top_backlog>`,
    ],
  ]);
  const other = await startApp({ archives: [filled] });
  try {
    const backlog = async (): Promise<unknown[]> => idsOf(await other.call('/api/projects/101/backlog', { as: 'ana' }));
    assert.deepEqual(await backlog(), []);
    const free = { values: [{ field_id: await linksOfSprints(other), links: [] }] };
    const freed = await other.call('/api/artifacts/6', { method: 'PUT', as: 'ana', body: free });
    assert.equal(freed.status, 200, freed.text);
    assert.deepEqual(await backlog(), [14]);
  } finally {
    await other.close();
    await rm(filled, { recursive: true });
  }
});

async function linksOfSprints(app: TestApp): Promise<number> {
  const { json } = await app.call('/api/trackers/2', { as: 'ana' });
  return Number(
    at(
      listAt(json, 'fields').find((field) => at(field, 'name') === 'links'),
      'field_id',
    ),
  );
}

it('without the right to read the links of milestones, nobody knows what they hold', async () => {
  const read = (group: string): string => `REF="F215" ugroup="${group}" type="PLUGIN_TRACKER_FIELD_READ"/>`;
  const closed = await changeSample([[read('UGROUP_ANONYMOUS'), read('UGROUP_PROJECT_MEMBERS')]]);
  const other = await startApp({ archives: [closed] });
  try {
    const ids = async (path: string, as?: string): Promise<unknown[]> =>
      idsOf(await other.call(`/api/${path}`, as === undefined ? {} : { as }));
    assert.deepEqual(await ids('milestones/5/content', 'bruno'), [11, 12]);
    assert.deepEqual(await ids('projects/101/backlog', 'bruno'), [15]);
    assert.deepEqual(await ids('milestones/5/content'), []);
    assert.deepEqual(await ids('milestones/5/backlog'), []);
    assert.deepEqual(await ids('projects/101/backlog'), [12, 13, 14, 15]);
    const { json } = await other.call('/api/milestones/5');
    assert.deepEqual(at(json, 'status_count'), { open: 0, closed: 0 });
    assert.equal(at(json, 'parent.id'), release);
  } finally {
    await other.close();
    await rm(closed, { recursive: true });
  }
});
