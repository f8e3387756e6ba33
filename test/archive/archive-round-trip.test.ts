// Engine: both
// What is imported, exported and imported elsewhere is the same: to callers, and in every table.
// Process: its own, because it takes long
// Tier: all, because it makes and reads many archives.
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import {
  attachments,
  dump,
  exportFrom,
  importInto,
  query,
  writeHostileArchive,
  writeLongHistories,
} from '../support/archive-world.ts';
import { exportArchive, importArchive } from '../../src/features/archive/index.ts';
import { listFaults } from './archive-format.ts';
import { writeEveryPart } from '../support/every-part-archive.ts';
import { testEngine } from '../../src/platform/database/test-place.testing.ts';
import { at, createTestClock, startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { fixtureArchives } from '../support/fixtures.ts';
import { listAt, sampleFolder } from '../support/scenario.ts';

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tepal-round-trip-'));
});
after(() => rm(folder, { recursive: true }));

/** Makes the other server's accounts in the same order, so that ids of people are the same too. */
async function copyAccounts(from: TestApp, to: TestApp): Promise<void> {
  const accounts = await from.app.features.people.list();
  const known = new Set((await to.app.features.people.list()).map(({ username }) => username));
  for (const row of accounts.filter(({ username }) => !known.has(username)).sort((a, b) => a.id - b.id))
    await to.app.features.people.create({
      username: row.username,
      realName: row.real_name,
      email: row.email,
      ldapId: row.ldap_id,
    });
}

/** Two servers at the same moment, which default dates show. */
async function startTwo(context: {
  after(close: () => Promise<void>): void;
}): Promise<{ first: TestApp; second: TestApp }> {
  const clock = createTestClock(Date.now());
  const first = await startApp({ clock });
  context.after(() => first.close());
  const second = await startApp({ clock });
  context.after(() => second.close());
  return { first, second };
}

/** Everything that REST shows of the project, by path. */
async function show(test: TestApp, projectId: number): Promise<Map<string, unknown>> {
  const shown = new Map<string, unknown>();
  const get = async (path: string): Promise<unknown> => {
    const answer = await test.call(`/api/${path}`, { as: 'root' });
    assert.equal(answer.status, 200, `${path}: ${answer.text}`);
    shown.set(path, answer.json);
    return answer.json;
  };
  const getList = async (path: string): Promise<readonly unknown[]> => {
    const items: unknown[] = [];
    for (let page = 50; page === 50;) {
      const found = listAt(await get(`${path}${path.includes('?') ? '&' : '?'}limit=50&offset=${items.length}`));
      items.push(...found);
      page = found.length;
    }
    return items;
  };
  await get(`projects/${projectId}`);
  for (const group of listAt(await get(`projects/${projectId}/user_groups`)))
    await getList(`user_groups/${String(at(group, 'id'))}/users`);
  for (const tracker of await getList(`projects/${projectId}/trackers`)) {
    const trackerId = String(at(tracker, 'id'));
    await get(`trackers/${trackerId}`);
    await getList(`trackers/${trackerId}/tracker_reports`);
    for (const artifact of await getList(`trackers/${trackerId}/artifacts`)) {
      const id = String(at(artifact, 'id'));
      await get(`artifacts/${id}?values_format=all`);
      await getList(`artifacts/${id}/changesets?fields=all`);
    }
  }
  for (const path of await listPlaces(test, projectId)) {
    const { status, json } = await test.call(`/api/${path}`, { as: 'root' });
    assert.ok(status < 500, path);
    shown.set(path, { status, json });
  }
  return shown;
}

/** How many of a kind are asked for everything, such as trackers and milestones. */
const perKind = 3;

