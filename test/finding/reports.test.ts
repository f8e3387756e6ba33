// Engine: both
// Reports over REST: who sees and changes which, what they find for whom, in which form, and that archives take them along.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { at, headerOf, startApp } from '../support/harness.ts';
import type { Answered, TestApp } from '../support/harness.ts';
import { expectRow, listAt } from '../support/scenario.ts';
import { admins, buildArtifacts, buildProject, everybody, members } from '../support/worlds.ts';
import type { FieldPlan, World } from '../support/worlds.ts';

let test: TestApp;
let world: World;
let sam: number;
let ada: number;

const open = { read: [everybody], submit: [members], update: [members] };
const fields: FieldPlan[] = [
  { name: 'aid', type: 'aid', ...open },
  { name: 'title', type: 'string', ...open },
  { name: 'details', type: 'text', ...open },
  { name: 'status', type: 'sb', values: ['Zero', 'Alpha'], ...open },
  { name: 'owner', type: 'sb', ofPeople: true, ...open },
  { name: 'effort', type: 'int', ...open },
  { name: 'links', type: 'art_link', ...open },
  { name: 'luby', type: 'luby', ...open },
  { name: 'secret', type: 'int', read: [admins], submit: [admins], update: [admins] },
];

before(async () => {
  test = await startApp();
  ada = await test.addUser('ada');
  sam = await test.addUser('sam');
  await test.addUser('tom');
  await test.addUser('stranger');
  world = await buildProject(test, {
    name: 'shop',
    admins: [ada],
    members: [sam],
    trackers: () => [
      { name: 'bugs', permissions: { full: [everybody] }, fields, title: 'title' },
      { name: 'closed', permissions: { full: [admins] }, fields, title: 'title' },
    ],
  });
  const value = (label: string): number => world.value('bugs', 'status', label);
  const rows: [title: string, status: number[], owner: number[], effort: number | undefined, secret: number][] = [
    ['pear, ripe', [value('Zero')], [sam], 3, 5],
    ['=1+1', [value('Alpha')], [ada], -2, 4],
    ['Apple "red"', [], [], undefined, 3],
    ['fig', [value('Zero')], [ada], 10, 2],
    ['quince', [value('Alpha')], [sam], 7, 1],
  ];
  await buildArtifacts(
    test,
    rows.map(([title, status, owner, effort, secret], index) => ({
      trackerId: world.tracker('bugs'),
      changes: (ids) => [
        {
          by: sam,
          atMs: 1_000_000 + index,
          values: {
            [field('title')]: title,
            [field('details')]: { content: index === 2 ? '\n=2+2\r=3' : `**bold** ${index}`, format: 'commonmark' },
            [field('status')]: status,
            [field('owner')]: owner,
            [field('secret')]: secret,
            ...(effort === undefined ? {} : { [field('effort')]: effort }),
            ...(index === 4 ? { [field('links')]: [{ id: ids[0] ?? 0, type: '' }] } : {}),
          },
        },
      ],
    })),
  );
});
after(() => test.close());

const field = (name: string): number => world.field('bugs', name);
const value = (label: string): number => world.value('bugs', 'status', label);
const reportsPath = (): string => `/api/trackers/${world.tracker('bugs')}/tracker_reports`;

async function make(as: string, body: Record<string, unknown>): Promise<number> {
  const answer = await expectRow(test, {
    path: reportsPath(),
    method: 'POST',
    as,
    body: { label: 'Mine', ...body },
    status: 201,
  });
  return Number(at(answer.json, 'id'));
}

/** Titles of what the report finds, in its order. */
async function titles(id: number, as: string | undefined, query = 'values=from_table_renderer'): Promise<unknown[]> {
  const who = as === undefined ? {} : { as };
  const answer = await expectRow(test, { path: `/api/tracker_reports/${id}/artifacts?${query}`, ...who, status: 200 });
  return listAt(answer.json).map((artifact) => at(artifact, 'title'));
}

const readFull = async (id: number, as: string): Promise<Answered> =>
  expectRow(test, { path: `/api/tracker_reports/${id}?representation=full`, as, status: 200 });

