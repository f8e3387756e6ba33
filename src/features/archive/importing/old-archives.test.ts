// Engine: both
// What archives of the origin say in their own way, each as a small archive of its own.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { countEverything, importFolder, query, useWorld } from './import-world.testing.ts';
import {
  change,
  changeset,
  field,
  importParts,
  permissionOn,
  projectOf,
  valuesOf,
  who,
  write,
} from './small-archives.testing.ts';

test('open lists name their values by `b` and the number of the item, the group or the person', async (context) => {
  const world = await useWorld(context);
  const items = (bind: string, list: string): string => `<bind type="${bind}"><items>${list}</items></bind>`;
  const { warnings } = await importParts(world, {
    fields: [
      field('tbl', 1, 'own', items('static', '<item ID="V40946" label="one"/><item ID="V40948" label="three"/>')),
      field('tbl', 2, 'groups', items('ugroups', '<item ID="V212" label="ugroup_project_members_name_key"/>')),
      field('tbl', 3, 'people', items('users', '<item label="group_members"/>')),
      field('sb', 4, 'one', items('static', '<item ID="V7" label="seven"/>')),
    ].join(''),
    artifacts: `<artifact id="1">${changeset(
      [
        change(
          'own',
          'open_list" bind="static',
          '<value format="id">b40948</value><value format="id">V40946</value><value> mine </value>',
        ),
        change('groups', 'open_list" bind="ugroups', '<value format="id">b212</value>'),
        change('people', 'open_list" bind="users', '<value format="id">b114</value>'),
        change('one', 'list" bind="static', '<value format="id">b7</value>'),
      ].join(''),
    )}</artifact>`,
  });
  assert.deepEqual(warnings, []);
  const ids = await query<{ id: number; label: string }>(
    world,
    'select id, label from field_values union all select id, label from group_values',
  );
  const idOf = (label: string) => ids.find((row) => row.label === label)?.id;
  assert.deepEqual(await query(world, 'select label from open_values'), [{ label: 'mine' }]);
  assert.deepEqual(await valuesOf(world), [
    [
      { bound: [idOf('three'), idOf('one')], open: [101] },
      { bound: [idOf('ugroup_project_members_name_key')], open: [] },
      { bound: [102], open: [] },
      [idOf('seven')],
    ],
  ]);
});

test('steps of tests stand in elements of either name, and empty ones mean nothing', async (context) => {
  const world = await useWorld(context);
  const { fields } = await importParts(world, {
    fields: `${field('ttmstepdef', 1, 'steps')}${field('ttmstepexec', 2, 'results')}<externalField/>`,
  });
  assert.equal(fields, 2);
  assert.deepEqual(await query(world, 'select type from tracker_fields order by id'), [
    { type: 'ttmstepdef' },
    { type: 'ttmstepexec' },
  ]);
});

test('of two elements of one name the second gets another, which no third has', async (context) => {
  const world = await useWorld(context);
  await importParts(world, {
    fields: `${field('column', 1, 'column')}${field('column', 2, 'column')}${field('string', 3, 'column_1')}${field('string', 4, 'title')}${field('string', 5, 'title')}`,
    artifacts: `<artifact id="1">${changeset(change('title', 'string', '<value>the first</value>'))}</artifact>`,
  });
  const rows = await query<{ id: number; name: string }>(world, 'select id, name from tracker_fields order by id');
  assert.deepEqual(
    rows.map(({ name }) => name),
    ['column', 'column_2', 'column_1', 'title', 'title_1'],
  );
  const [artifact] = await query<{ values_json: string }>(world, 'select values_json from artifacts');
  assert.deepEqual(JSON.parse(artifact?.values_json ?? ''), { [rows[3]?.id ?? 0]: 'the first' });
});

test('labels and comments lose the white space around them, and keys of texts become the texts', async (context) => {
  const world = await useWorld(context);
  await importParts(world, {
    fields: [
      field('fieldset', 1, 'a', '<description>fieldset_default_desc_key</description>', 'fieldset_status_bugs_lbl_key'),
      field('fieldset', 2, 'b', '', 'fieldset_scrum_status_lbl_key'),
      field('sb', 3, 'c', '<bind type="static"><items><item ID="V1" label=" one "/></items></bind>', '\n  Label  \n'),
    ].join(''),
    artifacts: `<artifact id="1">${changeset('', `<comment>${who}<body format="text">\n  said \n</body></comment>`)}</artifact>`,
  });
  assert.deepEqual(await query(world, 'select label, description from tracker_fields order by id'), [
    { label: 'Status', description: 'Details of the artifact' },
    { label: 'Scrum status', description: '' },
    { label: 'Label', description: '' },
  ]);
  assert.deepEqual(await query(world, 'select label from field_values'), [{ label: 'one' }]);
  assert.deepEqual(await query(world, 'select body from comments'), [{ body: 'said' }]);
});