/** Every GET that the description of the API has for one thing, for some things of each kind in the project. */
async function listPlaces(test: TestApp, projectId: number): Promise<string[]> {
  const { json } = await test.call('/api/openapi.json');
  const trackers = `(select id from trackers where project_id = ${projectId} and is_deleted = 0)`;
  const artifacts = `select a.id from artifacts a where a.tracker_id in ${trackers} order by a.number desc, a.id`;
  const sources: Readonly<Record<string, string>> = {
    projects: `select ${projectId} as id`,
    user_groups: `select id from user_groups where project_id = ${projectId} order by id`,
    trackers: `select id from ${trackers} as found order by id`,
    tracker_fields: `select id from tracker_fields where tracker_id in ${trackers} order by id desc`,
    tracker_reports: `select id from reports where tracker_id in ${trackers} order by id`,
    plannings: `select id from plannings where project_id = ${projectId} order by id`,
    milestones: `select a.id from artifacts a join plannings p on p.tracker_id = a.tracker_id where p.project_id = ${projectId} order by a.id`,
    artifacts,
    backlog_items: artifacts,
  };
  const places: string[] = [];
  for (const [path, { get }] of Object.entries(readPaths(json))) {
    const [, kind = '', rest = ''] = /^\/(\w+)\/\{id\}((?:\/\w+)?)$/.exec(path) ?? [];
    const source = sources[kind];
    // What happened on a site stays there, and Git packs what it gets anew.
    if (get === undefined || source === undefined || ['/audit_events', '/storage'].includes(rest)) continue;
    const isList = get.parameters?.some(({ name }) => name === 'limit') === true;
    const words = [...(isList ? ['limit=50'] : []), ...(rest === '/linked_artifacts' ? ['direction=forward'] : [])];
    for (const row of await query(test, `${source} limit ${perKind}`))
      places.push(`${kind}/${String(row['id'])}${rest}?${words.join('&')}`);
  }
  assert.ok(places.length > 20, 'places');
  return places;
}

const Paths = Type.Object({
  paths: Type.Record(
    Type.String(),
    Type.Object({
      get: Type.Optional(
        Type.Object({ parameters: Type.Optional(Type.Array(Type.Object({ name: Type.Optional(Type.String()) }))) }),
      ),
    }),
  ),
});

const readPaths = (json: unknown) => Value.Parse(Paths, json).paths;

/** How these differ from the samples is no matter of the engine. */
const others = testEngine === 'sqlite' ? fixtureArchives : [];

const archives = [
  { name: 'of every part', write: writeEveryPart },
  { name: 'hostile texts', write: writeHostileArchive },
  { name: 'long histories', write: writeLongHistories },
  ...(['scrum', 'kanban'] as const).map((name) => ({ name: `sample ${name}`, write: () => sampleFolder(name) })),
  ...others.map(({ name, path }) => ({ name, write: () => path })),
];

/** Two servers that take one archive after the other, each into the same ids. */
const takingAll = startTwo({ after });

for (const { name, write } of archives)
  test(`the archive ${name} comes back as it went in`, async () => {
    const { first, second } = await takingAll;
    const path = await write(folder);
    const { projectId, unixName } = await importInto(first, path);
    const zip = join(folder, `${unixName}.zip`);
    const exported = await exportFrom(first, unixName, zip);
    // Names of groups that only an archive can give.
    assert.deepEqual(
      (await listFaults(zip)).filter((fault) => !fault.includes('name="devs & ')),
      [],
    );
    await copyAccounts(first, second);
    const imported = await importInto(second, zip);
    assert.deepEqual(
      { trackers: exported.trackers, artifacts: exported.artifacts, files: exported.files },
      { trackers: imported.trackers, artifacts: imported.artifacts, files: imported.files },
    );
    assert.equal(imported.users, 0);
    assert.equal(imported.otherFiles.length, exported.otherFiles);
    assert.deepEqual(await dump(second), await dump(first));
    const references = 'select kind, ref, target_id from archive_references order by kind, target_id';
    const known = new Set((await query(second, references)).map((row) => JSON.stringify(row)));
    for (const row of await query(first, references)) assert.ok(known.has(JSON.stringify(row)), JSON.stringify(row));
    const shown = await show(first, projectId);
    assert.ok(shown.size > 5);
    assert.deepEqual(await show(second, imported.projectId), shown);
  });

test('attachments are the same byte for byte, in a folder and in a zip file', async (context) => {
  const { first, second } = await startTwo(context);
  await importInto(first, await writeHostileArchive(folder));
  const target = join(folder, 'plain');
  await exportFrom(first, 'hostile', target);
  for (const [index, { bytes }] of attachments.entries())
    assert.deepEqual(await readFile(join(target, 'data', String(index + 101))), bytes);
  await importInto(second, target);
  const rows = await query(second, 'select name, path from artifact_files order by id');
  assert.deepEqual(
    rows.map((row) => row['name']),
    attachments.map(({ name }) => name),
  );
  for (const [index, row] of rows.entries())
    assert.deepEqual(await readFile(join(second.app.dataDir, 'files', String(row['path']))), attachments[index]?.bytes);
});

