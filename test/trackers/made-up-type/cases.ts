// What a program does with a type of field that it knows by its folder and its line in the list alone: all that it does with others.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { writeXml } from '../../../src/platform/wire/xml-write.ts';
import { exportFrom, importInto, query as select } from '../../support/archive-world.ts';
import { at, startApp } from '../../support/harness.ts';
import type { TestApp } from '../../support/harness.ts';
import { expectRow, listAt, valueOf } from '../../support/scenario.ts';
import { buildProject, everybody, members } from '../../support/worlds.ts';
import type { World } from '../../support/worlds.ts';

let test: TestApp;
let world: World;
/** The artifact with three stars. */
let rated: number;

before(async () => {
  test = await startApp();
  const ann = await test.addUser('ann');
  const all = { read: [everybody], submit: [members], update: [members] };
  const tracker = (name: string) => ({
    name,
    permissions: { full: [everybody], admin: [members] },
    title: 'title',
    fields: [
      { name: 'title', type: 'string', ...all },
      { name: 'stars', type: 'made_up', ...all },
    ],
  });
  const trackers = () => [tracker('things'), tracker('others')];
  world = await buildProject(test, { name: 'made', members: [ann], admins: [ann], trackers });
  rated = await create('*** of json', '***', 'json');
  await create('one in xml', '*', 'xml');
});
after(() => test.close());

const field = (): number => world.field('things', 'stars');
const get = async (path: string): Promise<unknown> =>
  (await expectRow(test, { path: `/api/${path}`, as: 'ann', status: 200 })).json;
const show = async (id: number): Promise<unknown> => valueOf(await get(`artifacts/${id}`), field());

async function create(title: string, stars: string, format: 'json' | 'xml'): Promise<number> {
  const values = [
    { field_id: world.field('things', 'title'), value: title },
    { field_id: field(), value: stars },
  ];
  const body = { tracker: { id: world.tracker('things') }, values };
  const headers = { 'content-type': `application/${format}` };
  const sent = format === 'json' ? body : writeXml(body, 'request');
  const made = await expectRow(test, {
    path: '/api/artifacts',
    method: 'POST',
    as: 'ann',
    body: sent,
    headers,
    status: 201,
  });
  return Number(
    /"id":(\d+)|<id>(\d+)/
      .exec(made.text)
      ?.slice(1)
      .find((id) => id !== undefined),
  );
}

const find = async (query: string): Promise<unknown[]> =>
  listAt(await get(`trackers/${world.tracker('things')}/artifacts?${query}`)).map((found) => at(found, 'title'));

it('is described with the tracker', async () => {
  const fields = listAt(await get(`trackers/${world.tracker('things')}`), 'fields');
  const described = fields.find((one) => at(one, 'type') === 'made_up');
  assert.partialDeepStrictEqual(described, { name: 'stars', default_value: '*' });
});

it('is set and shown in JSON and XML, and by its name', async () => {
  assert.partialDeepStrictEqual(await show(rated), { type: 'made_up', value: '***' });
  const byName = await get(`artifacts/${rated}?values_format=by_field`);
  assert.partialDeepStrictEqual(byName, { values_by_field: { stars: { value: '***' } } });
  const xml = await test.call(`/api/artifacts/${rated}`, { as: 'ann', headers: { accept: 'application/xml' } });
  assert.match(xml.text, /<value>\*\*\*<\/value>/);
  const wrong = { values: [{ field_id: field(), value: 'good' }] };
  const path = `/api/artifacts/${rated}`;
  await expectRow(test, { path, method: 'PUT', as: 'ann', body: wrong, status: 400, contains: ['up to five stars'] });
});

it('is found by queries of both languages', async () => {
  assert.deepEqual(await find(`expert_query=${encodeURIComponent('stars > 1')}`), ['*** of json']);
  assert.deepEqual(await find(`query=${encodeURIComponent('{"stars": "1"}')}`), ['one in xml']);
});

it('is in the history as it was set', async () => {
  const id = await create('changed', '*', 'json');
  const change = { values: [{ field_id: field(), value: '*****' }] };
  await expectRow(test, { path: `/api/artifacts/${id}`, method: 'PUT', as: 'ann', body: change, status: 200 });
  const changesets = listAt(await get(`artifacts/${id}/changesets?fields=all`));
  const values = changesets.map((changeset) => valueOf(changeset, field()));
  assert.partialDeepStrictEqual(values, [{ value: '*' }, { value: '*****' }]);
  const [latest] = listAt(await get(`artifacts/${id}/activity`), 'entries');
  assert.equal(at(latest, 'changes.0.text'), 'Label of stars: * → *****');
});

it('is a column of reports, and goes out in CSV and comes back', async () => {
  const path = `/api/trackers/${world.tracker('things')}`;
  const report = await expectRow(test, {
    path: `${path}/tracker_reports`,
    method: 'POST',
    as: 'ann',
    body: { label: 'all' },
    status: 201,
  });
  const id = String(at(report.json, 'id'));
  const table = await test.call(`/api/tracker_reports/${id}/artifacts.csv?values=all`, { as: 'ann' });
  assert.match(table.text, /\*\*\* of json.*,\*\*\*/);
  const body = { csv: 'title,stars\nof a table,****\n', is_dry_run: false };
  await expectRow(test, { path: `${path}/artifact_imports`, method: 'POST', as: 'ann', body, status: 200 });
  assert.deepEqual(await find(`expert_query=${encodeURIComponent('stars = 4')}`), ['of a table']);
});

it('goes along when an artifact moves', async () => {
  const id = await create('moving', '**', 'json');
  const body = { move: { tracker_id: world.tracker('others'), dry_run: false } };
  await expectRow(test, { path: `/api/artifacts/${id}`, method: 'PATCH', as: 'ann', body, status: 200 });
  const moved = valueOf(await get(`artifacts/${id}`), world.field('others', 'stars'));
  assert.partialDeepStrictEqual(moved, { value: '**' });
});

it('is in archives, and comes out of them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tepal-made-up-'));
  await exportFrom(test, 'made', join(folder, 'made.zip'));
  const second = await startApp();
  try {
    await second.addUser('ann');
    await importInto(second, join(folder, 'made.zip'));
    const rows = await select(second, `select id from artifacts where values_json like '%"stars":3%'`);
    assert.equal(rows.length, 1);
  } finally {
    await second.close();
    await rm(folder, { recursive: true });
  }
});