test('an empty comment keeps its format, and alone makes no changeset', async (context) => {
  const world = await useWorld(context);
  const empty = (format: string): string => `<comment>${who}<body format="${format}"></body></comment>`;
  const title = change('title', 'string', '<value>x</value>');
  const report = await importParts(world, {
    fields: field('string', 1, 'title'),
    artifacts: `<artifact id="1">${changeset(title, empty('commonmark'))}${changeset('', empty('commonmark'))}</artifact><artifact id="2">${changeset(title, empty('text'))}</artifact>`,
  });
  assert.deepEqual([report.changesets, report.comments], [2, 0]);
  assert.deepEqual(await query(world, 'select empty_comment from changesets order by artifact_id'), [
    { empty_comment: 'commonmark' },
    { empty_comment: null },
  ]);
  assert.deepEqual(await query(world, 'select body from comments'), []);
});

test('short names have small letters', async (context) => {
  const world = await useWorld(context);
  const { unixName } = await importParts(world, { name: 'SVN-plugin-Test' });
  assert.equal(unixName, 'svn-plugin-test');
});

test('trackers without permissions are open, fields without any are closed unless they are named', async (context) => {
  const world = await useWorld(context);
  const path = write(
    world,
    projectOf({
      fields: ['a', 'b', 'c', 'd', 'e']
        .map((name, id) => field(id === 0 ? 'fieldset' : 'string', id + 1, name))
        .join(''),
      permissions: `<permissions>${permissionOn('F3', 'UGROUP_NONE', 'READ')}${permissionOn('F4', 'UGROUP_PROJECT_ADMIN', 'READ')}</permissions>`,
    }),
  );
  const closed =
    'project.xml, line 2, <tracker>: these fields have no permissions, so only administrators can see them unless the import opens them: ';
  const before = await countEverything(world);
  const checked = await importFolder(world, path, 'admin', { isCheck: true });
  assert.deepEqual(checked.warnings, [`${closed}a.b, a.e`]);
  for (const name of ['a.c', 'a.a', 'a.x', 'b'])
    await assert.rejects(importFolder(world, path, 'admin', { openFields: ['a.b', name] }), {
      kind: 'invalid',
      message: new RegExp(`open_fields: there is no field without permissions named ${name};`),
    });
  assert.deepEqual(await countEverything(world), before);
  const { warnings } = await importFolder(world, path, 'admin', { openFields: ['a.b'] });
  assert.deepEqual(warnings, [`${closed}a.e`]);
  assert.deepEqual(await query(world, 'select permission, ugroup_id from tracker_permissions'), [
    { permission: 'full', ugroup_id: 1 },
  ]);
  const rows = await query(
    world,
    `select f.name, p.permission, p.ugroup_id from field_permissions p
     join tracker_fields f on f.id = p.field_id order by f.name, p.ugroup_id`,
  );
  assert.deepEqual(rows, [
    { name: 'b', permission: 'read', ugroup_id: 1 },
    { name: 'b', permission: 'submit', ugroup_id: 2 },
    { name: 'b', permission: 'update', ugroup_id: 3 },
    { name: 'd', permission: 'read', ugroup_id: 4 },
  ]);
});

test('texts that link to attachments link to the new ones', async (context) => {
  const world = await useWorld(context);
  const html = [
    '<img src="/plugins/tracker/attachments/preview/42-a.png">',
    '<a href="https://old.example.org/plugins/tracker/?aid=1&amp;field=2&amp;func=show-attachment&amp;attachment=42">a</a>',
    '<a href="/plugins/tracker/attachments/77-other.png">b</a>',
    '<a href="https://elsewhere.example.org/plugins/tracker/attachments/77-other.png">c</a>',
    '<a href="/plugins/tracker/attachments/43-later.png">d</a>',
  ].join('');
  const file = `<file id="fileinfo_42"><filename>a.png</filename><path>data/a</path><filesize>1</filesize><filetype>image/png</filetype></file>`;
  const escaped = html.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  const { warnings } = await importParts(
    world,
    {
      fields: `${field('file', 1, 'files')}${field('text', 2, 'text')}`,
      artifacts: `<artifact id="1">${changeset(
        change('files', 'file', '<value ref="fileinfo_42"/>') +
          change('text', 'text', `<value format="html">${escaped}</value>`),
      )}${file}</artifact><artifact id="2">${changeset(change('files', 'file', '<value ref="fileinfo_43"/>'))}${file.replace('fileinfo_42', 'fileinfo_43')}</artifact>`,
    },
    { 'data/a': 'x' },
  );
  const [attachment, later] = await query<{ id: number }>(world, 'select id from artifact_files order by id');
  const [artifact] = await query<{ values_json: string }>(world, 'select values_json from artifacts');
  const text = artifact?.values_json ?? '';
  for (const [old, now] of [
    ['preview/42-a.png', `preview/${attachment?.id}-a.png`],
    ['attachment=42', `attachment=${attachment?.id}`],
    ['"/plugins/tracker/attachments/43', `/plugins/tracker/attachments/${later?.id}-later`],
    ['"/plugins/tracker/attachments/77', '/plugins/tracker/attachments/0-other'],
  ] as const) {
    assert.ok(text.includes(now), now);
    assert.ok(!text.includes(`href=\\${old}`), old);
  }
  assert.ok(text.includes('https://elsewhere.example.org/plugins/tracker/attachments/77-other.png'));
  assert.equal(warnings.length, 1);
  assert.match(warnings[0] ?? '', /the attachment `77`/);
});

