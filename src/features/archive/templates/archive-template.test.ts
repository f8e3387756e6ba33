// What an archive may hold of people who administer no site, and what of it leads nowhere.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textOf } from '../../../platform/texts/said.ts';
import { importFolder, query, useWorld } from '../importing/import-world.testing.ts';
import { field, projectOf, write } from '../importing/small-archives.testing.ts';
import { loadArchiveTemplate } from './archive-template.ts';
import { readTrackerXml } from './tracker-source.ts';

const listOf = (count: number, items = Array.from({ length: count }, (_, n) => `<item ID="V${n}" label="v${n}"/>`)) =>
  field('sb', 1, 'state', `<bind type="static"><items>${items.join('')}</items></bind>`);

test('an archive of ordinary people has no more than routes take', async (context) => {
  const world = await useWorld(context);
  const load = (fields: string): Promise<unknown> => loadArchiveTemplate(write(world, projectOf({ fields })), []);
  await load(listOf(5000));
  await assert.rejects(load(listOf(5001)), {
    kind: 'invalid',
    message: /line 3, .*has 5001 values; at most 5000 are allowed/,
  });
  const many = Array.from({ length: 12 }, () => listOf(5000)).join('');
  await assert.rejects(load(many), { kind: 'invalid', message: /more than 50000 elements/ });
  const tracker = `<tracker><name>A</name><item_name>a</item_name><formElements>${listOf(5001)}</formElements></tracker>`;
  await assert.rejects(readTrackerXml(tracker), { kind: 'invalid', message: /at most 5000 are allowed/ });
  const { trackers } = await importFolder(world, write(world, projectOf({ fields: listOf(5001) })));
  assert.equal(trackers, 1, 'operators import what there was');
});

test('services that lead to no address are left out, and told', async (context) => {
  const world = await useWorld(context);
  const service = (shortname: string, link: string): string =>
    `<project-defined-service shortname="${shortname}" enabled="1" label="${shortname}" description="" link="${link}" is_in_new_tab="0"/>`;
  const links = ['javascript:alert(1)', '//other.site/', ' https://good.example/ '];
  const services = `<services>${links.map((link, n) => service(`s${n}`, link)).join('')}</services>`;
  const path = write(world, projectOf({}).replace('<trackers', `${services}<trackers`));
  const { left } = await loadArchiveTemplate(path, []);
  const told = left.map(textOf).filter((text) => text.includes('has no URL'));
  assert.equal(told.length, 2, told.join());
  const { warnings } = await importFolder(world, path);
  assert.equal(warnings.map(textOf).filter((text) => text.includes('has no URL')).length, 2);
  const kept = await query<{ link: string }>(world, 'select link from project_services where is_custom = 1');
  assert.deepEqual(kept, [{ link: 'https://good.example/' }]);
});

test('jobs that call no address are left out, and told', async (context) => {
  const world = await useWorld(context);
  const urls = [
    'javascript:alert(1)',
    'file:///etc/passwd',
    'https://me:secret@ci.example.com/',
    'https://ci.example.com/?a=1',
  ];
  const actions = urls.map((url) => `<postaction_ci_build job_url="${url}"/>`).join('');
  const workflow = `<workflow><field_id REF="F1"/><is_used>1</is_used><transitions><transition><from_id REF="null"/><to_id REF="V1"/>
<postactions>${actions}</postactions></transition></transitions></workflow>`;
  const xml = projectOf({ fields: listOf(2, ['<item ID="V1" label="v1"/>']) });
  const { warnings } = await importFolder(world, write(world, xml.replace('<permissions', `${workflow}<permissions`)));
  assert.equal(warnings.map(textOf).filter((text) => text.includes('has no http or https URL')).length, 1);
  const [kept] = await query<{ actions_json: string }>(world, 'select actions_json from transitions');
  assert.deepEqual(JSON.parse(kept?.actions_json ?? ''), [{ kind: 'run-job', jobUrl: 'https://ci.example.com/?a=1' }]);
});