test('what people did over REST comes back too', async (context) => {
  const { first, second } = await startTwo(context);
  const { projectId } = await importInto(first, await writeEveryPart(await mkdtemp(join(folder, 'living-'))));
  assert.deepEqual(await query(first, 'select agent from changesets where agent is not null'), [
    { agent: 'assistant' },
  ]);
  const [tracker] = await query(first, "select id from trackers where item_name = 'thing'");
  const trackerId = String(tracker?.['id']);
  const fields = await query(first, `select id, name from tracker_fields where tracker_id = ${trackerId}`);
  const idOf = (name: string): unknown => fields.find((field) => field['name'] === name)?.['id'];
  const values = await query(first, 'select id, label from field_values');
  const valueOf = (label: string): unknown => values.find((value) => value['label'] === label)?.['id'];
  const artifacts = `select id from artifacts where tracker_id = ${trackerId} order by id`;
  const [, child] = await query(first, artifacts);
  const ids = (...labels: readonly string[]) => ({ bind_value_ids: labels.map(valueOf) });
  const people = await query(first, "select id from users where username in ('ann', 'lea') order by id");
  const [group] = await query(first, "select id from user_groups where name = 'devs'");
  const step = {
    description: '_do_',
    description_format: 'commonmark',
    expected_results: '<b>see</b>',
    expected_results_format: 'html',
    rank: 1,
  };
  const sent: Readonly<Record<string, object>> = {
    string_3: { value: 'said over REST' },
    text_4: { value: '**bold**', format: 'commonmark' },
    int_5: { value: 42 },
    float_6: { value: -0.5 },
    date_10: { value: '2026-03-01T10:15:00+01:00' },
    msb_13: ids('value 7'),
    cb_14: ids('value 8', 'value 9'),
    tbl_15: { value: { bind_value_objects: [{ id: valueOf('value 10') }, { label: 'new here' }] } },
    msb_16: { bind_value_ids: people.map((row) => row['id']) },
    sb_17: { bind_value_ids: [group?.['id']] },
    art_link_22: { links: [{ id: (await query(first, artifacts))[0]?.['id'], type: '_is_child' }] },
    computed_24: { manual_value: 6 },
    steps: { value: [step] },
  };
  const body = {
    values: Object.entries(sent).map(([name, value]) => ({ field_id: idOf(name), ...value })),
    comment: { body: 'a *comment*', format: 'commonmark' },
  };
  const put = await first.call(`/api/artifacts/${String(child?.['id'])}`, { method: 'PUT', as: 'root', body });
  assert.equal(put.status, 200, put.text);
  const silent = { values: [{ field_id: idOf('string_3'), value: 'changed without a word' }] };
  const again = await first.call(`/api/artifacts/${String(child?.['id'])}`, {
    method: 'PUT',
    as: 'root',
    body: silent,
  });
  assert.equal(again.status, 200, again.text);
  const [late] = await query(first, "select id, tracker_id from tracker_fields where name = 'string_53'");
  const made = await first.call('/api/artifacts', {
    method: 'POST',
    as: 'root',
    body: { tracker: { id: late?.['tracker_id'] }, values: [{ field_id: late?.['id'], value: 'made over REST' }] },
  });
  assert.equal(made.status, 201, made.text);
  const zip = join(folder, 'living.zip');
  const { artifacts: count } = await exportFrom(first, 'every-part', zip);
  assert.equal(count, 4);
  assert.deepEqual(await listFaults(zip), []);
  await copyAccounts(first, second);
  const { warnings } = await importInto(second, zip);
  assert.deepEqual(warnings, []);
  const [before, after] = [await show(first, projectId), await show(second, projectId)];
  // Changesets are numbered by artifact where they come, not by the time of the change.
  const unnumbered = (answer: unknown): string =>
    (JSON.stringify(answer) ?? '').replaceAll(/"id":\d+,"(submitted_by|artifact)":/g, '"$1":');
  for (const [path, answer] of before) assert.equal(unnumbered(after.get(path)), unnumbered(answer), path);
});