test('a check tells what would be left out, each thing once with its count, and changes nothing', async (context) => {
  const world = await useWorld(context);
  const one = changeset(change('one', 'list" bind="static', '<value format="id">V9</value>'));
  const path = write(
    world,
    projectOf({
      fields: field('sb', 4, 'one', '<bind type="static"><items><item ID="V7" label="seven"/></items></bind>'),
      artifacts: `<artifact id="1">${one}</artifact><artifact id="2">${one}</artifact>`,
    })
      .replace('</tracker>', '<webhooks><webhook url="https://example.org/"/></webhooks></tracker>')
      .replace('</project>', '<frs><package/><package/></frs></project>'),
  );
  writeFileSync(join(path, 'testmanagement.xml'), '<testmanagement/>');
  const before = await countEverything(world);
  const warnings = [
    'project.xml, line 3, <field_change>: field `one`: there is no value `V9`; it is skipped (2 times)',
  ];
  const checked = await importFolder(world, path, 'admin', { isCheck: true });
  assert.deepEqual([checked.warnings, checked.artifacts], [warnings, 2]);
  const kept = ['frs: 2 package', 'tracker a: webhooks: 1 webhook', 'files: testmanagement.xml'];
  assert.deepEqual(checked.storedElements, kept);
  await assert.rejects(importFolder(world, path, 'admin', { isStrict: true }), {
    kind: 'invalid',
    message: /`V9`; it is skipped \(2 times\)/,
  });
  assert.deepEqual(await countEverything(world), before);
  assert.deepEqual((await importFolder(world, path)).warnings, warnings);
});

test('days after the last of a month are the first of the next', async (context) => {
  const world = await useWorld(context);
  const { warnings } = await importParts(world, {
    fields: field('date', 1, 'end') + field('float', 2, 'effort'),
    artifacts: `<artifact id="1">${changeset(
      change('end', 'date', '<value format="ISO8601">2021-06-31T10:30:00Z</value>') +
        change('effort', 'float', '<value> 2.5 </value>'),
    )}</artifact>`,
  });
  assert.deepEqual(warnings, []);
  assert.deepEqual(await valuesOf(world), [['2021-07-01', 2.5]]);
});

test('lists of groups keep the built-in ones, and a file field that was emptied stays empty', async (context) => {
  const world = await useWorld(context);
  const keys = ['file_manager_admin', 'wiki_admin', 'authenticated_users', 'registered_users', 'project_admins'];
  const items = keys.map((key, index) => `<item ID="V${index + 1}" label="ugroup_${key}_name_key"/>`).join('');
  const file = `<file id="fileinfo_1"><filename>a</filename><path>data/a</path><filesize>1</filesize><filetype>text/plain</filetype></file>`;
  const { warnings } = await importParts(
    world,
    {
      fields: `${field('file', 1, 'files')}${field('sb', 2, 'group', `<bind type="ugroups"><items>${items}</items></bind>`)}`,
      artifacts: `<artifact id="1">${changeset(change('files', 'file', '<value ref="fileinfo_1"/>'))}${changeset(
        change('files', 'file', '<value ref=""/>') +
          change('group', 'list" bind="ugroups', '<value format="id">V2</value>'),
      )}${file}</artifact>`,
    },
    { 'data/a': 'x' },
  );
  assert.deepEqual(warnings, []);
  assert.deepEqual(
    await query(world, 'select ugroup_id from group_values order by id'),
    [11, 14, 5, 2, 4].map((ugroup_id) => ({ ugroup_id })),
  );
  const [values] = await valuesOf(world);
  assert.ok(JSON.stringify(values).startsWith('[[],['), JSON.stringify(values));
});
