// Engine: both
// Subversion repositories of archives of the origin: revisions, rules of access and notifications come along, and go out again.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { after, test } from 'node:test';
import { exportFrom, importInto, query } from '../support/archive-world.ts';
import { at, startApp } from '../support/harness.ts';
import { run, skipSubversion } from '../support/hook-programs.ts';
import { listAt } from '../support/scenario.ts';

const folder = mkdtempSync(join(tmpdir(), 'tepal-svn-dumps-'));
after(() => rmSync(folder, { recursive: true }));

const projectXml = `<project unix-name="Versioned" full-name="Versioned" description="" access="public"><long-description/>
<svn><repository name="web" dump-file="svn/web.dump"><access-file><![CDATA[[/]
* = r
@members = rw
@others = r]]></access-file><notification path="/trunk" emails="a@example.org, b@example.org"/><notification path="/tags" emails=""/>
<references/></repository><repository name="empty"><access-file> [/]
ana rw</access-file></repository></svn></project>`;

async function writeArchive(name: string, dump: (path: string) => Promise<unknown>): Promise<string> {
  const root = join(folder, name);
  await mkdir(join(root, 'svn'), { recursive: true });
  await writeFile(join(root, 'project.xml'), projectXml);
  await writeFile(join(root, 'users.xml'), '<users/>');
  await dump(join(root, 'svn/web.dump'));
  return root;
}

async function writeDump(path: string): Promise<void> {
  const repository = join(folder, 'repository');
  const url = pathToFileURL(repository).href;
  for (const [program, ...args] of [
    ['svnadmin', 'create', repository],
    ['svn', 'mkdir', '-q', '--non-interactive', '-m', 'See art #1', `${url}/trunk`, `${url}/tags`],
    ['svn', 'mkdir', '-q', '--non-interactive', '-m', 'More', `${url}/trunk/src`],
    ['svnadmin', 'dump', '-q', '-F', path, repository],
  ] as const)
    assert.equal((await run(program, args)).status, 0, `${program} ${args.join(' ')}`);
}

test(
  'dumps become repositories with their revisions, and exports have them',
  { skip: skipSubversion },
  async (context) => {
    const [first, second] = await Promise.all([startApp(), startApp()]);
    context.after(() => Promise.all([first.close(), second.close()]));
    const { outside, otherFiles, warnings } = await importInto(first, await writeArchive('origin', writeDump));
    assert.deepEqual([outside, otherFiles], [2, []]);
    assert.deepEqual(
      warnings.map((text) => text.replace(/^[^<]*/, '')),
      [
        '<repository>: `web`: <references> is not supported and is skipped',
        '<repository>: `web`: the access rules contain groups that do not exist: others',
        "<project>: the Subversion repository empty can't be read until its access rules are fixed in its settings; line 2: Subversion can't read these rules: Option must end with ':' or '='",
      ],
    );
    const zip = join(folder, 'again.zip');
    await exportFrom(first, 'versioned', zip);
    assert.equal((await importInto(second, zip)).outside, 2);
    for (const server of [first, second]) {
      const rows = await query(server, 'select id, name, recorded_revision from svn_repositories order by name');
      assert.deepEqual(
        rows.map((row) => [row['name'], Number(row['recorded_revision'])]),
        [
          ['empty', 0],
          ['web', 2],
        ],
      );
      const { json } = await server.call(`/api/svn/${String(rows[1]?.['id'])}`, { as: 'root' });
      assert.match(String(at(json, 'svn_url')), /\/svnplugin\/Versioned\/web$/);
      const place = String(at(json, 'folder'));
      assert.match(place, /\/svn\/web-[0-9a-f]{12}$/);
      assert.equal((await run('svnlook', ['youngest', place])).output, '2\n');
      assert.equal(await readFile(join(place, 'conf', 'authz'), 'utf8'), '[/]\n* = r\n@members = rw\n@others = r');
      assert.deepEqual(
        listAt(json, 'settings.email_notifications').map((one) => [at(one, 'path'), at(one, 'emails')]),
        [['/trunk', ['a@example.org', 'b@example.org']]],
      );
      assert.deepEqual(await query(server, "select xml from archive_blocks where name = 'svn'"), []);
      assert.deepEqual(await query(server, 'select id from commits'), [], 'what was committed before asks for nothing');
    }
  },
);

test('a dump that is none changes nothing', { skip: skipSubversion }, async (context) => {
  const server = await startApp();
  context.after(() => server.close());
  const damaged = await writeArchive('damaged', (path) => writeFile(path, 'no dump'));
  await assert.rejects(importInto(server, damaged), { kind: 'invalid', message: /Subversion repository web/ });
  assert.deepEqual(await query(server, "select id from projects where unix_name = 'versioned'"), []);
});

test('a dump that is missing is told, and its repository is empty', { skip: skipSubversion }, async (context) => {
  const server = await startApp();
  context.after(() => server.close());
  const { warnings } = await importInto(server, await writeArchive('missing', () => Promise.resolve()));
  assert.ok(
    warnings.some((text) =>
      /^project\.xml, line \d+, <repository>: the archive has no file `.+`; its content is skipped$/.test(text),
    ),
    warnings.join('\n'),
  );
  assert.deepEqual(await query(server, 'select name, recorded_revision from svn_repositories order by name'), [
    { name: 'empty', recorded_revision: 0 },
    { name: 'web', recorded_revision: 0 },
  ]);
});
