// Engine: both
// Artifacts from tables in CSV: what would become of each line, then all of them or none.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { at, startApp } from '../support/harness.ts';
import type { Answered, TestApp } from '../support/harness.ts';
import { expectRow, listAt, valueOf } from '../support/scenario.ts';
import { buildProject, everybody, members, registered } from '../support/worlds.ts';
import type { World } from '../support/worlds.ts';

let test: TestApp;
let world: World;
let ana: number;
const all = { read: [everybody], submit: [registered], update: [registered] };

before(async () => {
  test = await startApp();
  const bea = await test.addUser('bea');
  ana = await test.addUser('ana');
  world = await buildProject(test, {
    name: 'harbor',
    members: [ana, bea],
    trackers: () => [
      {
        name: 'leaks',
        permissions: { full: [everybody] },
        title: 'title',
        status: { field: 'status', open: ['Open'] },
        fields: [
          { name: 'title', type: 'string', ...all, isRequired: true },
          { name: 'text', type: 'text', ...all },
          { name: 'status', type: 'sb', values: ['Open', 'Closed; for good'], ...all },
          { name: 'parts', type: 'msb', values: ['Hull', 'Deck, aft', 'Mast'], ...all },
          { name: 'owner', type: 'sb', peopleOf: ['group_members'], ...all },
          { name: 'words', type: 'tbl', ...all },
          { name: 'due', type: 'date', ...all },
          { name: 'litres', type: 'int', ...all },
          { name: 'hours', type: 'float', ...all },
          { name: 'seen', type: 'date', properties: { display_time: '1' }, ...all },
          { name: 'made', type: 'subon', ...all },
          { name: 'links', type: 'art_link', ...all },
          { name: 'teams', type: 'sb', ofGroups: [members], ...all },
          { name: 'number', type: 'aid', ...all },
          { name: 'secret', type: 'string', read: [members], submit: [members], update: [members] },
        ],
      },
    ],
  });
  await test.addUser('stranger');
});
after(() => test.close());

const send = (csv: string, more: object = {}, status = 200, as = 'ana'): Promise<Answered> =>
  expectRow(test, {
    path: `/api/trackers/${world.tracker('leaks')}/artifact_imports`,
    method: 'POST',
    as,
    body: { csv, is_dry_run: true, ...more },
    status,
  });
const read = async (id: unknown): Promise<unknown> =>
  (await expectRow(test, { path: `/api/artifacts/${String(id)}`, as: 'ana', status: 200 })).json;
const field = (name: string): number => world.field('leaks', name);
const idsOf = ({ json }: Answered): unknown[] => listAt(json, 'lines').map((line) => at(line, 'id'));
const count = async (): Promise<unknown> =>
  (
    await expectRow(test, { path: `/api/trackers/${world.tracker('leaks')}/artifacts?limit=1`, as: 'ana', status: 200 })
  ).headers.get('x-pagination-size');
const exported = async (): Promise<string> => {
  const path = `/api/trackers/${world.tracker('leaks')}/tracker_reports`;
  const report = await expectRow(test, { path, method: 'POST', as: 'ana', body: { label: 'all' }, status: 201 });
  return (
    await test.call(`/api/tracker_reports/${String(at(report.json, 'id'))}/artifacts.csv?values=all`, { as: 'ana' })
  ).text;
};