describe('who has reports', () => {
  it('own ones are nobody else’s', async () => {
    const id = await make('sam', { label: 'Private of Sam' });
    const path = `/api/tracker_reports/${id}`;
    for (const part of ['', '?representation=full', '/artifacts', '/artifacts.csv'])
      for (const as of ['ada', 'stranger', undefined])
        await expectRow(test, {
          path: path + part,
          ...(as === undefined ? {} : { as }),
          status: 404,
          lacks: ['Private of Sam'],
        });
    for (const as of ['ada', 'stranger']) {
      await expectRow(test, { path, method: 'PATCH', as, body: { label: 'x' }, status: 404 });
      await expectRow(test, { path, method: 'DELETE', as, status: 404 });
      await expectRow(test, { path: reportsPath(), as, status: 200, lacks: ['Private of Sam'] });
    }
    await expectRow(test, { path: reportsPath(), as: 'sam', status: 200, contains: ['Private of Sam'] });
    await expectRow(test, { path, method: 'DELETE', as: 'sam', status: 204 });
    await expectRow(test, { path, as: 'sam', status: 404 });
  });

  it('public ones are made, changed and deleted by administrators of the tracker', async () => {
    const body = { label: 'All', is_public: true };
    await expectRow(test, { path: reportsPath(), method: 'POST', as: 'sam', body, status: 403 });
    await expectRow(test, { path: reportsPath(), method: 'POST', body, status: 401 });
    const id = await make('ada', { ...body, is_default: true });
    const path = `/api/tracker_reports/${id}`;
    await expectRow(test, { path, status: 200, contains: ['"is_public":true', '"is_default":true'] });
    await expectRow(test, { path, method: 'PATCH', as: 'sam', body: { label: 'x' }, status: 403 });
    await expectRow(test, { path, method: 'DELETE', as: 'sam', status: 403 });
    const other = await make('ada', { ...body, is_default: true });
    await expectRow(test, { path, status: 200, contains: ['"is_default":false'] });
    const own = await make('sam', {});
    const publish = { path: `/api/tracker_reports/${own}`, method: 'PATCH', as: 'sam' };
    await expectRow(test, { ...publish, body: { is_public: true }, status: 403 });
    await expectRow(test, { ...publish, body: { is_default: true }, status: 400, contains: ['is_default'] });
    await expectRow(test, { path, method: 'PATCH', as: 'ada', body: { is_public: false }, status: 200 });
    await expectRow(test, { path, as: 'sam', status: 404 });
    for (const gone of [id, other])
      await expectRow(test, { path: `/api/tracker_reports/${gone}`, method: 'DELETE', as: 'ada', status: 204 });
  });

  it('a report of a tracker that is hidden is refused', async () => {
    const closed = world.tracker('closed');
    const answer = await expectRow(test, {
      path: `/api/trackers/${closed}/tracker_reports`,
      method: 'POST',
      as: 'ada',
      body: { label: 'Closed', is_public: true },
      status: 201,
    });
    const path = `/api/tracker_reports/${String(at(answer.json, 'id'))}`;
    for (const part of ['', '/artifacts', '/artifacts.csv'])
      await expectRow(test, { path: path + part, as: 'sam', status: 403, lacks: ['Closed'] });
    await expectRow(test, {
      path: `/api/trackers/${closed}/tracker_reports`,
      method: 'POST',
      as: 'sam',
      body: { label: 'x' },
      status: 404,
    });
  });

  it('If-Match guards changes by what the report was, in either representation', async () => {
    const id = await make('sam', {});
    const path = `/api/tracker_reports/${id}`;
    const tag = headerOf(await test.call(path, { as: 'sam' }), 'etag');
    const full = headerOf(await readFull(id, 'sam'), 'etag');
    assert.notEqual(full, tag);
    const change = (ifMatch: string, body: unknown, status: number): Promise<Answered> =>
      expectRow(test, { path, method: 'PATCH', as: 'sam', body, headers: { 'if-match': ifMatch }, status });
    await change(tag, { criteria: { title: 'fig' } }, 200);
    await change(full, { label: 'Later' }, 412);
    await change(headerOf(await readFull(id, 'sam'), 'etag'), { label: 'Later' }, 200);
    const xml = await test.call(path, { as: 'sam', headers: { accept: 'application/xml' } });
    await expectRow(test, { path, method: 'DELETE', as: 'sam', headers: { 'if-match': tag }, status: 412 });
    await expectRow(test, {
      path,
      method: 'DELETE',
      as: 'sam',
      headers: { 'if-match': headerOf(xml, 'etag') },
      status: 204,
    });
  });
});

