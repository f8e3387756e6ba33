// Engine: both
// References to artifacts in texts: links where they are read, entries of the `cross` field at both ends, and nothing for
// those who may not read the text or do not see the other end.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { migrations } from '../../src/migrations/index.ts';
import { cleanUp, usePlace } from '../../src/platform/database/database.fixture.ts';
import { openDatabase } from '../../src/platform/database/index.ts';
import { exportFrom, importInto } from '../support/archive-world.ts';
import { checkDatabase } from '../faults/check-database.ts';
import { at, startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { expectRow, listAt, valueOf } from '../support/scenario.ts';
import { admins, buildProject, everybody, members } from '../support/worlds.ts';
import type { FieldPlan, World } from '../support/worlds.ts';

let test: TestApp;
let world: World;
let other: World;
const open = { read: [everybody], submit: [members], update: [members] };

const fields: FieldPlan[] = [
  { name: 'title', type: 'string', ...open },
  { name: 'about', type: 'text', ...open },
  { name: 'secret', type: 'text', read: [admins], submit: [admins], update: [admins] },
  { name: 'links', type: 'art_link', ...open },
  { name: 'steps', type: 'ttmstepdef', ...open },
  { name: 'cross', type: 'cross', ...open },
  { name: 'limit', type: 'perm', read: [admins], submit: [admins], update: [admins] },
];

before(async () => {
  test = await startApp();
  const ada = await test.addUser('ada');
  const sam = await test.addUser('sam');
  const full = { permissions: { full: [everybody] }, fields, title: 'title' };
  const plan = {
    admins: [ada],
    members: [sam],
    groups: { few: [] },
    trackers: () => [
      { name: 'story', ...full },
      { name: 'task', ...full },
    ],
  };
  world = await buildProject(test, { name: 'meadow', ...plan });
  other = await buildProject(test, { name: 'harbour', ...plan });
});
after(() => test.close());

type Texts = Partial<Record<'title' | 'about' | 'secret' | 'steps', unknown>>;

const valuesOf = (texts: Texts, tracker: string, place: World): unknown[] =>
  Object.entries(texts).map(([name, value]) => ({ field_id: place.field(tracker, name), value }));

async function create(texts: Texts, tracker = 'story', place = world): Promise<number> {
  const body = {
    tracker: { id: place.tracker(tracker) },
    values: valuesOf({ title: 'x', ...texts }, tracker, place),
  };
  const made = await expectRow(test, { path: '/api/artifacts', method: 'POST', as: 'ada', body, status: 201 });
  return Number(at(made.json, 'id'));
}

async function change(id: number, texts: Texts, comment?: { body: string; format: string }): Promise<void> {
  const body = { values: valuesOf(texts, 'story', world), comment };
  await expectRow(test, { path: `/api/artifacts/${id}`, method: 'PUT', as: 'ada', body, status: 200 });
}

const read = (id: number, as: string) => expectRow(test, { path: `/api/artifacts/${id}`, as, status: 200 });

/** `out story #3` and the like. */
async function crossOf(id: number, as = 'ada', tracker = 'story', place = world): Promise<string[]> {
  const shown = valueOf((await read(id, as)).json, place.field(tracker, 'cross'));
  return listAt(shown, 'value').map((entry) => `${String(at(entry, 'direction'))} ${String(at(entry, 'ref'))}`);
}

const aboutOf = async (id: number, as = 'ada'): Promise<unknown> =>
  at(valueOf((await read(id, as)).json, world.field('story', 'about')), 'post_processed_value');

const link = (keyword: string, id: number, text: string): string =>
  `<a href="https://localhost/goto?key=${keyword}&amp;val=${id}&amp;group_id=${world.id}" class="cross-reference">${text}</a>`;

describe('a reference in a text', () => {
  it('is a link where it is read, in each format, and not in code, links and addresses', async () => {
    const target = await create({}, 'task');
    const rows: { format: string; content: string; html: string }[] = [
      {
        format: 'text',
        content: `see art #${target}, <b>`,
        html: `see ${link('art', target, `art #${target}`)}, &lt;b&gt;`,
      },
      { format: 'text', content: `Task #${target}`, html: link('Task', target, `Task #${target}`) },
      { format: 'text', content: `artifact#${target}`, html: link('artifact', target, `artifact#${target}`) },
      { format: 'text', content: `story #${target}`, html: `story #${target}` },
      { format: 'text', content: `https://x.org/art#${target}`, html: `https://x.org/art#${target}` },
      { format: 'text', content: 'art #99999999', html: 'art #99999999' },
      {
        format: 'html',
        content: `<p title="art #${target}">art #${target}</p><a href="https://x.org/">art #${target}</a><script>art #${target}</script>`,
        html: `<p title="art #${target}">${link('art', target, `art #${target}`)}</p><a href="https://x.org/">art #${target}</a>`,
      },
      {
        format: 'commonmark',
        content: `**task #${target}** \`art #${target}\``,
        html: `<p><strong>${link('task', target, `task #${target}`)}</strong> <code>art #${target}</code></p>\n`,
      },
    ];
    for (const { format, content, html } of rows) {
      const source = await create({ about: { content, format } });
      assert.equal(await aboutOf(source), html);
    }
  });

  it('is shown at both ends, once, and goes with the text', async () => {
    const [first, second] = [await create({}), await create({}, 'task')];
    await change(first, { about: `task #${second}`, title: `art #${second}` });
    assert.deepEqual(await crossOf(first), [`out task #${second}`]);
    assert.deepEqual(await crossOf(second, 'ada', 'task'), [`in story #${first}`]);
    await change(first, {}, { body: `art #${first}, art #${second}`, format: 'text' });
    await change(first, { about: '', title: 'none' });
    assert.deepEqual(await crossOf(first), [`out task #${second}`], 'the comment still has it');
    const back = { values: [{ field_id: world.field('task', 'about'), value: `story #${first}` }] };
    await expectRow(test, { path: `/api/artifacts/${second}`, method: 'PUT', as: 'ada', body: back, status: 200 });
    assert.deepEqual(await crossOf(first), [`both task #${second}`]);
    assert.deepEqual(await crossOf(second, 'ada', 'task'), [`both story #${first}`]);
  });

  it('counts in the steps of a test, in what to do and what comes of it', async () => {
    const [second, third] = [await create({}, 'task'), await create({}, 'task')];
    const steps = (description: string, expected: string): unknown => [
      { description, description_format: 'text', expected_results: 'none', expected_results_format: 'text', rank: 1 },
      {
        description: `again task #${second}`,
        description_format: 'commonmark',
        expected_results: expected,
        expected_results_format: 'html',
        rank: 2,
      },
    ];
    const first = await create({ steps: steps(`see task #${second}`, `<b>task</b> #1, <i>task #${third}</i>`) });
    const [one, two] = [`out task #${second}`, `out task #${third}`];
    assert.deepEqual(new Set(await crossOf(first)), new Set([one, two]));
    assert.deepEqual(await crossOf(second, 'ada', 'task'), [`in story #${first}`]);
    await change(first, { steps: steps('nothing', 'nothing') });
    assert.deepEqual(await crossOf(first), [one]);
    await change(first, { steps: [] });
    assert.deepEqual(await crossOf(second, 'ada', 'task'), []);
    await change(first, { steps: steps(`task #${third}`, '') });
  });

  it('is a link in comments', async () => {
    const [source, target] = [await create({}), await create({})];
    await change(source, {}, { body: `story #${target}`, format: 'commonmark' });
    const { json } = await test.call(`/api/artifacts/${source}/changesets`, { as: 'ada' });
    assert.equal(at(json, '1.last_comment.body'), `<p>story #${target}</p>\n`);
    assert.equal(
      at(json, '1.last_comment.post_processed_body'),
      `<p>${link('story', target, `story #${target}`)}</p>\n`,
    );
  });

  it('by the short name of a tracker means artifacts of its own project alone', async () => {
    const away = await create({}, 'task', other);
    const source = await create({ about: { content: `task #${away} art #${away}`, format: 'text' } });
    assert.equal(await aboutOf(source), `task #${away} ${link('art', away, `art #${away}`)}`);
    assert.deepEqual(await crossOf(source), [`out task #${away}`]);
  });

  it('leads to an artifact that came later', async () => {
    const source = await create({});
    const later = source + 1;
    await change(source, { about: { content: `art #${later}`, format: 'text' } });
    assert.equal(await aboutOf(source), `art #${later}`);
    assert.equal(await create({}), later);
    assert.equal(await aboutOf(source), link('art', later, `art #${later}`));
    assert.deepEqual(await crossOf(source), [`out story #${later}`]);
  });
});

it('no text has more than 500 references', async () => {
  const content = Array.from({ length: 600 }, (_, index) => `art #${index + 100_000}`).join(' ');
  const source = await create({ about: { content, format: 'text' } });
  const { read: db } = test.app.database;
  const rows = await db.selectFrom('artifact_references').selectAll().where('source_id', '=', source).execute();
  assert.equal(rows.length, 500);
});

describe('whoever may not see', () => {
  it('the other end finds no link and no entry, from the moment on that it is limited', async () => {
    const target = await create({});
    const source = await create({ about: { content: `art #${target}`, format: 'text' } });
    assert.deepEqual(await crossOf(source, 'sam'), [`out story #${target}`]);
    const limit = { field_id: world.field('story', 'limit'), value: { granted_groups: [world.group('few')] } };
    const body = { values: [limit] };
    await expectRow(test, { path: `/api/artifacts/${target}`, method: 'PUT', as: 'ada', body, status: 200 });
    await expectRow(test, { path: `/api/artifacts/${target}`, as: 'sam', status: 403 });
    assert.deepEqual(await crossOf(source, 'sam'), []);
    assert.equal(await aboutOf(source, 'sam'), `art #${target}`);
    assert.deepEqual(await crossOf(source, 'ada'), [`out story #${target}`]);
  });

  it('the text finds no entry at either end', async () => {
    const target = await create({});
    const source = await create({ secret: `art #${target}` });
    for (const [id, seen] of [
      [source, `out story #${target}`],
      [target, `in story #${source}`],
    ] as const) {
      assert.deepEqual(await crossOf(id, 'ada'), [seen]);
      assert.deepEqual(await crossOf(id, 'sam'), []);
    }
  });
});

it('an import reads texts as everybody else’s are read', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'tepal-references-'));
  const elsewhere = await startApp();
  context.after(async () => {
    await elsewhere.close();
    await rm(folder, { recursive: true });
  });
  const path = join(folder, 'meadow.zip');
  await exportFrom(test, 'meadow', path);
  await importInto(elsewhere, path);
  const { read: db } = elsewhere.app.database;
  const rows = await db.selectFrom('artifact_references').selectAll().execute();
  assert.ok(rows.some((row) => row.field_id > 0) && rows.some((row) => row.changeset_id > 0));
  assert.deepEqual(await checkDatabase(elsewhere.app.database), []);
});

