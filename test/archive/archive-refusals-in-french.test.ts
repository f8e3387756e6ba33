// What is wrong in an archive, and what an import would leave out, reaches French pages in French, with its place.
// Engine: SQLite alone; archives are read before the database is asked.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { importArchive } from '../../src/features/archive/index.ts';
import { DomainError } from '../../src/platform/errors.ts';
import { i18nOf } from '../../src/platform/texts/said.ts';
import { refusals } from '../../web/locales/fr/errors.ts';
import { fill } from '../../web/platform/errors/fill.ts';
import { startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';

let server: TestApp;
let folder: string;
before(async () => {
  server = await startApp();
  folder = await mkdtemp(join(tmpdir(), 'archive-'));
});
after(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/** Of a tracker, after its name; the lines of what is refused, in French. */
async function refuse(tracker: string): Promise<string[]> {
  const project = `<project unix-name="old" full-name="Old" description=""><long-description/>
<trackers use-natures="true"><tracker id="T1"><name>A</name><item_name>a</item_name>
${tracker}</tracker></trackers></project>`;
  await writeFile(join(folder, 'project.xml'), project);
  await writeFile(join(folder, 'users.xml'), '<users/>');
  const { database, blobs, features } = server.app;
  const deps = { database, blobs, clock: { nowMs: () => 0 }, parts: features.parts.archive };
  const how = { path: folder, as: 'root', mode: { automap: 'A' }, isStrict: true } as const;
  try {
    await importArchive(deps, how);
  } catch (error) {
    assert.ok(error instanceof DomainError && typeof error.sentence === 'object', String(error));
    return (fill(refusals, i18nOf(error.sentence)) ?? error.message).split('\n');
  }
  return assert.fail('nothing was refused');
}

test('references that lead nowhere', async () => {
  const semantics = '<semantics><semantic type="title"><field REF="F9"/></semantic></semantics>';
  assert.deepEqual(await refuse(`<formElements/>${semantics}<artifacts/>`), [
    'ceci serait ignoré\u00a0:',
    'project.xml, ligne 3, <semantic>\u00a0: la sémantique «\u00a0title\u00a0» désigne le champ «\u00a0F9\u00a0», qui n’existe pas dans le tracker «\u00a0T1\u00a0»',
  ]);
});

test('what would be left out, and how often it came', async () => {
  const right = '<permission scope="tracker" ugroup="gone" type="PLUGIN_TRACKER_ACCESS_FULL"/>';
  assert.deepEqual(await refuse(`<formElements/><permissions>${right}${right}</permissions><artifacts/>`), [
    'ceci serait ignoré\u00a0:',
    'project.xml, ligne 3, <permission>\u00a0: il n’y a pas de groupe d’utilisateurs «\u00a0gone\u00a0»\u00a0; la permission est ignorée (2 fois)',
  ]);
});
