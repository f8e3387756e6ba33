// Engine: both
// Git repositories of archives of the origin: commits, branches, tags and rights come along, and go out again.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { exportFrom, importInto, query } from '../support/archive-world.ts';
import { runGit, skipGit } from '../support/git-client.ts';
import { at, startApp } from '../support/harness.ts';

const folder = mkdtempSync(join(tmpdir(), 'tepal-bundles-'));
after(() => rmSync(folder, { recursive: true }));

const projectXml = `<project unix-name="coded" full-name="Coded" description="" access="public"><long-description/>
<ugroups><ugroup name="devs" description=""><members/></ugroup></ugroups>
<git><repository name="web/site" description="The site" bundle-path="export/site.bundle" allow_artifact_closure="1">
<read><ugroup>registered_users</ugroup></read><write><ugroup>devs</ugroup><ugroup>gone</ugroup></write><wplus><ugroup>project_admins</ugroup></wplus>
<last-push-date>1</last-push-date></repository><repository name="empty"><permissions><read><ugroup>project_members</ugroup></read>
<fine_grained><pattern value="refs/heads/x*"/></fine_grained></permissions></repository><ugroups-admin><ugroup>devs</ugroup></ugroups-admin></git></project>`;

async function writeArchive(name: string, bundle: (path: string) => Promise<unknown>): Promise<string> {
  const root = join(folder, name);
  await mkdir(join(root, 'export'), { recursive: true });
  await writeFile(join(root, 'project.xml'), projectXml);
  await writeFile(join(root, 'users.xml'), '<users/>');
  await bundle(join(root, 'export/site.bundle'));
  return root;
}

async function writeBundle(path: string): Promise<void> {
  const work = mkdtempSync(join(folder, 'work-'));
  await runGit(work, 'init', '--quiet', '--initial-branch=trunk');
  const name = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org'];
  await runGit(work, ...name, 'commit', '--quiet', '--allow-empty', '-m', 'first');
  await runGit(work, 'branch', 'main');
  await runGit(work, ...name, 'commit', '--quiet', '--allow-empty', '-m', 'second');
  await runGit(work, 'tag', 'v1');
  await runGit(work, 'bundle', 'create', '--quiet', path, '--all');
}

test(
  'bundles become repositories with history and rights, and exports have them',
  { skip: skipGit },
  async (context) => {
    const [first, second] = await Promise.all([startApp(), startApp()]);
    context.after(() => Promise.all([first.close(), second.close()]));
    const {
      outside,
      otherFiles,
      warnings,
      storedElements: keptElements,
      projectId,
    } = await importInto(first, await writeArchive('origin', writeBundle));
    assert.deepEqual([outside, otherFiles, keptElements], [2, [], ['git: ugroups-admin']]);
    assert.deepEqual(
      warnings.map((text) => text.replace(/^[^<]*/, '')),
      [
        '<repository>: `empty`: <fine_grained> is not applied, but stored for exports',
        '<project>: the Git repository web/site: there is no group `gone`',
      ],
    );
    const zip = join(folder, 'again.zip');
    await exportFrom(first, 'coded', zip);
    const again = await importInto(second, zip);
    assert.equal(again.outside, 2);
    for (const server of [first, second]) {
      assert.deepEqual(
        await query(
          server,
          `select r.name, r.description, r.default_branch, r.allows_closure, p.permission, p.ugroup_id from git_repositories r
         left join git_permissions p on p.repository_id = r.id order by r.name, p.permission`,
        ),
        [
          { ...repository('empty', '', null, 0), permission: 'read', ugroup_id: 3 },
          { ...repository('web/site', 'The site', 'trunk', 1), permission: 'read', ugroup_id: 2 },
          { ...repository('web/site', 'The site', 'trunk', 1), permission: 'rewind', ugroup_id: 4 },
          { ...repository('web/site', 'The site', 'trunk', 1), permission: 'write', ugroup_id: 101 },
        ],
      );
      assert.deepEqual(
        await query(server, 'select name, unread_xml from git_repositories where unread_xml is not null'),
        [{ name: 'empty', unread_xml: '<fine_grained>\n<pattern value="refs/heads/x*"></pattern>\n</fine_grained>' }],
      );
      const refs = await query(server, 'select name from git_refs order by name');
      assert.deepEqual(
        refs.map((row) => row['name']),
        ['refs/heads/main', 'refs/heads/trunk', 'refs/tags/v1'],
      );
      const kept = await query(server, "select xml from archive_blocks where name = 'git'");
      assert.deepEqual(kept, [{ xml: '<git>\n<ugroups-admin>\n<ugroup>devs</ugroup>\n</ugroups-admin>\n</git>' }]);
    }
    const [row] = await query(first, "select id from git_repositories where name = 'web/site'");
    const commits = await first.call(`/api/git/${String(row?.['id'])}/branches`, { as: 'root' });
    assert.equal(commits.status, 200, commits.text);
    assert.equal(at(commits.json, '0.name'), 'main');
    assert.ok(projectId > 100);
  },
);

test('a bundle that is none changes nothing', { skip: skipGit }, async (context) => {
  const server = await startApp();
  context.after(() => server.close());
  const damaged = await writeArchive('damaged', (path) => writeFile(path, 'no bundle'));
  await assert.rejects(importInto(server, damaged), { kind: 'invalid', message: /Git repository web\/site/ });
  assert.deepEqual(await query(server, "select id from projects where unix_name = 'coded'"), []);
  const left = (await readdir(server.app.dataDir, { recursive: true })).filter((name) => name.endsWith('.git'));
  assert.deepEqual(left, []);
});

test('a bundle that is missing is told, and its repository is empty', { skip: skipGit }, async (context) => {
  const [first, second] = await Promise.all([startApp(), startApp()]);
  context.after(() => Promise.all([first.close(), second.close()]));
  const { warnings, outside } = await importInto(first, await writeArchive('missing', () => Promise.resolve()));
  assert.equal(outside, 2);
  assert.ok(
    warnings.some((text) =>
      /^project\.xml, line 3, <repository>: the archive has no file `export\/site\.bundle`; its content is skipped$/.test(
        text,
      ),
    ),
    warnings.join('\n'),
  );
  const all = 'select name from git_repositories order by name';
  assert.deepEqual(await query(first, all), [{ name: 'empty' }, { name: 'web/site' }]);
  assert.deepEqual(await query(first, 'select name from git_refs'), []);

  const whole = await startApp();
  context.after(() => whole.close());
  await importInto(whole, await writeArchive('whole', writeBundle));
  const own = join(folder, 'own');
  await exportFrom(whole, 'coded', own);
  const bundles = (await readdir(join(own, 'tepal-repositories'))).filter((name) => name.endsWith('.bundle'));
  for (const name of bundles) await rm(join(own, 'tepal-repositories', name));
  const again = await importInto(second, own);
  assert.ok(
    again.warnings.some((text) => /the repository web\/site: the archive has no file `git-\d\.bundle`/.test(text)),
    again.warnings.join('\n'),
  );
  assert.deepEqual(await query(second, all), [{ name: 'empty' }, { name: 'web/site' }]);
});

const repository = (name: string, description: string, default_branch: string | null, allows_closure: number) => ({
  name,
  description,
  default_branch,
  allows_closure,
});