it('the database holds what the texts say', async () => {
  assert.deepEqual(await checkDatabase(test.app.database), []);
  await test.app.database.transact((tx) => tx.deleteFrom('artifact_references').where('field_id', '=', 0).execute());
  const told = await checkDatabase(test.app.database);
  assert.ok(told.length > 0 && told.every((line) => line.includes('references are not those')), told.join('\n'));
});

it('existing texts are read by the migration', async (context) => {
  const before = (await test.app.database.read.selectFrom('artifact_references').selectAll().execute()).filter(
    (row) => row.field_id > 0 && row.field_id !== world.field('story', 'steps'),
  );
  assert.ok(before.length > 5);
  const position = migrations.findIndex((migration) => migration.name === 'artifact operations');
  const migration = migrations[position];
  assert.ok(migration !== undefined);
  const place = await usePlace(context);
  const old = await openDatabase({ ...place, migrations: migrations.slice(0, position) });
  const laterColumns = new Set([
    'users.is_email_proven',
    'projects.written_name',
    'artifacts.rank',
    'changesets.agent',
    'changesets.tracker_id',
    'changesets.empty_comment',
    'comments.moved_from_tracker_id',
  ]);
  const tables = ['users', 'projects', 'trackers', 'tracker_fields', 'artifacts', 'changesets', 'comments'] as const;
  for (const table of tables) {
    const all: object[] = await test.app.database.read.selectFrom(table).selectAll().execute();
    const rows = all.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([column]) => !laterColumns.has(`${table}.${column}`))),
    );
    await old.transact(async (tx) => {
      for (const row of rows)
        await tx
          .insertInto(table)
          .values(row)
          .onConflict((c) => c.doNothing())
          .execute();
    });
  }
  await old.close();
  const now = await openDatabase({ ...place, migrations: migrations.slice(0, position + 1) });
  cleanUp(context, () => now.close());
  const found = await now.read.selectFrom('artifact_references').selectAll().execute();
  const textsOf = (rows: typeof found): string[] => rows.map((row) => JSON.stringify(Object.values(row))).sort();
  assert.deepEqual(textsOf(found.filter((row) => row.field_id > 0)), textsOf(before));
  assert.equal(found.filter((row) => row.changeset_id > 0).length, 3);
});