describe('what reports hold', () => {
  it('is given back, and taken again', async () => {
    const criteria = { status: [value('Zero'), 100], owner: [sam], effort: { operator: 'contains', value: '>2' } };
    const sort = [{ field_id: field('effort'), order: 'desc' }];
    const columns = [field('title'), field('effort')];
    const id = await make('sam', { description: 'D', criteria, columns, sort });
    const full = (await readFull(id, 'sam')).json;
    assert.deepEqual(at(full, 'criteria'), { ...criteria, status: [value('Zero'), 100] });
    assert.deepEqual(at(full, 'renderers.0.columns'), columns);
    assert.deepEqual(at(full, 'renderers.0.sort'), sort);
    assert.equal(at(full, 'tracker.id'), world.tracker('bugs'));
    const path = `/api/tracker_reports/${id}`;
    const again = await expectRow(test, { path, method: 'PATCH', as: 'sam', body: full, status: 200 });
    assert.deepEqual(again.json, full);
    const other = { is_in_expert_mode: true, expert_query: 'effort > 5' };
    const changed = await expectRow(test, { path, method: 'PATCH', as: 'sam', body: other, status: 200 });
    assert.deepEqual(at(changed.json, 'criteria'), criteria);
    assert.deepEqual(await titles(id, 'sam'), ['fig', 'quince']);
  });

  it('has columns of what every artifact has at their places, which stay where nothing is said of them', async () => {
    const standard = [
      { name: '@id', place: 0 },
      { name: '@last_update_date', place: 2 },
    ];
    const id = await make('sam', { columns: [field('title')], standard_columns: standard });
    const path = `/api/tracker_reports/${id}`;
    const tableOf = async (): Promise<unknown[]> => {
      const { json } = await readFull(id, 'sam');
      return [at(json, 'renderers.0.columns'), at(json, 'renderers.0.standard_columns')];
    };
    assert.deepEqual(await tableOf(), [[field('title')], standard]);
    await expectRow(test, { path, method: 'PATCH', as: 'sam', body: { columns: [field('effort')] }, status: 200 });
    assert.deepEqual(await tableOf(), [[field('effort')], standard]);
    const alone = { columns: [], standard_columns: standard.slice(1) };
    await expectRow(test, { path, method: 'PATCH', as: 'sam', body: alone, status: 200 });
    assert.deepEqual(await tableOf(), [[], standard.slice(1)]);
    for (const body of [{ standard_columns: [] }, { standard_columns: [{ name: '@colour', place: 0 }] }])
      await expectRow(test, { path, method: 'PATCH', as: 'sam', body, status: 400 });
  });

  it('is sorted by what every artifact has, which stays where nothing is said of it', async () => {
    const id = await make('sam', {
      columns: [field('title')],
      sort: [{ field_id: field('status') }],
      standard_sort: [{ name: '@id', order: 'desc', place: 1 }],
    });
    const path = `/api/tracker_reports/${id}`;
    const standardSort = async (): Promise<unknown> =>
      at((await readFull(id, 'sam')).json, 'renderers.0.standard_sort');
    assert.deepEqual(await standardSort(), [{ name: '@id', order: 'desc', place: 1 }]);
    const table = `${path}/artifacts?values=from_table_renderer`;
    const shown = async (): Promise<unknown[]> => {
      const { json } = await expectRow(test, { path: table, as: 'sam', status: 200 });
      return listAt(json).map((artifact) => at(artifact, 'title'));
    };
    assert.deepEqual(await shown(), ['Apple "red"', 'fig', 'pear, ripe', 'quince', '=1+1']);
    await expectRow(test, { path, method: 'PATCH', as: 'sam', body: { sort: [] }, status: 200 });
    assert.deepEqual(await shown(), ['quince', 'fig', 'Apple "red"', '=1+1', 'pear, ripe']);
    const ranked = { standard_sort: [{ name: '@rank', place: 0 }] };
    await expectRow(test, { path, method: 'PATCH', as: 'sam', body: ranked, status: 200 });
    assert.deepEqual(await standardSort(), [{ name: '@rank', order: 'asc', place: 0 }]);
    assert.deepEqual(await shown(), ['pear, ripe', '=1+1', 'Apple "red"', 'fig', 'quince']);
    for (const standard of [[{ name: '@colour', place: 0 }], [{ name: '@id', place: 0, order: 'up' }]])
      await expectRow(test, { path, method: 'PATCH', as: 'sam', body: { standard_sort: standard }, status: 400 });
  });

  it('shows ranks in lists that ask for them', async () => {
    const list = `/api/trackers/${world.tracker('bugs')}/artifacts?values=all&fields=title`;
    const asked = await expectRow(test, { path: `${list},@rank&sort=@rank`, as: 'sam', status: 200 });
    const ranks = listAt(asked.json).map((artifact) => Number(at(artifact, 'rank')));
    assert.equal(ranks.length, 5);
    assert.deepEqual(
      ranks,
      ranks.toSorted((one, other) => one - other),
    );
    const plain = await expectRow(test, { path: list, as: 'sam', status: 200 });
    assert.equal(at(plain.json, '0.rank'), undefined);
    const xml = { accept: 'application/xml' };
    await expectRow(test, { path: `${list},@rank`, as: 'sam', headers: xml, status: 200, contains: ['<rank>'] });
  });

  it('can be said in XML', async () => {
    const xml = { 'content-type': 'application/xml', accept: 'application/xml' };
    const body = `<request><label>By XML</label><criteria><status><item>${value('Alpha')}</item></status></criteria><columns><item>${field('title')}</item></columns><sort><item><field_id>${field('title')}</field_id></item></sort></request>`;
    const made = await expectRow(test, {
      path: reportsPath(),
      method: 'POST',
      as: 'sam',
      body,
      headers: xml,
      status: 201,
      contains: ['<label>By XML</label>', `<status><item>${value('Alpha')}</item></status>`],
    });
    const id = Number(/<id>(\d+)<\/id>/.exec(made.text)?.[1]);
    assert.deepEqual(await titles(id, 'sam'), ['=1+1', 'quince']);
    const path = `/api/tracker_reports/${id}`;
    const change = '<request><expert_query>title = "fig"</expert_query></request>';
    await expectRow(test, { path, method: 'PATCH', as: 'sam', body: change, headers: xml, status: 200 });
    const flat = `${path}/artifacts?values=from_table_renderer&output_format=flat`;
    const headers = { accept: 'application/xml' };
    await expectRow(test, {
      path: flat,
      as: 'sam',
      headers,
      status: 200,
      contains: ['<item><title>fig</title></item>'],
    });
  });

  const refused: [body: () => Record<string, unknown>, contains: string][] = [
    [() => ({ label: ' ' }), '`label`'],
    [() => ({ label: 'a\nb' }), '`label`'],
    [() => ({ criteria: { nothing: 1 } }), 'nothing'],
    [() => ({ criteria: { status: 'x' } }), 'status'],
    [() => ({ criteria: { effort: 'much' } }), 'effort'],
    [() => ({ criteria: { owner: [987_654] } }), '987654'],
    [() => ({ expert_query: 'effort >' }), '`expert_query`'],
    [() => ({ expert_query: 'effort > 1', criteria: { effort: 1 } }), 'is_in_expert_mode'],
    [() => ({ columns: [987_654] }), '`columns[0]`'],
    [() => ({ columns: [field('title')], sort: [{ field_id: field('links') }] }), '`sort[0].field_id`'],
    [() => ({ sort: [{ field_id: field('title') }] }), '`columns`'],
    [() => ({ columns: [field('title')], table_renderer_id: 7 }), '`table_renderer_id`'],
    [() => ({ is_default: true }), '`is_default`'],
  ];
  it('what is wrong is refused, and nothing is made', async () => {
    const size = async (): Promise<string> =>
      headerOf(await test.call(reportsPath(), { as: 'sam' }), 'x-pagination-size');
    const before = await size();
    for (const [body, contains] of refused)
      await expectRow(test, {
        path: reportsPath(),
        method: 'POST',
        as: 'sam',
        body: { label: 'Wrong', ...body() },
        status: 400,
        contains: [contains],
      });
    assert.equal(await size(), before);
  });

  it('nobody has any number of them', async () => {
    const id = await make('tom', {});
    await test.app.database.transact(async (tx) => {
      const { id: _id, ...row } = await tx
        .selectFrom('reports')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      await tx
        .insertInto('reports')
        .values(Array.from({ length: 199 }, () => row))
        .execute();
    });
    const another = { path: reportsPath(), method: 'POST', as: 'tom', body: { label: 'One more' } };
    await expectRow(test, { ...another, status: 409 });
    await make('ada', {});
    await expectRow(test, { path: `/api/tracker_reports/${id}`, method: 'DELETE', as: 'tom', status: 204 });
    await expectRow(test, { ...another, status: 201 });
  });
});

