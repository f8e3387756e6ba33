// Engine: both
// What readers of the format take although it is odd, and what of it leads nowhere.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { importFolder, query, useWorld } from './import-world.testing.ts';
import { change, field, projectOf, readable, usersXml, valuesOf, write } from './small-archives.testing.ts';

const asWide = (xml: string): Buffer => Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-16"?>${xml}`, 'utf16le');

test('what the readers of the format take is taken, and what leads nowhere is told', async (context) => {
  const world = await useWorld(context);
  const at = (moment: string): string =>
    `<submitted_by format="username">ann</submitted_by><submitted_on format="ISO8601">${moment}</submitted_on>`;
  const moments = [
    '2009-08-05 15:40:00 -0400',
    '2009-08-05T15:40+02:00',
    '2009-08-05 15:40:00',
    '2009-08-05',
    '2009-02-30T00:00:00Z',
  ];
  const labels = '<value format="label">ann</value><value format="label">guest</value><value>None</value>';
  const artifacts = [
    ...moments.map((moment, id) => `<artifact id="${id + 1}"><changeset>${at(moment)}</changeset></artifact>`),
    `<artifact id="8"><changeset>${at('2026-01-02T03:04:05Z')}${change('cc', 'open_list" bind="users', labels)}
${change('title', 'guessed', '<value>x</value>')}${change('files', 'file', '<value ref="gone"/>')}</changeset></artifact>`,
    '<artifact id="9"/>',
  ].join('');
  const fields = [
    field('string', 1, 'title'),
    field('tbl', 2, 'cc', '<bind type="users"><items><item label="registered_users"/></items></bind>'),
    field(
      'sb',
      3,
      'state',
      '<bind type="static"><items><item label="no name"/><item ID="V1" label="one"/></items><default_values><value REF="V9"/></default_values></bind>',
    ),
    field('file', 4, 'files'),
    field('fieldset', 5, 'set'),
    field('vault', 6, 'secret'),
  ].join('');
  const meaning = `<semantics><semantic type="title"><field REF="F9"/></semantic>
<semantic type="status"><field REF="F3"/><open_values><open_value REF="V8"/></open_values></semantic>
<semantic type="timeframe"><inherited_from_tracker id="T77"/></semantic></semantics>
<rules><list_rules><rule><source_field REF="F3"/><target_field REF="F3"/><source_value REF="V1"/><target_value REF="V7"/></rule></list_rules></rules>
<workflow><field_id REF="F3"/><is_used>1</is_used><transitions><transition><from_id REF="null"/><to_id REF="V1"/><postactions><postaction_field_date valuetype="2"><field_id REF="F9"/></postaction_field_date></postactions></transition>
<transition><from_id REF="V6"/><to_id REF="V1"/></transition></transitions></workflow>`;
  const tracker = (id: string, name: string, rest: string): string =>
    `<tracker ${id} future="1"><name>${name}</name><item_name>${name}</item_name>${rest}</tracker>`;
  const xml = `<project unix-name="taken" full-name="Taken" access="public"><services/>
<ugroups><ugroup name="project_members" description=""><members><member format="username">gone</member><member format="username">ann</member></members></ugroup></ugroups>
<trackers>${tracker('', 'a', `<formElements>${fields}</formElements>${meaning}<permissions>${readable(fields)}</permissions><artifacts>${artifacts}</artifacts>`)}
${tracker('id="T1" parent_id="T99"', 'b', '<hologram/>')}${tracker('id="T1"', 'c', '')}
<triggers><trigger_rule><triggers/><condition>all_of</condition><target><field_id REF="F3"/><field_value_id REF="V5"/></target></trigger_rule></triggers></trackers></project>`;
  const path = write(world, '');
  writeFileSync(join(path, 'project.xml'), asWide(xml));
  const double =
    '<user><id>114</id><username>lea</username><realname/><email>lea@x.org</email><ldapid/></user></users>';
  writeFileSync(join(path, 'users.xml'), usersXml.replace('</users>', double));
  const { warnings, users, trackers } = await importFolder(world, path);
  assert.deepEqual([users, trackers], [1, 3]);
  for (const part of [
    '<tracker>: attribute `future` is unknown here (3 times)',
    '<hologram>: this element is unknown inside <tracker>',
    '<formElement>: the field type `vault` is unknown',
    '<tracker>: the ID `T1` is already used',
    'the parent `T99`',
    'the semantic `title` refers to the field `F9`',
    'the tracker `T77`',
    'no value `V8`',
    '<rule>: it refers to a value that its field does not have',
    '<transition>: it refers to a value that its field does not have',
    'the post action set-date refers to the field `F9`',
    '<trigger_rule>: it refers to a value that its field does not have',
    'the default value `V9`',
    '<field_change>: the change type `guessed` is unknown',
    'no <file> `gone`',
    '<artifact>: an artifact needs at least one <changeset>',
    '`gone` has no account',
  ])
    assert.ok(
      warnings.some((warning) => /^project\.xml, line \d+, </.test(warning) && warning.includes(part)),
      `${part}\n${warnings.join('\n')}`,
    );
  const made = await query<{ at: number }>(world, 'select submitted_at_ms as at from artifacts order by id');
  const local = [new Date(2009, 7, 5, 15, 40), new Date(2009, 7, 5)].map((date) => date.toISOString());
  assert.deepEqual(
    made.map(({ at: ms }) => new Date(Number(ms)).toISOString()),
    [
      '2009-08-05T19:40:00.000Z',
      '2009-08-05T13:40:00.000Z',
      ...local,
      '2009-03-02T00:00:00.000Z',
      '2026-01-02T03:04:05.000Z',
    ],
  );
  const [ann] = await query<{ id: number }>(world, "select id from users where username = 'ann'");
  const [guest] = await query<{ id: number }>(world, "select id from open_values where label = 'guest'");
  assert.deepEqual((await valuesOf(world)).at(-1), [{ bound: [ann?.id], open: [guest?.id] }, []]);
});

