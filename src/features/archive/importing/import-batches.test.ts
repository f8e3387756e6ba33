// Engine: both
// Imports of more artifacts than are written at a time.
import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkHistory, countEverything, importFolder, query, useWorld } from './import-world.testing.ts';
import { createFolderStore } from '../../../platform/blobs/folder-store.ts';
import type { World } from './import-world.testing.ts';
import { importArchive } from '../index.ts';

const USERS =
  '<users><user><id>1</id><username>ann</username><realname/><email>ann@x.org</email><ldapid/></user></users>';

const changeset = (minute: number, changes: string): string =>
  `<changeset><submitted_by format="username">ann</submitted_by><submitted_on format="ISO8601">2020-01-01T00:${String(minute).padStart(2, '0')}:00Z</submitted_on>${changes}</changeset>`;

const setNumber = (value: number): string =>
  `<field_change field_name="n" type="int"><value>${value}</value></field_change>`;

/** Two changesets; the first links to the artifact of the other tracker that counts from the other end. */
const artifact = (tracker: string, index: number, count: number): string =>
  `<artifact id="${tracker}${index}">${changeset(
    index % 30,
    `${setNumber(index)}<field_change field_name="l" type="art_link"><value nature="">${tracker === 'A' ? 'B' : 'A'}${count - 1 - index}</value></field_change>`,
  )}${changeset(30 + (index % 30), setNumber(index + 1000))}</artifact>`;

const tracker = (name: string, count: number): string =>
  `<tracker id="T${name}"><name>${name}</name><item_name>${name}</item_name><formElements>
<formElement type="int" ID="F${name}1" rank="1"><name>n</name><label>N</label></formElement>
<formElement type="art_link" ID="F${name}2" rank="2"><name>l</name><label>L</label></formElement></formElements>
<permissions>${[1, 2].map((id) => `<permission scope="field" REF="F${name}${id}" ugroup="UGROUP_ANONYMOUS" type="PLUGIN_TRACKER_FIELD_READ"/>`).join('')}</permissions><artifacts>
${Array.from({ length: count }, (_, index) => artifact(name, index, count)).join('\n')}</artifacts></tracker>`;

const projectXml = (count: number): string =>
  `<project unix-name="many" full-name="Many" description=""><long-description/><trackers use-natures="true">${tracker('A', count)}${tracker('B', count)}</trackers></project>`;

function writeMany({ dataDir }: World, count: number): string {
  const folder = mkdtempSync(join(dataDir, 'archive-'));
  writeFileSync(join(folder, 'users.xml'), USERS);
  writeFileSync(join(folder, 'project.xml'), projectXml(count));
  return folder;
}

test('ids, numbers and histories follow the document, and links reach forward and back', async (context) => {
  const world = await useWorld(context);
  const count = 150;
  const report = await importFolder(world, writeMany(world, count));
  assert.deepEqual([report.artifacts, report.changesets, report.warnings], [2 * count, 4 * count, []]);
  await checkHistory(world, report.projectId);
  const artifacts = await query(
    world,
    'select id, tracker_id, number, version, context_version from artifacts order by id',
  );
  assert.deepEqual(
    artifacts,
    Array.from({ length: 2 * count }, (_, index) => ({
      id: index + 1,
      tracker_id: index < count ? 1 : 2,
      number: (index % count) + 1,
      version: 2,
      context_version: 1,
    })),
  );
  const links = await query(world, 'select source_id, target_id from artifact_links order by source_id');
  assert.deepEqual(
    links,
    Array.from({ length: 2 * count }, (_, index) => ({ source_id: index + 1, target_id: 2 * count - index })),
  );
  const changesets = await query(world, 'select artifact_id from changesets order by id');
  assert.deepEqual(
    changesets,
    Array.from({ length: 4 * count }, (_, index) => ({ artifact_id: Math.floor(index / 2) + 1 })),
  );
  const keys = await query(world, 'select artifact_id, key from artifact_keys order by artifact_id');
  assert.deepEqual(
    keys,
    Array.from({ length: 2 * count }, (_, index) => ({ artifact_id: index + 1, key: (index % count) + 1000 })),
  );
});

for (const [what, count] of [
  ['fewer', 99],
  ['more', 101],
] as const)
  test(`an archive that has ${what} artifacts at the second reading is refused, and nothing is changed`, async (context) => {
    const world = await useWorld(context);
    const path = writeMany(world, 100);
    const before = await countEverything(world);
    const clock = {
      nowMs: () => {
        writeFileSync(join(path, 'project.xml'), projectXml(count));
        return Date.UTC(2026, 0, 1);
      },
    };
    await assert.rejects(
      importArchive(
        { database: world.database, blobs: createFolderStore(join(world.dataDir, 'files')), clock, parts: [] },
        { path, as: 'admin', mode: { automap: 'A' } },
      ),
      { message: /changed during the import|changed while it was being read/ },
    );
    assert.deepEqual(await countEverything(world), before);
  });