describe('what reports find', () => {
  it('criteria hold together, none counts as a choice', async () => {
    assert.deepEqual(await titles(await make('sam', { criteria: { owner: [ada] } }), 'sam', ''), ['=1+1', 'fig']);
    const zeroOrNone = { status: [value('Zero'), 100] };
    assert.deepEqual(await titles(await make('sam', { criteria: zeroOrNone }), 'sam', ''), [
      'pear, ripe',
      'Apple "red"',
      'fig',
    ]);
    assert.deepEqual(await titles(await make('sam', { criteria: { ...zeroOrNone, owner: [ada] } }), 'sam', ''), [
      'fig',
    ]);
    assert.equal((await titles(await make('sam', { criteria: { status: null } }), 'sam', '')).length, 5);
    assert.equal((await titles(await make('sam', { criteria: { luby: [ada, 100] } }), 'sam', '')).length, 0);
    assert.equal((await titles(await make('sam', { criteria: { luby: [sam, 100] } }), 'sam', '')).length, 5);
    const mine = await make('ada', { is_public: true, expert_query: 'owner = MYSELF()' });
    assert.deepEqual(await titles(mine, 'ada', ''), ['=1+1', 'fig']);
    assert.deepEqual(await titles(mine, 'sam', ''), ['pear, ripe', 'quince']);
  });

  const orders: [by: string, order: string, titles: string[]][] = [
    ['effort', 'asc', ['Apple "red"', '=1+1', 'pear, ripe', 'quince', 'fig']],
    ['effort', 'desc', ['fig', 'quince', 'pear, ripe', '=1+1', 'Apple "red"']],
    ['title', 'asc', ['=1+1', 'Apple "red"', 'fig', 'pear, ripe', 'quince']],
    ['status', 'asc', ['Apple "red"', 'pear, ripe', 'fig', '=1+1', 'quince']],
    ['owner', 'desc', ['pear, ripe', 'quince', '=1+1', 'fig', 'Apple "red"']],
    ['aid', 'desc', ['quince', 'fig', 'Apple "red"', '=1+1', 'pear, ripe']],
    ['luby', 'asc', ['pear, ripe', '=1+1', 'Apple "red"', 'fig', 'quince']],
  ];
  for (const [by, order, wanted] of orders)
    it(`sorts by ${by} ${order}, in pages too`, async () => {
      const sort = [{ field_id: field(by), order }];
      const id = await make('sam', { columns: [field('title')], sort });
      assert.deepEqual(await titles(id, 'sam'), wanted);
      assert.deepEqual(await titles(id, 'sam', 'values=from_table_renderer&limit=2&offset=1'), wanted.slice(1, 3));
      assert.deepEqual((await titles(id, 'sam', ''))[0], 'pear, ripe');
      assert.deepEqual((await titles(id, 'sam', 'values=from_table_renderer&order=id'))[0], 'pear, ripe');
    });

  it('sorts by several fields', async () => {
    const sort = [{ field_id: field('status'), order: 'desc' }, { field_id: field('effort') }];
    const id = await make('sam', { columns: [field('title')], sort });
    assert.deepEqual(await titles(id, 'sam'), ['=1+1', 'quince', 'pear, ripe', 'fig', 'Apple "red"']);
  });

  it('shows the values that are asked for', async () => {
    const id = await make('sam', { columns: [field('effort'), field('title')], criteria: { title: 'fig' } });
    const path = `/api/tracker_reports/${id}/artifacts`;
    const get = async (query: string): Promise<unknown> =>
      (await expectRow(test, { path: `${path}?${query}`, as: 'sam', status: 200 })).json;
    assert.equal(at(await get('values='), '0.values'), null);
    assert.equal(listAt(await get('values=all'), '0.values').length, 8);
    const columns = listAt(await get('values=from_table_renderer'), '0.values').map((shown) => at(shown, 'field_id'));
    assert.deepEqual(columns, [field('effort'), field('title')]);
    assert.deepEqual(await get('values=from_table_renderer&output_format=flat'), [{ effort: 10, title: 'fig' }]);
    const flat = listAt(await get('values=all&output_format=flat'))[0];
    assert.deepEqual([at(flat, 'status'), at(flat, 'secret')], [['Zero'], undefined]);
    const joined = listAt(await get('values=all&output_format=flat_with_semicolon_string_array'))[0];
    assert.equal(at(joined, 'status'), 'Zero');
    for (const query of [
      'output_format=flat',
      'values=none',
      'values=from_table_renderer&table_renderer_id=9',
      'limit=51',
    ])
      await expectRow(test, { path: `${path}?${query}`, as: 'sam', status: 400 });
    const bare = await make('sam', {});
    const table = `/api/tracker_reports/${bare}/artifacts?values=from_table_renderer`;
    await expectRow(test, { path: table, as: 'sam', status: 400, contains: ['no table'] });
  });
});

