// Tier: all, because it imports very large archives.
// What archives may ask for: texts and sources that are endless, files that unpack to a thousand times as much, accounts for nobody.
// Process: its own; it looks at how much memory a refusal takes.
import assert from 'node:assert/strict';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { test } from 'node:test';
import { ZipFile } from 'yazl';
import { onOneEngine } from '../../../platform/database/test-place.testing.ts';
import { createFolderStore } from '../../../platform/blobs/folder-store.ts';
import { importArchive, readUserMap } from '../index.ts';
import type { MappingMode } from '../index.ts';
import { countEverything, query, useWorld } from './import-world.testing.ts';
import type { World } from './import-world.testing.ts';
import { parseXml } from '../xml/xml-tree.ts';
import type { XmlElement } from '../xml/xml-tree.ts';

const mega = 1024 ** 2;

/** A document whose middle is repeated, a mega at a time. */
function* repeat(start: string, megas: number, end: string): Generator<Buffer> {
  const chunk = Buffer.alloc(mega, 'x');
  yield Buffer.from(start);
  for (let count = 0; count < megas; count += 1) yield chunk;
  yield Buffer.from(end);
}

const isKept = ({ name }: XmlElement): boolean => name === 'keep';

for (const [what, start, end] of [
  ['text', '<r>\n<value>', '</value></r>'],
  ['text in CDATA', '<r>\n<value><![CDATA[', ']]></value></r>'],
])
  test(
    `a ${what} beyond what one may have was rejected long before it is held, with its place`,
    onOneEngine,
    async () => {
      const before = process.memoryUsage().rss;
      await assert.rejects(parseXml(repeat(start ?? '', 600, end ?? ''), { file: 'project.xml' }), {
        kind: 'invalid',
        message: /^project\.xml, line 2, column 1, <value>: its text is longer than 16777216 characters$/,
      });
      assert.ok(process.memoryUsage().rss - before < 200 * mega);
    },
  );

test('so are many texts that belong together, and a part that is kept as it stands', onOneEngine, async () => {
  const values = '<value>'.concat('y'.repeat(10 * mega), '</value>');
  function* many(): Generator<Buffer> {
    yield Buffer.from('<r><artifact>\n');
    for (let count = 0; count < 60; count += 1) yield Buffer.from(values);
    yield Buffer.from('</artifact></r>');
  }
  await assert.rejects(parseXml(many(), { file: 'project.xml' }), {
    message:
      /^project\.xml, line 2, column \d+, <value>: this element with its content has more than 536870912 characters$/,
  });
  function* kept(): Generator<Buffer> {
    yield Buffer.from('<r>\n <keep>');
    for (let count = 0; count < 600; count += 1) yield Buffer.from(`<a b="${'y'.repeat(mega - 20)}"/>`);
  }
  await assert.rejects(parseXml(kept(), { file: 'project.xml', keepsSource: isKept }), {
    message: /^project\.xml, line 2, column 2, <keep>: it is longer than 67108864 characters$/,
  });
});

test('texts that are used up count no more', onOneEngine, async () => {
  function* many(): Generator<Buffer> {
    yield Buffer.from('<r>');
    for (let count = 0; count < 60; count += 1) yield Buffer.from(`<a><b>${'y'.repeat(10 * mega)}</b></a>`);
    yield Buffer.from('</r>');
  }
  let taken = 0;
  const take = (element: XmlElement): boolean => {
    if (element.name === 'a') taken += 1;
    return element.name === 'a';
  };
  await parseXml(many(), { file: 'project.xml', take });
  assert.equal(taken, 60);
});

const user = (id: number, name: string): string =>
  `<user><id>${id}</id><username>${name}</username><realname>${name}</realname><email>${name}@x.org</email><ldapid>l-${name}</ldapid></user>`;
const names = ['member', 'blocked', 'nobody', 'reader'];
const usersXml = `<users>${names.map((name, index) => user(index + 1, name)).join('')}</users>`;
const projectXml = `<project unix-name="small" full-name="Small" description="" access="private"><long-description/>
<ugroups><ugroup name="project_members" description=""><members><member format="ldap">l-member</member></members></ugroup></ugroups>
<frs><package name="p"><user format="username"><![CDATA[blocked]]></user></package></frs></project>`;

const importFrom = ({ database, dataDir }: World, path: string, mode: MappingMode) =>
  importArchive(
    { database, blobs: createFolderStore(join(dataDir, 'files')), clock: { nowMs: () => 0 }, parts: [] },
    { path, as: 'admin', mode },
  );

async function writeFolder({ dataDir }: World): Promise<string> {
  const folder = await mkdtemp(join(dataDir, 'archive-'));
  await writeFile(join(folder, 'project.xml'), projectXml);
  await writeFile(join(folder, 'users.xml'), usersXml);
  return folder;
}

async function listNames(world: World): Promise<string[]> {
  const rows = await query<{ username: string }>(world, 'select username from users where id > 101 order by id');
  return rows.map(({ username }) => username);
}

test('accounts are made for people whom the archive names, not for all of users.xml', async (context) => {
  const world = await useWorld(context);
  const report = await importFrom(world, await writeFolder(world), { automap: 'A' });
  assert.deepEqual(await listNames(world), ['member', 'blocked']);
  assert.deepEqual([report.users, report.unnamedUsers], [2, 2]);
});

test('a map decides about those alone who are named, and makes whom it says', async (context) => {
  const world = await useWorld(context);
  const map = readUserMap('name,action,comment\nmember,create:A,\nblocked,create:S,\nreader,create:A,\n', 'map.csv');
  const report = await importFrom(world, await writeFolder(world), { map });
  assert.deepEqual(await listNames(world), ['member', 'blocked', 'reader']);
  assert.equal(report.unnamedUsers, 1);
});

test('files that no artifact has may not become a hundred times as much', async (context) => {
  const world = await useWorld(context);
  const write = async (name: string, bytes: Buffer): Promise<string> => {
    const zip = new ZipFile();
    zip.addBuffer(Buffer.from(projectXml), 'project.xml');
    zip.addBuffer(Buffer.from(usersXml), 'users.xml');
    zip.addBuffer(bytes, 'export/web.bundle');
    zip.end();
    await mkdir(world.dataDir, { recursive: true });
    const path = join(world.dataDir, name);
    await pipeline(zip.outputStream, createWriteStream(path));
    return path;
  };
  const before = await countEverything(world);
  await assert.rejects(importFrom(world, await write('bomb.zip', Buffer.alloc(40 * mega)), { automap: 'A' }), {
    kind: 'too-large',
    message:
      /^`export\/web\.bundle`: the files outside artifacts, .* expand from \d+ to 41943040 bytes; the limit is 100 times/,
  });
  assert.deepEqual(await countEverything(world), before);
  const fair = await importFrom(world, await write('fair.zip', Buffer.alloc(mega)), { automap: 'A' });
  assert.deepEqual(fair.otherFiles, ['export/web.bundle']);
});
