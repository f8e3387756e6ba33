// Engine: both
// Imports every archive of the reference in order: counts against the text, ids against recorded answers.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { checkHistory, closeWorld, importFolder, openWorld, query, ROOT } from './import-world.testing.ts';
import type { World } from './import-world.testing.ts';

const FIXTURES = join(ROOT, '../shared/fixtures');
const RECORDED = join(ROOT, '../shared/reference/recorded');
const hasFixtures = existsSync(FIXTURES);
const skip = hasFixtures ? false : '../shared/fixtures is absent';

/** Changesets of the archives that change nothing and say nothing: empty links, or fields that are not there. */
const silentChangesets: Readonly<Record<string, number>> = {
  '10-permissions-on-artifacts': 2,
  '15-future-releases': 1,
  'taskboard-taskboard': 7,
};

const stripXml = (text: string): string =>
  text
    .replace(/<!\[CDATA\[[\s\S]*?\]\]>/g, (section) => (section === '<![CDATA[]]>' ? '' : 'x'))
    .replace(/<!--[\s\S]*?-->/g, '');

function countText(name: string) {
  const xml = stripXml(readFileSync(join(FIXTURES, name, 'project.xml'), 'utf8'));
  const count = (pattern: RegExp): number => xml.match(pattern)?.length ?? 0;
  return {
    trackers: count(/<tracker [^>]*instantiate_for_new_projects/g),
    fields: count(/<(formElement|externalField) /g),
    artifacts: count(/<artifact /g),
    changesets: count(/<changeset[ >]/g) - (silentChangesets[name] ?? 0),
    comments: count(/<comment>/g) - count(/<body[^>]*>\s*<\/body>|<body[^>]*\/>/g),
  };
}

async function countRows(world: World, projectId: number) {
  const count = async (text: string): Promise<number> => (await query<{ n: number }>(world, text))[0]?.n ?? 0;
  const trackers = `(select id from trackers where project_id = ${projectId})`;
  const artifacts = `(select id from artifacts where tracker_id in ${trackers})`;
  const changesets = `(select id from changesets where artifact_id in ${artifacts})`;
  return {
    trackers: await count(`select count(*) as n from trackers where project_id = ${projectId}`),
    fields: await count(`select count(*) as n from tracker_fields where tracker_id in ${trackers}`),
    artifacts: await count(`select count(*) as n from artifacts where tracker_id in ${trackers}`),
    changesets: await count(`select count(*) as n from changesets where artifact_id in ${artifacts}`),
    comments: await count(`select count(*) as n from comments where changeset_id in ${changesets}`),
  };
}

let shared: World | undefined;
const useShared = (): World => {
  assert.ok(shared);
  return shared;
};
before(async () => {
  shared = await openWorld();
});
after(async () => {
  if (shared !== undefined) await closeWorld(shared);
});

for (const [index, name] of (hasFixtures ? readdirSync(FIXTURES).toSorted() : []).entries())
  test(`archive ${name} is imported completely`, async () => {
    const world = useShared();
    const report = await importFolder(world, join(FIXTURES, name));
    assert.equal(report.projectId, 101 + index);
    const { trackers, fields, artifacts, changesets, comments } = report;
    const expected = countText(name);
    assert.deepEqual({ trackers, fields, artifacts, changesets, comments }, expected);
    assert.deepEqual(await countRows(world, report.projectId), expected);
    await checkHistory(world, report.projectId);
  });

test('ids come out in document order', { skip }, async () => {
  const world = useShared();
  assert.deepEqual(await query(world, 'select id, name from user_groups where id <= 103 order by id'), [
    { id: 101, name: 'static_ugroup_1' },
    { id: 102, name: 'static_ugroup_2' },
    { id: 103, name: 'developers' },
  ]);
  const users = await query<{ id: number; username: string }>(world, 'select id, username from users where id = 102');
  assert.deepEqual(users, [{ id: 102, username: 'rest_api_tester_1' }]);
  const [tracker] = await query(world, 'select name, project_id from trackers where id = 1');
  assert.deepEqual(tracker, { name: 'Epics', project_id: 101 });
  const [field] = await query(world, 'select tracker_id, type from tracker_fields where id = 102');
  assert.deepEqual(field, { tracker_id: 1, type: 'aid' });
  assert.deepEqual(await query(world, 'select label from field_values where id = 101'), [{ label: 'Open' }]);
  const [first] = await query(world, 'select tracker_id, number from artifacts where id = 1');
  assert.deepEqual(first, { tracker_id: 1, number: 1 });
});

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function* listObjects(value: unknown): Generator<Record<string, unknown>> {
  if (Array.isArray(value)) for (const item of value) yield* listObjects(item);
  if (!isObject(value)) return;
  yield value;
  for (const item of Object.values(value)) yield* listObjects(item);
}

function* listRecorded(folder: string): Generator<Record<string, unknown>> {
  for (const name of readdirSync(join(RECORDED, folder)).toSorted()) {
    const answer: unknown = JSON.parse(readFileSync(join(RECORDED, folder, name), 'utf8'));
    if (isObject(answer) && isObject(answer['response'])) yield* listObjects(answer['response']['body_json']);
  }
}

test('fields, values, transitions and links have the recorded ids', { skip }, async () => {
  const world = useShared();
  let checked = 0;
  for (const object of listRecorded('20-trackers')) {
    if (!Array.isArray(object['fields'])) continue;
    for (const field of object['fields'].filter(isObject)) {
      const [row] = await query(
        world,
        `select name, tracker_id, type from tracker_fields where id = ${String(field['field_id'])}`,
      );
      assert.deepEqual(row, { name: field['name'], tracker_id: object['id'], type: field['type'] });
      checked += 1;
      const binding = isObject(field['bindings']) ? field['bindings']['type'] : undefined;
      if (binding !== 'static' || !Array.isArray(field['values'])) continue;
      const values = field['values'].filter(isObject).map(({ id, label }) => ({ id, label }));
      const text = `select id, label from field_values where field_id = ${String(field['field_id'])} order by rank, id`;
      assert.deepEqual(await query(world, text), values);
    }
    const transitions = isObject(object['workflow']) ? object['workflow']['transitions'] : undefined;
    for (const { id, from_id, to_id } of Array.isArray(transitions) ? transitions.filter(isObject) : []) {
      const [row] = await query(world, `select from_value_id, to_value_id from transitions where id = ${String(id)}`);
      assert.deepEqual(row, { from_value_id: from_id, to_value_id: to_id });
    }
  }
  for (const object of listRecorded('24-artifacts')) {
    if (object['type'] !== 'art_link' || !Array.isArray(object['links']) || !Array.isArray(object['reverse_links']))
      continue;
    for (const { id } of object['links'].filter(isObject)) {
      const links = `select 1 from artifact_links where target_id = ${String(id)}`;
      assert.ok((await query(world, links)).length > 0, `nothing links to ${String(id)}`);
      checked += 1;
    }
  }
  assert.ok(checked > 100, `only ${checked} ids were compared`);
});

test('links cross trackers and make children where the project has no link types', { skip }, async () => {
  const rows = await query<{ source_id: number; target_id: number; type: string }>(
    useShared(),
    'select source_id, target_id, type from artifact_links where source_id = 8 order by target_id',
  );
  assert.deepEqual(
    rows.map(({ target_id, type }) => [target_id, type]),
    [1, 2, 3, 4, 9, 19, 20, 21, 22, 23, 30].map((id) => [id, id === 9 ? '_is_child' : '']),
  );
});