test('who and what is missing is left out by itself, with its place', async (context) => {
  const world = await useWorld(context);
  const by = (name: string): string =>
    `<submitted_by format="username">${name}</submitted_by><submitted_on format="ISO8601">2026-01-02T03:04:05Z</submitted_on>`;
  const comment = `<comments><comment>${by('zoe')}<body>left</body></comment></comments>`;
  const file = (id: string, path: string): string =>
    `<file id="${id}"><filename>${id}</filename><path>${path}</path><filesize>1</filesize><filetype>text/plain</filetype></file>`;
  const artifact = `<artifact id="1"><changeset>${by('ghost')}${comment}${change('files', 'file', '<value ref="f1"/><value ref="f2"/>')}</changeset>
${file('f1', 'data/gone')}${file('f2', 'data/there')}</artifact>`;
  const shared =
    '<formElement type="shared" ID="F2" rank="2" original_field_id="F99"><name>s</name><label>S</label></formElement>';
  const xml = projectOf({ fields: field('file', 1, 'files') + shared, artifacts: artifact }).replace(
    '</project>',
    '<agiledashboard><plannings><planning name="One" planning_tracker_id="T1"/><planning name="Two" planning_tracker_id="T1"/></plannings></agiledashboard></project>',
  );
  const { warnings } = await importFolder(world, write(world, xml, { 'data/there': 'x' }));
  for (const part of [
    /line \d+, <submitted_by>: the submitter is the user `ghost` \(username\), who is not in users\.xml; it is imported/,
    /line \d+, <submitted_by>: the author is the user `zoe`/,
    /line \d+, <file>: the archive has no file `data\/gone`; the attachment is skipped/,
    /line \d+, <formElement>: it shares the field `F99`, which is missing/,
    /line \d+, <planning>: the planning `Two` shares the tracker `T1` with another planning; it is skipped/,
  ])
    assert.ok(
      warnings.some((warning) => part.test(warning)),
      `${part}\n${warnings.join('\n')}`,
    );
  assert.deepEqual(await query(world, 'select submitted_by, email from changesets'), [
    { submitted_by: 0, email: 'ghost' },
  ]);
  assert.deepEqual(await query(world, 'select submitted_by, body from comments'), [{ submitted_by: 0, body: 'left' }]);
  assert.deepEqual(await query(world, 'select name, submitted_by from artifact_files'), [
    { name: 'f2', submitted_by: 0 },
  ]);
  assert.deepEqual(await query(world, 'select name from plannings'), [{ name: 'One' }]);
  assert.deepEqual(await query(world, "select type from tracker_fields where name = 's'"), [{ type: 'sb' }]);
});

