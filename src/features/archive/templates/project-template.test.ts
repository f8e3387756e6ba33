// Engine: both
// Projects made from templates: what comes along, and what stays behind.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { join } from 'node:path';
import {
  countEverything,
  elementParts,
  importFolder,
  query,
  ROOT,
  useWorld,
} from '../importing/import-world.testing.ts';
import type { World } from '../importing/import-world.testing.ts';
import { createProjectFromTemplate, bundledTemplates, loadTemplate, sampleNames } from '../index.ts';
import { listFormElements } from '../model/field-model.ts';
import type { NewProjectFacts, ProjectTemplate } from '../index.ts';

const facts: NewProjectFacts = {
  unixName: 'orchard',
  fullName: 'Orchard',
  description: 'Apples',
  access: 'private',
  status: 'pending',
  icon: '🍎',
};

async function create(world: World, template: ProjectTemplate, changes: Partial<NewProjectFacts> = {}) {
  const loaded = await loadTemplate(template, elementParts);
  return world.database.transact((tx) =>
    createProjectFromTemplate(tx, { facts: { ...facts, ...changes }, template: loaded, adminId: 101, nowMs: 5 }),
  );
}

for (const [template, trackers] of [
  ['empty', []],
  [{ bundled: 'scrum' }, ['release', 'sprint', 'story', 'task', 'bug']],
  [{ bundled: 'kanban' }, ['task']],
  [{ bundled: 'bugs' }, ['bug']],
  [{ bundled: 'support' }, ['ticket']],
  [{ bundled: 'roadmap' }, ['initiative', 'feature']],
] as const)
  test(`a project is made from ${JSON.stringify(template)} without people and artifacts`, async (context) => {
    const world = await useWorld(context);
    const before = await countEverything(world);
    const id = await create(world, template);
    const [project] = await query(world, `select * from projects where id = ${id}`);
    assert.deepEqual(
      { ...(typeof project === 'object' ? project : {}) },
      {
        id,
        unix_name: 'orchard',
        full_name: 'Orchard',
        description: 'Apples',
        long_description: '',
        access: 'private',
        status: 'pending',
        is_template: 0,
        is_synchronized: 0,
        icon: '🍎',
        created_at_ms: 5,
        banner: '',
        header_background: '',
        written_name: '',
      },
    );
    const names = await query<{ item_name: string }>(world, 'select item_name from trackers order by id');
    assert.deepEqual(
      names.map((row) => row.item_name),
      trackers,
    );
    assert.deepEqual(await query(world, 'select name from user_groups'), []);
    const crossed = await query(world, "select tracker_id from tracker_fields where type = 'cross'");
    assert.equal(crossed.length, trackers.length);
    const invented = await query(
      world,
      "select name from tracker_fields where name in ('store_version', 'platforms', 'device', 'berth')",
    );
    assert.deepEqual(invented, []);
    const after = await countEverything(world);
    for (const table of ['users', 'artifacts', 'changesets', 'user_group_members', 'project_role_members'])
      assert.equal(after[table], before[table], table);
    assert.ok(Number(after['version']) > Number(before['version']));
    assert.deepEqual(await query(world, 'select * from project_members'), [
      { project_id: id, user_id: 101, is_admin: 1 },
    ]);
  });

const definitionTables = [
  'trackers',
  'tracker_fields',
  'field_values',
  'group_values',
  'field_permissions',
  'tracker_permissions',
  'semantics',
  'workflows',
  'transitions',
  'rules',
  'triggers',
  'reports',
];

for (const name of sampleNames)
  test(`a copy of the project ${name} has all that the archive gave, for its own groups`, async (context) => {
    const world = await useWorld(context);
    const { projectId } = await importFolder(world, join(ROOT, 'samples', name));
    const before = await countEverything(world);
    const id = await create(world, { projectId });
    const after = await countEverything(world);
    for (const table of definitionTables) assert.equal(after[table], 2 * Number(before[table]), table);
    for (const table of ['users', 'artifacts', 'changesets', 'user_group_members', 'open_values'])
      assert.equal(after[table], before[table], table);
    const foreign = await query(
      world,
      `select p.ugroup_id from tracker_permissions p join trackers t on t.id = p.tracker_id
       where t.project_id = ${id} and p.ugroup_id > 100
       and p.ugroup_id not in (select id from user_groups where project_id = ${id})`,
    );
    assert.deepEqual(foreign, []);
    const shape = (project: number) =>
      query(
        world,
        `select f.name, f.type, f.rank, f.label, f.is_required, parent.name as parent, p.permission,
           coalesce(g.name, cast(p.ugroup_id as text)) as grp
         from tracker_fields f join trackers t on t.id = f.tracker_id
         left join tracker_fields parent on parent.id = f.parent_id
         left join field_permissions p on p.field_id = f.id left join user_groups g on g.id = p.ugroup_id
         where t.project_id = ${project} order by f.id, p.permission, p.ugroup_id`,
      );
    assert.deepEqual(await shape(id), await shape(projectId));
    const blocks = await query<{ name: string; xml: string }>(
      world,
      `select name, xml from archive_blocks where project_id = ${id}`,
    );
    assert.ok(blocks.some((block) => block.name === 'agiledashboard'));
    assert.ok(blocks.every((block) => !block.xml.includes('artifact_id')));
  });

test('a template that is no project is refused', async (context) => {
  const world = await useWorld(context);
  await assert.rejects(create(world, { projectId: 999 }), { kind: 'not-found', message: /999/ });
});

test('every sample can be loaded, says nothing of anybody’s work, and shows who refers to an artifact', async () => {
  for (const bundled of bundledTemplates) {
    const template = await loadTemplate({ bundled }, elementParts);
    assert.ok('content' in template, bundled);
    const { trackers } = template.content;
    for (const { itemName, formElements } of trackers)
      assert.ok(
        listFormElements(formElements).some(({ type }) => type === 'cross'),
        `${bundled}: ${itemName}`,
      );
    assert.doesNotMatch(JSON.stringify(trackers), /meadow|harbor|bank|mobile/i, bundled);
  }
});

test('a taken short name leaves nothing behind', async (context) => {
  const world = await useWorld(context);
  await create(world, 'empty');
  const before = await countEverything(world);
  await assert.rejects(create(world, { bundled: 'scrum' }), { kind: 'conflict', message: /orchard/ });
  assert.deepEqual(await countEverything(world), before);
});
