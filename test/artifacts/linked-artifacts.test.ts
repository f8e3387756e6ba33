// What an artifact is linked with, in each form that clients may ask for.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { at, headerOf, startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { expectRow, listAt } from '../support/scenario.ts';
import { admins, buildProject, everybody, members } from '../support/worlds.ts';
import type { World } from '../support/worlds.ts';

let test: TestApp;
let world: World;
let samId = 0;
let ids: { plain: number; markdown: number; torn: number; source: number };
const open = { read: [everybody], submit: [members, admins], update: [members, admins] };

before(async () => {
  test = await startApp();
  const ada = await test.addUser('ada');
  samId = await test.addUser('sam');
  const fields = [
    { name: 'title', type: 'string' },
    { name: 'about', type: 'text' },
    { name: 'size', type: 'int' },
    { name: 'marks', type: 'msb', values: ['Red', 'Blue', 'Green; dark'] },
    { name: 'owner', type: 'sb', ofPeople: true },
    { name: 'links', type: 'art_link' },
    { name: 'limit', type: 'perm' },
    { name: 'aid', type: 'aid' },
    { name: 'by', type: 'subby' },
  ].map((field) => ({ ...field, ...open }));
  const trackers = () => [{ name: 'item', permissions: { full: [everybody] }, fields, title: 'title' }];
  world = await buildProject(test, { name: 'meadow', admins: [ada], members: [samId], trackers });
  const marks = (...labels: string[]) => ({
    field_id: field('marks'),
    bind_value_ids: labels.map((label) => world.value('item', 'marks', label)),
  });
  const about = (content: string, format: string) => ({ field_id: field('about'), value: { content, format } });
  const owner = { field_id: field('owner'), bind_value_ids: [samId] };
  const plain = await create([
    about('a < b', 'text'),
    { field_id: field('size'), value: 3 },
    marks('Red', 'Blue'),
    owner,
  ]);
  const markdown = await create([about('**bold**', 'commonmark')]);
  const torn = await create([marks('Green; dark')]);
  const links = [{ id: plain }, { id: markdown }, { id: torn, type: '_is_child' }];
  ids = { plain, markdown, torn, source: await create([{ field_id: field('links'), links }]) };
});
after(() => test.close());

const field = (name: string): number => world.field('item', name);

async function create(values: readonly unknown[]): Promise<number> {
  const body = {
    tracker: { id: world.tracker('item') },
    values: [{ field_id: field('title'), value: 'x' }, ...values],
  };
  const made = await expectRow(test, { path: '/api/artifacts', method: 'POST', as: 'ada', body, status: 201 });
  return Number(at(made.json, 'id'));
}

const ask = (query: string, status = 200, id = ids.source) =>
  expectRow(test, { path: `/api/artifacts/${id}/linked_artifacts?${query}`, as: 'sam', status });

describe('linked artifacts', () => {
  it('come by type and direction, whole, in pages', async () => {
    const nested = await ask('direction=forward');
    assert.deepEqual(
      listAt(nested.json, 'collection').map((one) => at(one, 'id')),
      [ids.plain, ids.markdown],
    );
    assert.ok(
      at(nested.json, 'collection.0.values') !== null && at(nested.json, 'collection.0.values_by_field') !== null,
    );
    const page = await ask('direction=forward&limit=1&offset=1');
    assert.equal(headerOf(page, 'x-pagination-size'), '2');
    assert.equal(at(page.json, 'collection.0.id'), ids.markdown);
    const child = await ask('direction=forward&nature=_is_child');
    assert.equal(at(child.json, 'collection.0.id'), ids.torn);
    const parent = await ask('direction=reverse&nature=_is_child', 200, ids.torn);
    assert.equal(at(parent.json, 'collection.0.id'), ids.source);
    assert.deepEqual(listAt((await ask('direction=forward&nature=zzz')).json, 'collection'), []);
    for (const query of ['', 'direction=zzz', 'direction=forward&limit=51', 'direction=forward&output_format=zzz'])
      await ask(query, 400);
  });

  it('come flat, with labels in lists or in one text', async () => {
    const [plain, markdown] = listAt((await ask('direction=forward&output_format=flat')).json);
    assert.deepEqual(plain, {
      title: 'x',
      about: 'a < b',
      size: 3,
      marks: ['Red', 'Blue'],
      owner: [' (sam)'],
      aid: ids.plain,
      by: at(plain, 'by'),
    });
    assert.equal(at(markdown, 'about'), 'bold\n');
    const joined = await ask('direction=forward&output_format=flat_with_semicolon_string_array');
    assert.equal(at(joined.json, '0.marks'), 'Red;Blue');
    assert.equal(at(joined.json, '1.marks'), '');
  });

  it('can’t be joined where a label has a semicolon itself', async () => {
    const refused = await ask('direction=forward&nature=_is_child&output_format=flat_with_semicolon_string_array', 400);
    assert.match(String(at(refused.json, 'error.message')), /"marks".*"Green; dark"/);
    const flat = await ask('direction=forward&nature=_is_child&output_format=flat');
    assert.deepEqual(at(flat.json, '0.marks'), ['Green; dark']);
  });

  it('are told by type and direction', async () => {
    const { json } = await test.call(`/api/artifacts/${ids.source}/links`, { as: 'sam' });
    assert.deepEqual(
      listAt(json, 'natures').map((nature) => [at(nature, 'shortname'), at(nature, 'direction'), at(nature, 'uri')]),
      [
        ['', 'forward', `artifacts/${ids.source}/linked_artifacts?nature=&direction=forward`],
        ['_is_child', 'forward', `artifacts/${ids.source}/linked_artifacts?nature=_is_child&direction=forward`],
      ],
    );
  });
});