test('of two fields, values, files or groups with one id the first is meant, and both fields and values are there', async (context) => {
  const world = await useWorld(context);
  const list = (items: string): string => `<bind type="static"><items>${items}</items></bind>`;
  const ones = '<item ID="V1" label="one"/><item ID="V1" label="uno"/><item ID="V2" label="two"/>';
  const fields = [
    field('string', 1, 'title'),
    field('string', 1, 'origin'),
    field('sb', 2, 'state', list(ones)),
    field('sb', 3, 'kind', list('<item ID="V1" label="bug"/>')),
    field('file', 4, 'files'),
  ].join('');
  const file = (name: string): string =>
    `<file id="f1"><filename>${name}</filename><path>data/${name}</path><filesize>1</filesize><filetype>text/plain</filetype></file>`;
  const made =
    '<submitted_by format="username">ann</submitted_by><submitted_on format="ISO8601">2026-01-02T03:04:05Z</submitted_on>';
  const chosen = ['state', 'kind'].map((name) => change(name, 'list" bind="static', '<value format="id">1</value>'));
  const texts = ['title', 'origin'].map((name) => change(name, 'string', `<value>a ${name}</value>`));
  const values = [...texts, ...chosen, change('files', 'file', '<value ref="f1"/>')].join('');
  const artifacts = `<artifact id="1"><changeset>${made}${values}</changeset>${file('a')}${file('b')}</artifact>`;
  const group = (member: string): string =>
    `<ugroup name="devs" description=""><members><member format="username">${member}</member></members></ugroup>`;
  const xml = projectOf({ fields, artifacts }).replace(
    '<trackers',
    `<ugroups>${group('ann')}${group('bob')}</ugroups><trackers`,
  );
  const { warnings, fields: count } = await importFolder(world, write(world, xml, { 'data/a': 'a', 'data/b': 'b' }));
  for (const part of [
    /line \d+, <formElement>: the ID `F1` is already used$/,
    /line \d+, <item>: the ID `V1` is already used \(2 times\)$/,
    /line \d+, <file>: the ID `f1` is already used in this artifact$/,
    /line \d+, <ugroup>: the user group `devs` is already defined$/,
  ])
    assert.ok(
      warnings.some((warning) => part.test(warning)),
      `${part}\n${warnings.join('\n')}`,
    );
  assert.equal(count, 5);
  const ids = await query<{ id: number; label: string }>(world, 'select id, label from field_values order by id');
  assert.deepEqual(
    ids.map(({ label }) => label),
    ['one', 'uno', 'two', 'bug'],
  );
  const valueOf = (label: string): number | undefined => ids.find((value) => value.label === label)?.id;
  const lists = { one: valueOf('one'), bug: valueOf('bug') };
  const fileIds = await query<{ id: number }>(world, 'select id from artifact_files');
  const stored = ['a title', 'a origin', [lists.one], [lists.bug], fileIds.map(({ id }) => id)];
  assert.deepEqual(await valuesOf(world), [stored]);
  assert.deepEqual(await query(world, 'select name from artifact_files'), [{ name: 'a' }]);
});