describe('fields that a reader may not read', () => {
  it('are no criteria, columns or order of theirs, and stay in what others change', async () => {
    const secret = { field_id: field('secret'), order: 'asc' };
    const id = await make('ada', {
      label: 'Guarded',
      is_public: true,
      criteria: { secret: '>2', title: '' },
      columns: [field('title'), field('secret')],
      sort: [secret],
    });
    assert.deepEqual(await titles(id, 'ada'), ['Apple "red"', '=1+1', 'pear, ripe']);
    for (const as of ['sam', undefined]) {
      assert.deepEqual(await titles(id, as), ['pear, ripe', '=1+1', 'Apple "red"', 'fig', 'quince']);
      const who = as === undefined ? {} : { as };
      const lacks = ['secret', `[${field('secret')}`, `,${field('secret')}`, `:${field('secret')}`];
      for (const path of [`?representation=full`, '/artifacts?values=from_table_renderer&limit=1', '/artifacts.csv'])
        await expectRow(test, { path: `/api/tracker_reports/${id}${path}`, ...who, status: 200, lacks });
    }
    const query = 'secret > 2';
    await expectRow(test, {
      path: `/api/tracker_reports/${id}`,
      method: 'PATCH',
      as: 'ada',
      body: { expert_query: query },
      status: 200,
    });
    assert.equal(at((await readFull(id, 'ada')).json, 'expert_query'), query);
    assert.equal(at((await readFull(id, 'sam')).json, 'expert_query'), null);
    for (const part of ['/artifacts', '/artifacts.csv'])
      await expectRow(test, { path: `/api/tracker_reports/${id}${part}`, as: 'sam', status: 400, lacks: ['secret'] });
    for (const body of [{ criteria: { secret: 1 } }, { columns: [field('secret')] }, { expert_query: query }])
      await expectRow(test, {
        path: reportsPath(),
        method: 'POST',
        as: 'sam',
        body: { label: 'Probe', ...body },
        status: 400,
      });
  });
});