test('artifacts that were deleted stay behind, though the backlog and links named them', async (context) => {
  const { first, second } = await startTwo(context);
  const { artifacts } = await importInto(first, await writeEveryPart(await mkdtemp(join(folder, 'deleted-'))));
  const rows = await query(first, 'select id from artifacts order by id');
  await first.app.features.site.changeSetting('sys_artifact_deletions_per_day', '2');
  for (const row of [rows.at(-1), rows.at(1)]) {
    const answer = await first.call(`/api/artifacts/${String(row?.['id'])}`, { method: 'DELETE', as: 'root' });
    assert.equal(answer.status, 200, answer.text);
  }
  const zip = join(folder, 'deleted.zip');
  assert.equal((await exportFrom(first, 'every-part', zip)).artifacts, artifacts - 2);
  const again = await importInto(second, zip);
  assert.equal(again.artifacts, artifacts - 2);
  assert.deepEqual(again.warnings, []);
});

test('files that no artifact has are kept, and erased with the project', async (context) => {
  const { first, second } = await startTwo(context);
  const plain = await writeEveryPart(await mkdtemp(join(folder, 'kept-')));
  const { otherFiles, projectId } = await importInto(first, plain);
  assert.deepEqual(otherFiles, ['data/f3', 'data_1', 'export/repository.bundle']);
  const target = join(folder, 'kept-files');
  await exportFrom(first, 'every-part', target);
  assert.deepEqual((await readdir(join(target, 'data_2'))).length, 2);
  const again = join(folder, 'kept-again');
  await importInto(second, target);
  await exportFrom(second, 'every-part', again);
  for (const path of otherFiles)
    for (const copy of [target, again]) assert.equal(await readFile(join(copy, path), 'utf8'), `content of ${path}`);
  const countFiles = async (): Promise<number> => (await readdir(join(first.app.dataDir, 'files'))).length;
  assert.equal(await countFiles(), 5);
  await first.app.features.site.changeSetting('sys_project_backup_path', folder);
  for (const words of ['', '?erase=true'])
    assert.equal(
      (await first.call(`/api/projects/${projectId}${words}`, { method: 'DELETE', as: 'root' })).status,
      200,
    );
  assert.equal(await countFiles(), 0);
});

test('people who have no account where the archive goes get the same one', async (context) => {
  const { first, second } = await startTwo(context);
  await importInto(first, await writeHostileArchive(folder));
  const zip = join(folder, 'people.zip');
  await exportFrom(first, 'hostile', zip);
  assert.equal((await importInto(second, zip)).users, 3);
  const accounts = 'select username, real_name, email, ldap_id from users where id > 101 order by username';
  assert.deepEqual(await query(second, accounts), await query(first, accounts));
});

test('characters that XML has no place for become U+FFFD, and nothing else changes', async (context) => {
  const { first, second } = await startTwo(context);
  await importInto(first, sampleFolder('scrum'));
  const trackers = listAt((await first.call('/api/projects/101/trackers', { as: 'root' })).json);
  const task = trackers.find((tracker) => at(tracker, 'item_name') === 'task');
  const body = {
    tracker: { id: at(task, 'id') },
    values_by_field: { title: { value: 'a\u0001b\u001f\ufffec\t]]>' } },
  };
  const made = await first.call('/api/artifacts', { as: 'ana', method: 'POST', body });
  assert.equal(made.status, 201, made.text);
  const zip = join(folder, 'control.zip');
  await exportFrom(first, 'meadow-scrum', zip);
  await importInto(second, zip);
  const path = `/api/trackers/${String(at(task, 'id'))}/artifacts?order=desc&limit=1`;
  const shown = await second.call(path, { as: 'root' });
  assert.equal(at(shown.json, '0.title'), 'a\ufffdb\ufffd\ufffdc\t]]>');
});

test('links out of the project stay behind', async (context) => {
  const { first, second } = await startTwo(context);
  await importInto(first, sampleFolder('scrum'));
  await importInto(first, sampleFolder('kanban'));
  const update = `update changesets set changes_json = replace(changes_json, '"id":', '"id":3')`;
  const links = (await query(first, 'select count(*) as n from changesets where changes_json like \'%"id":%\''))[0];
  assert.ok(Number(links?.['n']) > 0);
  await first.app.database.transact(async (tx) => void (await sql.raw(update).execute(tx)));
  const zip = join(folder, 'outside.zip');
  await exportFrom(first, 'meadow-scrum', zip);
  const { warnings } = await importInto(second, zip);
  assert.deepEqual(warnings, []);
});