describe('POST /trackers/:id/artifact_imports', () => {
  it('makes artifacts of lines, with values of every type that a cell can hold', async () => {
    const csv =
      '\uFEFFtitle;text;Status;parts;owner;words;due;litres;links;unknown\r\n' +
      '"Bow; port";"two\r\nlines";open;Hull, Mast;bea;rust;31/12/2026;12;;x\r\n' +
      "'=leak;;Closed; for good;Deck, aft;ana (ana);;2026-04-03;;;\r\n".replace(
        'Closed; for good',
        '"Closed; for good"',
      ) +
      '\r\nSprung;;;;;"a;b";3.4.2026;-1;;\r\n';
    const order = { date_order: 'day_month_year' };
    const seen = await send(csv, order);
    assert.deepEqual(
      listAt(seen.json, 'columns').map((column) => at(column, 'target')),
      [...Array.from({ length: 9 }, () => 'field'), 'nothing'],
    );
    assert.deepEqual(
      listAt(seen.json, 'lines').map((line) => [at(line, 'line'), at(line, 'problems'), at(line, 'changes')]),
      [
        [2, [], 8],
        [4, [], 5],
        [6, [], 4],
      ],
    );
    assert.equal(await count(), '0');
    const [first, second, third] = idsOf(await send(csv, { ...order, is_dry_run: false }));
    const one = await read(first);
    assert.equal(at(one, 'title'), 'Bow; port');
    assert.equal(at(valueOf(one, field('text')), 'commonmark'), 'two\nlines');
    assert.deepEqual(at(valueOf(one, field('parts')), 'values.1.label'), 'Mast');
    assert.match(String(at(valueOf(one, field('owner')), 'values.0.username')), /^bea$/);
    assert.match(String(at(valueOf(one, field('due')), 'value')), /^2026-12-31/);
    assert.equal(at(valueOf(one, field('litres')), 'value'), 12);
    const two = await read(second);
    assert.equal(at(two, 'title'), '=leak');
    assert.equal(at(valueOf(two, field('status')), 'values.0.label'), 'Closed; for good');
    assert.equal(at(valueOf(two, field('parts')), 'values.0.label'), 'Deck, aft');
    const three = await read(third);
    assert.match(String(at(valueOf(three, field('due')), 'value')), /^2026-04-03/);
    assert.deepEqual(at(valueOf(three, field('words')), 'bind_value_ids'), ['a', 'b']);
  });

  it('takes its own export back without a change, and changes the cells that differ', async () => {
    const [id] = idsOf(await send('title,text\nKeel,*hard*', { is_dry_run: false }));
    const [other] = idsOf(await send(`title,links\nRudder,${String(id)}`, { is_dry_run: false }));
    const table = await exported();
    const same = await send(table);
    assert.equal(at(same.json, 'total'), Number(await count()));
    assert.ok(listAt(same.json, 'lines').every((line) => at(line, 'changes') === 0 && at(line, 'is_new') === false));
    const version = at(await read(id), 'last_modified_date');
    await send(table, { is_dry_run: false });
    assert.equal(at(await read(id), 'last_modified_date'), version);
    const changed = await send(`id,title,links,comment\n${String(id)},Keel,,\n${String(other)},Helm,,steered`, {
      is_dry_run: false,
    });
    assert.deepEqual(
      listAt(changed.json, 'lines').map((line) => at(line, 'changes')),
      [0, 3],
    );
    const after = await read(other);
    assert.equal(at(after, 'title'), 'Helm');
    assert.deepEqual(listAt(valueOf(after, field('links')), 'links'), []);
  });

  it('reads numbers and dates as spreadsheets of many countries write them', async () => {
    const rows = [
      [
        'title;hours\na;2,5\nb;1 234,75\nc;1\u00a0234,75\nd;1\u202f234,75\ne;1.234,75\nf;-1,5',
        [2.5, 1234.75, 1234.75, 1234.75, 1234.75, -1.5],
      ],
      ['title,hours\na,2.5\nb,"1,234.75"\nc,1\'234.5\nd,1.234\ne,1e3', [2.5, 1234.75, 1234.5, 1.234, 1000]],
      ['title;hours\na;1,234', [1.234]],
      ['title;hours\na;1.234\nb;2,5', [1234, 2.5]],
      ['title\thours\na\t1.234\nb\t2.5', [1.234, 2.5]],
      ['sep=;\r\ntitle;hours\r\n"a,b";2,5', [2.5]],
      ['\ufeff"sep=\t"\ntitle\thours\na\t2,5', [2.5]],
    ] as const;
    for (const [csv, hours] of rows) {
      const ids = idsOf(await send(csv, { is_dry_run: false }));
      const made = await Promise.all(ids.map(read));
      assert.deepEqual(
        made.map((one) => at(valueOf(one, field('hours')), 'value')),
        hours,
        csv,
      );
    }
    const dates = [
      ['title,due\na,2026/04/03\nb,03.04.2026\nc,2026. 4. 3.\nd,2026年4月3日\ne,3.4.26', 5],
      ['title,due\na,03/04/2026\nb,31/12/2026', 1],
      ['title,due\na,4/3/2026\nb,12/31/2026', 1],
      ['title,due\na,3-4-2026\nb,13-4-2026', 1],
    ] as const;
    for (const [csv, many] of dates) {
      const made = await Promise.all(idsOf(await send(csv, { is_dry_run: false })).map(read));
      for (const one of made.slice(0, many))
        assert.match(String(at(valueOf(one, field('due')), 'value')), /^2026-04-03/, csv);
    }
    const whole = await read(idsOf(await send('title;litres\na;1.234', { is_dry_run: false }))[0]);
    assert.equal(at(valueOf(whole, field('litres')), 'value'), 1234);
  });

  it('knows built-in groups by the names that pages show in any language, as queries do', async () => {
    const [id] = idsOf(await send('title,teams\nshared,Membres du projet', { is_dry_run: false }));
    for (const name of ['Membres du projet', 'membres du projet', 'Project members', 'project_members']) {
      const query = encodeURIComponent(`teams = "${name}"`);
      const path = `/api/trackers/${world.tracker('leaks')}/artifacts?expert_query=${query}`;
      const found = await expectRow(test, { path, as: 'ana', status: 200 });
      assert.deepEqual(
        listAt(found.json).map((one) => at(one, 'id')),
        [id],
        name,
      );
    }
  });

  it('asks where two readings fit, and takes the answer', async () => {
    const questions = [
      ['title;hours\na;1.234', 'decimal_separator', ['1.234', '1234'], 'comma', 'hours', 1234],
      ['title,hours\na,"1,234"', 'decimal_separator', ['1.234', '1234'], 'point', 'hours', 1234],
      ['title,due\na,3/4/2026', 'date_order', ['2026-04-03', '2026-03-04'], 'day_month_year', 'due', /^2026-04-03/],
    ] as const;
    for (const [csv, part, readings, answer, name, value] of questions) {
      const asked = await send(csv, {}, 400);
      for (const word of [part, ...readings]) assert.ok(asked.text.includes(word), `${asked.text} has ${word}`);
      const made = await read(idsOf(await send(csv, { [part]: answer, is_dry_run: false }))[0]);
      const got = at(valueOf(made, field(name)), 'value');
      if (typeof value === 'number') assert.equal(got, value);
      else assert.match(String(got), value);
    }
    const csv = 'title,due\na,3/4/2026';
    const { json } = await send(csv.replace('3/4/', '31/12/'), { date_order: 'month_day_year' });
    assert.match(String(at(json, 'lines.0.problems.0.message')), /needs a valid date/);
    await send('title,due\na,4/4/2026');
  });

  it('gives and takes days as days, and moments by the clock of the account', async () => {
    await expectRow(test, {
      path: `/api/users/${ana}`,
      method: 'PATCH',
      as: 'root',
      body: { values: { timezone: 'Asia/Tokyo' } },
      status: 200,
    });
    const csv = 'title;due;seen;hours\nclocks;3.4.2026;03.04.2026 09:30;2,5';
    const [id] = idsOf(await send(csv, { is_dry_run: false }));
    const made = await read(id);
    assert.equal(Date.parse(String(at(valueOf(made, field('seen')), 'value'))), Date.parse('2026-04-03T00:30:00Z'));
    const table = await exported();
    const line = table.split('\r\n').find((one) => one.includes('clocks')) ?? '';
    assert.match(line, /,2026-04-03,.*,2\.5,2026-04-03 09:30,\d{4}-\d\d-\d\d \d\d:\d\d,/);
    assert.ok(listAt((await send(table)).json, 'lines').every((one) => at(one, 'changes') === 0));
    const spreadsheet = `number;due;seen;hours\n${String(id)};03.04.2026;03.04.2026 09:30;2,5`;
    assert.equal(at((await send(spreadsheet)).json, 'lines.0.changes'), 0);
  });

  it('tells what is wrong with each line, and then changes nothing', async () => {
    const before = await count();
    const csv =
      'id,title,status,owner,litres,due,links\n,Good,,,,,\n,,Open,,,,\n,B,Shut,,,,\n,C,,nemo,,,\n,D,,stranger,,,\n,E,,,much,,\n' +
      ',F,,,,2026-02-30,\n,G,,,,,none\n999999,H,,,,,\n,I,,,,,,,\n,"J,,,,,\n,K,,,,,999999\n';
    const { json } = await send(csv);
    const problems = listAt(json, 'lines').map(
      (line) =>
        `${String(at(line, 'line'))} ${String(at(line, 'problems.0.column'))} ${String(at(line, 'problems.0.message'))}`,
    );
    for (const [index, start] of [
      '2 undefined undefined',
      '3 null ',
      '4 2 the field "Label of status" has no value "Shut"; use Open, Closed; for good',
      '5 3 there is no user "nemo"',
      '6 3 user 104',
      '7 4 the field "Label of litres" takes a whole number',
      '8 5 the field "Label of due" needs a valid date',
      '9 6 the field "Label of links" takes artifact numbers',
      '10 0 "999999" is not an artifact of this tracker',
      '11 null has 9 cells, but there are 7 columns',
      '12 null quotes are not balanced',
      '13 6 ',
    ].entries())
      assert.ok(problems[index]?.startsWith(start), `${problems[index] ?? ''} starts with ${start}`);
    const faults = listAt(json, 'lines').flatMap((line) => listAt(line, 'problems'));
    assert.deepEqual(
      faults.filter((fault) => typeof at(fault, 'i18n.key') !== 'string'),
      [],
    );
    await expectRow(test, {
      path: `/api/trackers/${world.tracker('leaks')}/artifact_imports`,
      method: 'POST',
      as: 'ana',
      body: { csv, is_dry_run: false },
      status: 400,
      contains: ['line 4, status: ', 'Shut'],
    });
    await send('title,litres\nfine,1\n,2', { is_dry_run: false }, 400);
    assert.equal(await count(), before);
  });

  it('takes columns as they are said to be, and refuses what can’t be', async () => {
    const columns = [
      { column: 1, target: 'field', field_id: field('title') },
      { column: 0, target: 'comment', field_id: null },
    ];
    const [id] = idsOf(await send('title,name\nsaid,Meant', { columns, is_dry_run: false }));
    const made = await read(id);
    assert.equal(at(made, 'title'), 'Meant');
    const history = await expectRow(test, { path: `/api/artifacts/${String(id)}/changesets`, as: 'ana', status: 200 });
    assert.match(JSON.stringify(history.json), /said/);
    for (const [wrong, path] of [
      [{ column: 2, target: 'comment', field_id: null }, 'columns[0].column'],
      [{ column: 0, target: 'field', field_id: 999_999 }, 'columns[0].field_id'],
      [{ column: 0, target: 'field', field_id: field('number') }, 'columns[0].field_id'],
    ] as const)
      assert.match(
        (await send('a,b\n1,2', { columns: [wrong] }, 400)).text,
        new RegExp(path.replaceAll(/[[\]]/g, '\\$&')),
      );
    const twice = [columns[0], { ...columns[0], column: 0 }];
    assert.match((await send('a,b\n1,2', { columns: twice }, 400)).text, /listed twice/);
    for (const empty of ['', 'title', 'title\n\n']) await send(empty, {}, 400);
    await send('title\na', { skip: 1 }, 400);
  });

  it('takes a thousand lines at a time', async () => {
    const csv = ['title', ...Array.from({ length: 1002 }, (_, index) => `many ${index}`)].join('\n');
    const first = await send(csv);
    assert.deepEqual([at(first.json, 'total'), listAt(first.json, 'lines').length], [1002, 1000]);
    const rest = await send(csv, { skip: 1000, is_dry_run: false });
    assert.deepEqual(
      listAt(rest.json, 'lines').map((line) => at(line, 'line')),
      [1002, 1003],
    );
  });

  it('keeps fields from who may not fill them', async () => {
    const { json } = await send('title,secret\nx,y', {}, 200, 'stranger');
    assert.equal(at(json, 'columns.1.target'), 'nothing');
    const columns = [{ column: 1, target: 'field', field_id: field('secret') }];
    assert.match(
      (await send('title,secret\nx,y', { columns }, 400, 'stranger')).text,
      /is not a field of this tracker/,
    );
  });
});
