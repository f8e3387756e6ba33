// Pages that are too long are refused with how many entries to ask for, so that nobody who counts on by `limit` loses any; and
// what one artifact may hold is bounded, because it can't be cut into pages.
// Engine: SQLite alone; others ask PostgreSQL all that this does.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { at, startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { listAt } from '../support/scenario.ts';
import { buildArtifacts, buildProject, everybody, members } from '../support/worlds.ts';
import type { World } from '../support/worlds.ts';

let test: TestApp;
let world: World;
let told = 0;
let ids: number[] = [];
let top = 0;
let report = 0;

const count = 12;
const sentence = 'x'.repeat(1700);

before(async () => {
  test = await startApp({ settings: '$answer_limit = 20000;\n$artifact_limit = 65536;' });
  const ada = await test.addUser('ada');
  for (let n = 10; n < 60; n += 1) await test.addUser(`crowd${n}`, { realName: 'n'.repeat(100) });
  const open = { read: [everybody], submit: [members], update: [members] };
  const names = ['one', 'two', 'three'];
  world = await buildProject(test, {
    name: 'works',
    admins: [ada],
    trackers: () => [
      {
        name: 'story',
        title: 'title',
        permissions: { full: [everybody] },
        fields: [
          { name: 'title', type: 'string', ...open },
          { name: 'links', type: 'art_link', ...open },
          ...names.map((name) => ({ name, type: 'text', ...open })),
        ],
      },
    ],
  });
  const field = (name: string): number => world.field('story', name);
  const trackerId = world.tracker('story');
  ids = await buildArtifacts(
    test,
    Array.from({ length: count }, (_, index) => ({
      trackerId,
      changes: [{ by: ada, atMs: index, values: { [field('one')]: { content: sentence, format: 'text' } } }],
    })),
  );
  const links = ids.map((id) => ({ id, type: '' }));
  [told = 0, top = 0] = await buildArtifacts(test, [
    { trackerId, changes: ids.map((id) => ({ by: ada, atMs: id, comment: `${id} ${sentence}` })) },
    { trackerId, changes: [{ by: ada, atMs: 0, values: { [field('links')]: links } }] },
  ]);
  const body = { label: 'all' };
  const made = await test.call(`/api/trackers/${trackerId}/tracker_reports`, { method: 'POST', as: 'ada', body });
  report = Number(at(made.json, 'id'));
});
after(() => test.close());

const pages: { title: string; path: () => string; listOf?: string; idAt?: string }[] = [
  { title: 'a history', path: () => `/artifacts/${told}/changesets?` },
  { title: 'comments', path: () => `/artifacts/${told}/changesets?fields=comments` },
  { title: 'artifacts', path: () => `/trackers/${world.tracker('story')}/artifacts?values=all` },
  {
    title: 'artifacts by their ids',
    path: () => `/artifacts?query=${JSON.stringify({ id: ids })}`,
    listOf: 'collection',
  },
  {
    title: 'linked artifacts',
    path: () => `/artifacts/${top}/linked_artifacts?direction=forward`,
    listOf: 'collection',
  },
  // Lists within an object, and of entries of several shapes.
  {
    title: 'what queries across trackers show',
    path: () =>
      `/crosstracker_query/content?query=${encodeURIComponent(
        JSON.stringify({
          widget_id: null,
          tql_query: "SELECT @id, one FROM @project.name = 'works' WHERE @id > 0 AND one != ''",
        }),
      )}`,
    listOf: 'artifacts',
    idAt: '@artifact.id',
  },
  { title: 'people', path: () => '/users?query=crowd' },
  { title: 'a report', path: () => `/tracker_reports/${report}/artifacts?values=all` },
];

describe('a page that is too long is refused, and pages of the size that the refusal names have everything:', () => {
  for (const { title, path, listOf, idAt = 'id' } of pages)
    for (const accept of ['application/json', 'application/xml'])
      it(`${title} as ${accept}`, async () => {
        const call = { as: 'ada', headers: { accept } };
        const refused = await test.call(`/api${path()}&limit=50`, call);
        assert.equal(refused.status, 400, refused.text.slice(0, 500));
        const fitting = Number(/limit.*exceed 20000 bytes; request at most (\d+) at a time/.exec(refused.text)?.[1]);
        assert.ok(fitting >= 2, refused.text);
        const heard: unknown[] = [];
        for (let offset = 0, size = 1; offset < size; offset += fitting) {
          const page = await test.call(`/api${path()}&limit=${fitting}&offset=${offset}`, { as: 'ada' });
          assert.equal(page.status, 200, page.text.slice(0, 500));
          assert.equal(page.headers.get('x-pagination-limit'), String(fitting));
          size = Number(page.headers.get('x-pagination-size'));
          heard.push(
            ...listAt(listOf === undefined ? page.json : at(page.json, listOf)).map((entry) => at(entry, idAt)),
          );
        }
        assert.ok(heard.length >= count);
        assert.equal(new Set(heard).size, heard.length);
      });

  it('an entry alone is never too long', async () => {
    const long = { content: 'y'.repeat(30_000), format: 'text' };
    const [id = 0] = await buildArtifacts(test, [
      {
        trackerId: world.tracker('story'),
        changes: [{ by: 0, atMs: 0, values: { [world.field('story', 'one')]: long } }],
      },
    ]);
    for (const path of [`/artifacts/${id}`, `/artifacts?query={"id":[${id}]}`, `/artifacts/${id}/changesets`])
      assert.equal((await test.call(`/api${path}`, { as: 'ada' })).status, 200, path);
  });
});

describe('what an artifact holds', () => {
  const text = (name: string, length: number) => ({
    field_id: world.field('story', name),
    value: { content: 'z'.repeat(length), format: 'text' },
  });
  const create = (values: readonly unknown[]) =>
    test.call('/api/artifacts', {
      method: 'POST',
      as: 'ada',
      body: { tracker: { id: world.tracker('story') }, values },
    });

  it('is bounded when it is made', async () => {
    const refused = await create([text('one', 30_000), text('two', 30_000), text('three', 30_000)]);
    assert.equal(refused.status, 400);
    assert.match(refused.text, /at most 65536 bytes of values in total; these have 90\d{3}/);
    assert.equal((await create([text('one', 30_000), text('two', 30_000)])).status, 201);
  });

  it('is bounded when it grows, and may become less', async () => {
    const made = await create([text('one', 30_000), text('two', 30_000)]);
    const change = (values: readonly unknown[]) =>
      test.call(`/api/artifacts/${String(at(made.json, 'id'))}`, { method: 'PUT', as: 'ada', body: { values } });
    assert.equal((await change([text('three', 30_000)])).status, 400);
    assert.equal((await change([text('one', 10), text('three', 30_000)])).status, 200);
  });

  it('may become less where it was imported longer than that', async () => {
    const field = (name: string): number => world.field('story', name);
    const long = { content: 'y'.repeat(40_000), format: 'text' };
    const [id = 0] = await buildArtifacts(test, [
      {
        trackerId: world.tracker('story'),
        changes: [{ by: 0, atMs: 0, values: { [field('one')]: long, [field('two')]: long, [field('three')]: long } }],
      },
    ]);
    const change = (values: readonly unknown[]) =>
      test.call(`/api/artifacts/${id}`, { method: 'PUT', as: 'ada', body: { values } });
    assert.equal((await change([text('one', 41_000)])).status, 400);
    assert.equal((await change([text('one', 39_000)])).status, 200);
  });
});
