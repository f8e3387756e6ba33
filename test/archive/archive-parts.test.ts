// Elements of archives without the feature that reads them: they are kept as their text, and come back with the feature.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { exportArchive, importArchive } from '../../src/features/archive/index.ts';
import type { ArchivePart } from '../../src/features/archive/index.ts';
import { query } from '../support/archive-world.ts';
import { startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { sampleFolder } from '../support/scenario.ts';

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tepal-parts-'));
});
after(() => rm(folder, { recursive: true }));

const bring = ({ app: { database, blobs, clock } }: TestApp, path: string, parts: readonly ArchivePart[]) =>
  importArchive({ database, blobs, clock, parts }, { path, as: 'root', mode: { automap: 'A' } });

const plans = (app: TestApp) => query(app, 'select name, plan_title, backlog_title from plannings order by id');

const readElement = async (archive: string): Promise<string | undefined> =>
  /<agiledashboard>.*<\/agiledashboard>/s.exec(await readFile(join(archive, 'project.xml'), 'utf8'))?.[0];

test('an element without a part is kept as its text, and means the same where its feature is there', async (context) => {
  const apps = await Promise.all([startApp(), startApp(), startApp()]);
  context.after(() => Promise.all(apps.map((app) => app.close())));
  const [without, again, whole] = apps;
  const { archive: parts } = without.app.features.parts;
  const source = sampleFolder('scrum');
  assert.ok(await readElement(source));

  await bring(without, source, []);
  assert.deepEqual(await plans(without), []);
  const path = join(folder, 'out');
  const { database, blobs } = without.app;
  await exportArchive({ database, blobs, parts: [] }, { unixName: 'meadow-scrum', path });
  assert.equal(await readElement(path), await readElement(source));

  await bring(again, path, parts);
  await bring(whole, source, parts);
  assert.ok((await plans(whole)).length > 0);
  assert.deepEqual(await plans(again), await plans(whole));
});