describe('CSV', () => {
  const read = async (id: number, query = '', headers = {}): Promise<Answered> =>
    expectRow(test, {
      path: `/api/tracker_reports/${id}/artifacts.csv${query}`,
      as: 'sam',
      headers,
      status: 200,
      answers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': /^attachment; filename="report-\d+\.csv"$/,
      },
    });

  it('has the table’s columns and order, and no formulas', async () => {
    const id = await make('sam', {
      columns: [field('title'), field('effort'), field('status')],
      sort: [{ field_id: field('effort') }],
    });
    const lines = [
      'title,effort,status',
      '"Apple ""red""",,',
      "'=1+1,-2,Alpha",
      '"pear, ripe",3,Zero',
      'quince,7,Alpha',
      'fig,10,Zero',
    ];
    assert.equal((await read(id)).text, `${lines.join('\r\n')}\r\n`);
    const other = await read(id, '?separator=semicolon&header=label&order=id&with_bom=true');
    assert.ok(Buffer.from(other.text).length > 0);
    assert.match(other.text, /^\ufeff?Label of title;Label of effort;Label of status\r\npear, ripe;3;Zero\r\n/);
    assert.match((await read(id, '?separator=tab')).text, /^title\teffort\tstatus\r\n/);
    const preference = { key: 'user_csv_separator', value: 'semicolon' };
    await test.call('/api/users/self/preferences', { as: 'sam', method: 'PATCH', body: preference });
    assert.match((await read(id)).text, /^title;effort;status\r\n/);
    assert.match((await read(id, '?separator=comma')).text, /^title,effort,status\r\n/);
    await test.call('/api/users/self/preferences', {
      as: 'sam',
      method: 'PATCH',
      body: { ...preference, value: false },
    });
  });

  it('has what every artifact has where the table has it, in the order of the table', async () => {
    const id = await make('sam', {
      columns: [field('title')],
      standard_columns: [
        { name: '@id', place: 0 },
        { name: '@submitted_by', place: 2 },
        { name: '@rank', place: 3 },
      ],
      standard_sort: [{ name: '@id', order: 'desc', place: 0 }],
    });
    const rows = (await read(id)).text.split('\r\n');
    assert.equal(rows[0], "'@id,title,'@submitted_by,'@rank");
    assert.match(rows[1] ?? '', /^\d+,quince, \(sam\),\d+$/);
    assert.match(rows[5] ?? '', /^\d+,"pear, ripe", \(sam\),\d+$/);
    assert.match((await read(id, '?header=label')).text, /^Artifact ID,Label of title,Submitted by,Rank\r\n/);
  });

  it('has no formula after a line feed, and quotes what it must', async () => {
    const id = await make('sam', { columns: [field('details')], criteria: { status: [100] } });
    assert.equal((await read(id)).text, `details\r\n"'\n=2+2\r=3"\r\n`);
  });

  it('starts with a byte order mark where that is asked for', async () => {
    const id = await make('sam', { columns: [field('title')] });
    const { text, ...call } = await read(id);
    assert.ok(text.startsWith('title'));
    assert.equal(call.status, 200);
    const raw = await fetch(`${test.base}/api/tracker_reports/${await publicReport()}/artifacts.csv?with_bom=true`);
    assert.deepEqual([...new Uint8Array(await raw.arrayBuffer()).slice(0, 3)], [0xef, 0xbb, 0xbf]);
  });

  it('has all readable fields of a report without a table', async () => {
    const id = await make('sam', { criteria: { title: 'quince' } });
    const [head, line] = (await read(id)).text.split('\r\n');
    assert.equal(head, 'aid,title,details,status,owner,effort,links,luby');
    assert.match(line ?? '', /^\d+,quince,\*\*bold\*\* 4,Alpha,.*\(sam\),7,\d+,.*\(sam\)$/);
    assert.equal((await read(id, '?values=all')).text.split('\r\n')[0], head);
  });

  it('is given to those who accept it', async () => {
    const id = await make('sam', {});
    for (const accept of ['text/csv', 'text/*;q=0.1', '*/*', 'application/json, text/csv'])
      await read(id, '', { accept });
    const path = `/api/tracker_reports/${id}/artifacts.csv`;
    for (const accept of ['application/json', 'text/html', 'text/csv;q=0'])
      await expectRow(test, { path, as: 'sam', headers: { accept }, status: 406, contains: ['text/csv'] });
    const head = await test.call(path, { as: 'sam', method: 'HEAD' });
    assert.deepEqual([head.status, head.text, head.headers.get('content-type')], [200, '', 'text/csv; charset=utf-8']);
    const xml = { accept: 'application/xml, text/csv' };
    await expectRow(test, { path, headers: xml, status: 404, contains: ['<error><code>404</code>'] });
  });

  const publicReport = (): Promise<number> => make('ada', { is_public: true, columns: [field('title')] });
});