test('an export that fails leaves nothing, and one never overwrites', async (context) => {
  const { first } = await startTwo(context);
  await importInto(first, await writeHostileArchive(folder));
  const target = join(folder, 'refused');
  const refusals = async (): Promise<void> => {
    for (const path of [target, `${target}.zip`])
      await assert.rejects(exportFrom(first, 'hostile', path), { kind: 'conflict' });
  };
  await writeFile(target, 'mine');
  await writeFile(`${target}.zip`, 'mine');
  await refusals();
  for (const path of [target, `${target}.zip`]) assert.equal(await readFile(path, 'utf8'), 'mine');
  await rm(target);
  await rm(`${target}.zip`);
  const [file] = await query(first, 'select path from artifact_files order by id desc');
  await rm(join(first.app.dataDir, 'files', String(file?.['path'])));
  await refusals();
  await assert.rejects(exportFrom(first, 'nobody', `${target}.zip`), { kind: 'not-found' });
  await assert.rejects(exportFrom(first, 'hostile', join(target, 'deep.zip')), { kind: 'invalid', message: /deep/ });
  const left = (await readdir(folder)).filter((name) => name.includes('refused') || name.includes('partial'));
  assert.deepEqual(left, []);
});

test('fields that are marked as deleted go into the archive of an erased project alone', async (context) => {
  const { first, second } = await startTwo(context);
  await importInto(first, sampleFolder('scrum'));
  const [field] = await query(first, "select id from tracker_fields where name = 'crash_rate'");
  const path = `/api/tracker_fields/${String(field?.['id'])}`;
  assert.equal((await first.call(path, { method: 'DELETE', as: 'ana' })).status, 204);
  const zip = join(folder, 'without-deleted.zip');
  await exportFrom(first, 'meadow-scrum', zip);
  const { projectId, warnings } = await importInto(second, zip);
  assert.deepEqual(warnings, []);
  const gone =
    'select settings_json from tracker_fields where is_used = 0 and settings_json like \'%"isDeleted":true%\'';
  assert.deepEqual([(await query(first, gone)).length, (await query(second, gone)).length], [1, 0]);
  const trackers = async (test: TestApp): Promise<unknown> =>
    (await test.call(`/api/projects/${projectId}/trackers`, { as: 'root' })).json;
  assert.equal(listAt(await trackers(second)).length, listAt(await trackers(first)).length);
  await first.app.features.site.changeSetting('sys_project_backup_path', folder);
  const remove = `/api/projects/${projectId}`;
  for (const words of ['', '?erase=true'])
    assert.equal((await first.call(remove + words, { method: 'DELETE', as: 'root' })).status, 200);
  const backup = (await readdir(folder)).find((name) => /^meadow-scrum-.*Z\.zip$/.test(name)) ?? '';
  await importInto(first, join(folder, backup));
  assert.equal((await query(first, gone)).length, 1);
});

test('exports and imports tell how far they are', async (context) => {
  const { first, second } = await startTwo(context);
  await importInto(first, sampleFolder('kanban'));
  const path = join(folder, 'told.zip');
  const exported: number[][] = [];
  const imported: number[][] = [];
  const { database, blobs } = first.app;
  const listen = (told: number[][]) => (done: number, total: number) => void told.push([done, total]);
  const { archive: parts } = first.app.features.parts;
  await exportArchive({ database, blobs, parts }, { unixName: 'harbor-kanban', path, onProgress: listen(exported) });
  assert.deepEqual(
    exported,
    Array.from({ length: 13 }, (_, done) => [done, 12]),
  );
  const target = { database: second.app.database, blobs: second.app.blobs, clock: { nowMs: () => 0 }, parts };
  await importArchive(target, { path, as: 'root', mode: { automap: 'A' }, onProgress: listen(imported) });
  const shares = imported.map(([done = 0, total = 1]) => done / total);
  assert.deepEqual(
    shares,
    shares.toSorted((a, b) => a - b),
  );
  assert.deepEqual([shares.length > 2, shares.at(-2), shares.at(-1)], [true, 1, 1]);
});
