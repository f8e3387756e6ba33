// Engine: both
// Imports of small archives into a real database: where every part goes, and what a failure leaves behind.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { projectRecords } from '../../projects/index.ts';
import { trackerRecords } from '../../trackers/index.ts';
import { checkHistory, countEverything, importFolder, query, ROOT, useWorld } from './import-world.testing.ts';
import type { World } from './import-world.testing.ts';
import { SAMPLE_XML } from '../reading/sample-project.testing.ts';

for (const name of ['scrum', 'kanban'])
  test(`the sample ${name} is imported without warnings`, async (context) => {
    const world = await useWorld(context);
    const report = await importFolder(world, join(ROOT, 'samples', name));
    assert.deepEqual(report.warnings, []);
    assert.ok(report.artifacts > 0 && report.changesets > report.artifacts);
    await checkHistory(world, report.projectId);
  });

const USER =
  '<user><id>1</id><username>ann</username><realname>Ann</realname><email>ann@x.org</email><ldapid>u1</ldapid></user>';

function writeArchive({ dataDir }: World, projectXml: string, files: Record<string, string> = {}): string {
  const folder = mkdtempSync(join(dataDir, 'archive-'));
  const all = { 'project.xml': projectXml, 'users.xml': `<users>${USER}</users>`, ...files };
  for (const [name, content] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

const listCopies = ({ dataDir }: World): string[] => {
  const folder = join(dataDir, 'files');
  return existsSync(folder) ? readdirSync(folder) : [];
};

/** Every part of the format, with values for fields of the right types. */
const FULL_XML = SAMPLE_XML.replace(
  '<field_change field_name="title" type="file">',
  '<field_change field_name="file" type="file">',
)
  .replace('</formElements>\n<semantics>', '</formElements><semantics>')
  .replace(
    '<formElement type="date" ID="F6"',
    `<formElement type="file" ID="F8" rank="8" use_it="0"><name>file</name><label>File</label></formElement>
<formElement type="tbl" ID="F9" rank="9"><name>tags</name><label>Tags</label><bind type="static"><items><item ID="V9" label="known"/></items></bind></formElement>
<formElement type="perm" ID="F10" rank="10"><name>perm</name><label>Perm</label></formElement>
<formElement type="msb" ID="F11" rank="11"><name>teams</name><label>Teams</label><bind type="ugroups"><items><item ID="V10" label="devs"/><item ID="V11" label="ugroup_project_members_name_key"/></items><default_values><value REF="V11"/></default_values></bind></formElement>
<formElement type="computed" ID="F12" rank="12"><name>sum</name><label>Sum</label></formElement>
<formElement type="date" ID="F6"`,
  )
  .replace('field_name="title" type="computed"', 'field_name="sum" type="computed"')
  .replace('field_name="title" type="permissions_on_artifact"', 'field_name="perm" type="permissions_on_artifact"')
  .replace(
    '<value format="id">2</value><value>Label</value><value/>',
    '<value format="id">2</value><value>Nowhere</value>',
  )
  .replace(
    '<field_change field_name="start"',
    `<field_change field_name="tags" type="open_list" bind="static"><value>known</value><value>own</value></field_change>
<field_change field_name="teams" type="list" bind="ugroups"><value format="id">V10</value></field_change>
<field_change field_name="start"`,
  );

test('attachments for which there is no room leave nothing behind', async (context) => {
  const world = await useWorld(context);
  const archive = writeArchive(world, FULL_XML, { 'data/a': 'hello' });
  const before = await countEverything(world);
  const room = { repositories: 0, attachments: 4 };
  const message = /^the attachments of the archive exceed the storage limit of 4 bytes/;
  await assert.rejects(importFolder(world, archive, 'admin', { room }), { kind: 'too-large', message });
  assert.deepEqual([await countEverything(world), listCopies(world)], [before, []]);
  const { files } = await importFolder(world, archive, 'admin', { room: { ...room, attachments: 5 } });
  assert.equal(files, 1);
});

test('every part of the format finds its place', async (context) => {
  const world = await useWorld(context);
  const report = await importFolder(world, writeArchive(world, FULL_XML, { 'data/a': 'hello' }));
  assert.deepEqual([report.users, report.trackers, report.changesets, report.comments, report.files], [1, 1, 2, 2, 1]);
  const definition = await world.database.snapshot(async (db) => {
    const [row, project, rows] = await Promise.all([
      trackerRecords.findTracker(db, 1),
      projectRecords.findProjectByName(db, 'p'),
      trackerRecords.loadDefinitionRows(db, 1),
    ]);
    assert.ok(row !== undefined && project !== undefined);
    return trackerRecords.buildDefinition(row, project, rows, new Map([[101, 'devs']]));
  });
  const field = (name: string) => definition.fieldByName.get(name) ?? assert.fail(`no field ${name}`);
  assert.equal(definition.color, 'inca-silver');
  assert.deepEqual(definition.settings.cannedResponses, [{ title: 'Hi', body: 'Hello' }]);
  assert.equal(definition.settings.flags['notifications_level'], '2');
  assert.deepEqual(definition.permissions.admin, [101]);
  assert.deepEqual([field('title').permissions.read, field('start').permissions.update], [[1], []]);
  assert.deepEqual(
    field('status').values.map(({ id, label, color, isDefault, isHidden }) => [id, label, color, isDefault, isHidden]),
    [
      [102, 'Done', '', false, true],
      [101, 'Open', '#010203', true, false],
    ],
  );
  assert.deepEqual(field('status').settings.bind?.noneColor, 'acid-green');
  assert.deepEqual(field('who').settings.bind, {
    kind: 'users',
    groups: ['group_members'],
    defaultUserIds: [],
    noneColor: '',
  });
  assert.deepEqual(
    field('teams').values.map(({ groupId, isDefault }) => [groupId, isDefault]),
    [
      [101, false],
      [3, true],
    ],
  );
  const { semantics, workflow, dateRules, listRules } = definition;
  assert.deepEqual(semantics.status, { field_id: field('status').id, value_ids: [101] });
  assert.deepEqual(semantics.timeframe, { start_date_field_id: field('start').id, end_date_field_id: field('end').id });
  assert.deepEqual(semantics.progress, { artifact_link_type: '_is_child' });
  assert.equal(workflow?.isAdvanced, false);
  assert.deepEqual(
    workflow?.transitions.map(({ fromValueId, toValueId, groupIds }) => [fromValueId, toValueId, groupIds]),
    [
      [null, 102, [4]],
      [101, 102, [4]],
    ],
  );
  assert.equal(dateRules[0]?.comparator, '≤');
  assert.equal(listRules[0]?.target_value_id, 100);

  const [artifact] = await query<{ values_json: string; is_limited: number; submitted_at_ms: number }>(
    world,
    'select * from artifacts',
  );
  const values: unknown = JSON.parse(artifact?.values_json ?? '');
  assert.deepEqual(values, {
    [field('steps').id]: [
      { description: 'do', descriptionFormat: 'commonmark', expectedResults: 'ok', expectedResultsFormat: 'text' },
    ],
    [field('status').id]: [102],
    [field('who').id]: [102],
    [field('sum').id]: { isAuto: false, manual: 5 },
    [field('file').id]: [101],
    [field('perm').id]: [101],
    [field('tags').id]: { bound: [field('tags').values[0]?.id], open: [101] },
    [field('teams').id]: [field('teams').values[0]?.id],
    [field('start').id]: '2020-01-01',
    [field('title').id]: '**b**',
  });
  assert.equal(artifact?.is_limited, 1);
  assert.equal(artifact.submitted_at_ms, Date.parse('2020-01-01T00:00:00Z'));
  assert.deepEqual(await query(world, 'select submitted_by, body, format, groups_json from comments order by id'), [
    { submitted_by: 0, body: 'v1', format: 'html', groups_json: '[101]' },
    { submitted_by: 102, body: 'v2', format: 'text', groups_json: null },
  ]);
  const [file] = await query<{ path: string; size_bytes: number }>(
    world,
    'select path, size_bytes from artifact_files',
  );
  assert.equal(file?.size_bytes, 5);
  assert.equal(readFileSync(join(world.dataDir, 'files', file.path), 'utf8'), 'hello');
  const blocks = await query<{ name: string }>(world, 'select name from archive_blocks order by id');
  for (const name of ['natures', 'git', 'agiledashboard', 'webhooks', 'semantic'])
    assert.ok(
      blocks.some((block) => block.name === name),
      name,
    );
  assert.deepEqual(await query(world, 'select id, tracker_id, name, plan_title, backlog_title from plannings'), [
    { id: 1, tracker_id: 1, name: 'Plan', plan_title: 'To do', backlog_title: 'Ideas' },
  ]);
  assert.deepEqual(await query(world, 'select planning_id, tracker_id, rank from planning_backlog_trackers'), [
    { planning_id: 1, tracker_id: 1, rank: 0 },
  ]);
  assert.deepEqual(await query(world, 'select permission, ugroup_id from planning_permissions'), [
    { permission: 'priority_change', ugroup_id: 101 },
  ]);
  assert.deepEqual(await query(world, 'select artifact_id from explicit_backlog_items'), [{ artifact_id: 1 }]);
  assert.ok(
    report.warnings.some((warning) => /line \d+, <permission>: plannings have no permission `X`/.test(warning)),
  );
  const references = await query<{ ref: string }>(
    world,
    "select ref, target_id from archive_references where kind = 'field'",
  );
  assert.ok(references.some(({ ref }) => ref === 'F12'));
  assert.ok(report.warnings.some((warning) => /line \d+, <field_change>: .*`Nowhere`/.test(warning)));
  const counts = await countEverything(world);
  assert.deepEqual([counts['triggers'], counts['reports'], counts['semantics'], counts['version']], [1, 1, 6, 2]);
});

test('shared fields have the type and the values of their original', async (context) => {
  const world = await useWorld(context);
  const tracker = (id: string, elements: string, value: string): string =>
    `<tracker id="${id}"><name>${id}</name><item_name>${id}</item_name><formElements>${elements}</formElements><artifacts>
<artifact id="${id}"><changeset><submitted_by format="username">ann</submitted_by><submitted_on format="ISO8601">2020-01-01T00:00:00Z</submitted_on>
<field_change field_name="s" type="list" bind="static"><value format="id">${value}</value></field_change></changeset></artifact></artifacts></tracker>`;
  const shared =
    '<formElement type="shared" ID="F1" rank="1" original_field_id="F2"><name>s</name><label>S</label></formElement>';
  const original =
    '<formElement type="sb" ID="F2" rank="1"><name>s</name><label>S</label><bind type="static"><items><item ID="V1" label="one"/></items></bind></formElement>';
  const xml = `<project unix-name="p" full-name="P" description=""><long-description/><trackers>${tracker('T1', shared, 'V1')}${tracker('T2', original, 'V1')}</trackers></project>`;
  await importFolder(world, writeArchive(world, xml));
  const rows = await world.database.snapshot((db) => trackerRecords.loadDefinitionRows(db, 1));
  assert.deepEqual(
    rows.values.map(({ id, field_id, label }) => [id, field_id, label]),
    [[101, 102, 'one']],
  );
  assert.deepEqual(await query(world, 'select values_json from artifacts order by id'), [
    { values_json: '{"101":[101]}' },
    { values_json: '{"102":[101]}' },
  ]);
  const lonely = xml.replace(' original_field_id="F2"', '').replace('unix-name="p"', 'unix-name="q"');
  const { warnings } = await importFolder(world, writeArchive(world, lonely));
  assert.ok(warnings.some((warning) => /<formElement>: it shares the field ``, which is missing/.test(warning)));
  assert.deepEqual(await query(world, 'select type, label from tracker_fields where id in (103, 104) order by id'), [
    { type: 'sb', label: 'S' },
    { type: 'sb', label: 'S' },
  ]);
  assert.deepEqual((await query(world, 'select values_json from artifacts order by id')).slice(2), [
    { values_json: '{}' },
    { values_json: '{"104":[102]}' },
  ]);
});

test('a wrong archive, an unknown importer and a taken name change nothing', async (context) => {
  const world = await useWorld(context);
  const good = writeArchive(world, FULL_XML, { 'data/a': 'hello' });
  const empty = await countEverything(world);
  await assert.rejects(importFolder(world, writeArchive(world, FULL_XML.replace(/ ID="F2"/, ''), { 'data/a': '' })), {
    kind: 'invalid',
    message: /^project\.xml, line \d+, column \d+, <formElement>: attribute `ID` is missing/,
  });
  await assert.rejects(importFolder(world, good, 'nobody-here'), { kind: 'invalid', message: /"nobody-here"/ });
  assert.deepEqual(await countEverything(world), empty);
  assert.deepEqual(listCopies(world), []);

  await importFolder(world, good);
  const full = await countEverything(world);
  const copies = listCopies(world);
  assert.equal(copies.length, 1);
  await assert.rejects(importFolder(world, good), { kind: 'conflict', message: /"p" is already taken/ });
  assert.deepEqual(await countEverything(world), full);
  assert.deepEqual(listCopies(world), copies);
});

test('members follow the archive, and the importer leaves where others are named', async (context) => {
  const world = await useWorld(context);
  const group = (name: string, members: string): string =>
    `<ugroup name="${name}" description=""><members>${members}</members></ugroup>`;
  const ann = '<member format="username">ann</member>';
  const projectOf = (name: string, attributes: string, groups: string): string =>
    `<project unix-name="${name}" full-name="P" description="" ${attributes}><long-description/><ugroups>${groups}</ugroups></project>`;
  const membersOf = async (xml: string) => {
    const { projectId } = await importFolder(world, writeArchive(world, xml));
    return query(
      world,
      `select user_id, is_admin from project_members where project_id = ${projectId} order by user_id`,
    );
  };
  const admin = { user_id: 101, is_admin: 1 };
  assert.deepEqual(await membersOf(projectOf('none', '', '')), [admin]);
  const both = group('project_members', ann) + group('project_admins', ann);
  assert.deepEqual(await membersOf(projectOf('both', '', both)), [{ user_id: 102, is_admin: 1 }]);
  assert.deepEqual(await membersOf(projectOf('open', 'access="public"', group('devs', ann))), [admin]);
  const withAnn = [admin, { user_id: 102, is_admin: 0 }];
  assert.deepEqual(await membersOf(projectOf('closed', 'access="private"', group('devs', ann))), withAnn);
  const synchronized = projectOf('sync', '', group('devs', ann)).replace('<ugroups>', '<ugroups mode="synchronized">');
  assert.deepEqual(await membersOf(synchronized), withAnn);
  await assert.rejects(
    membersOf(projectOf('twice', '', group('devs', ann) + group('Devs', ann))),
    /already has a user group "Devs"/,
  );
});

test('a date at the start of time says that there is none', async (context) => {
  const world = await useWorld(context);
  const start = '<field_change field_name="start" type="date"><value format="ISO8601">';
  assert.ok(FULL_XML.includes(`${start}2020-01-01<`));
  const xml = FULL_XML.replace(`${start}2020-01-01<`, `${start}1970-01-01T01:00:00+01:00<`);
  await importFolder(world, writeArchive(world, xml, { 'data/a': 'hello' }));
  const [artifact] = await query<{ values_json: string }>(world, 'select values_json from artifacts');
  assert.doesNotMatch(artifact?.values_json ?? '', /1970/);
});
