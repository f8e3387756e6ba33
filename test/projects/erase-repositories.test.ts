// Tier: all, because it starts many programs of source control.
// Projects with repositories that are erased and come back: clones, working copies, rights and recorded commits are what they were.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { appendFile, chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { exportArchive, importArchive } from '../../src/features/archive/index.ts';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { query } from '../support/archive-world.ts';
import { runGit, skipGit, tryGit } from '../support/git-client.ts';
import { at, startApp, testPassword } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { openStandIn, run, runTepal, skipSubversion } from '../support/hook-programs.ts';
import type { StandIn } from '../support/hook-programs.ts';
import { expectRow } from '../support/scenario.ts';
import { buildArtifacts, buildProject, everybody } from '../support/worlds.ts';

const skip = skipGit || skipSubversion;

describe('a project with repositories', { skip }, () => {
  let test: TestApp;
  let scratch = '';
  let backups = '';
  let clone = '';
  let copy = '';
  let standIn: StandIn;

  const dataDir = (): string => test.app.dataDir;
  const tepal = async (...args: string[]): Promise<{ status: number; output: string; errors: string }> =>
    runTepal([...args, '--data', dataDir()]);
  const succeed = async (...args: string[]): Promise<string> => {
    const { status, output, errors } = await tepal(...args);
    assert.equal(status, 0, errors + output);
    return output + errors;
  };
  const svn = async (...args: string[]): Promise<string> => {
    const { status, output, errors } = await run('svn', ['--non-interactive', '--username', 'ada', ...args]);
    assert.equal(status, 0, errors);
    return output;
  };
  const urlOf = (name: string): string => {
    const url = new URL(`${test.base}/plugins/git/meadow/${name}.git`);
    [url.username, url.password] = ['ada', testPassword];
    return url.href;
  };
  const folders = (kind: string): Promise<string[]> =>
    readdir(join(dataDir(), kind)).then((names) => names.filter((name) => !['hooks', 'run-hook'].includes(name)));
  const projectId = async (): Promise<number> =>
    Number((await query(test, `select id from projects where unix_name = 'meadow'`))[0]?.['id']);
  const repositoryPath = async (kind: string, name: string): Promise<string> => {
    const [row] = await query(test, `select id from ${kind}_repositories where name = '${name}'`);
    return `/api/${kind}/${Number(row?.['id'])}`;
  };
  const hasNoRemovals = async (): Promise<boolean> =>
    (
      await query(
        test,
        `select id from jobs where due_at_ms is not null and kind in ('git-removal', 'remove-svn-repository')`,
      )
    ).length === 0;
  const erase = async (): Promise<string> => {
    await succeed('project', 'set', 'meadow', '--status', 'deleted');
    return /its archive is (.*)\n/.exec(await succeed('project', 'erase', 'meadow'))?.[1] ?? '';
  };
  /** All that clients and rows tell of the repositories, but for ids. */
  const describeAll = async (): Promise<unknown> => {
    const id = await projectId();
    const groups = new Map(
      (await query(test, `select id, name from user_groups where project_id = ${id}`)).map((row) => [
        row['id'],
        row['name'],
      ]),
    );
    const rights = await query(
      test,
      `select r.name, p.pattern, p.permission, p.ugroup_id from git_permissions p
         join git_repositories r on r.id = p.repository_id where r.project_id = ${id}`,
    );
    const commits = await query(
      test,
      `select kind, repository, revision, message, author_name, pushed_by, files_json, has_acted, authored_at_ms
         from commits where project_id = ${id} order by id`,
    );
    const svnRow = await query(test, `select name, folder, settings_json, recorded_revision from svn_repositories`);
    const dump = await run('svnadmin', ['dump', '-q', join(dataDir(), String(svnRow[0]?.['folder']))]);
    const settings = JSON.stringify(svnRow).replace(
      /(user_groups\W+)(\d+)/,
      (_all, before: string, id: string) => before + String(groups.get(Number(id))),
    );
    return {
      refs: await runGit(scratch, 'ls-remote', '--symref', urlOf('tools/web')),
      empty: await runGit(scratch, 'ls-remote', urlOf('empty')),
      rows: await query(
        test,
        `select name, description, default_branch, allows_closure, created_at_ms from git_repositories order by name`,
      ),
      rights: rights
        .map((row) => JSON.stringify({ ...row, ugroup_id: groups.get(row['ugroup_id']) ?? row['ugroup_id'] }))
        .sort(),
      recorded: await query(
        test,
        `select f.name, f.hash from git_refs f join git_repositories r on r.id = f.repository_id order by f.name`,
      ),
      statuses: await query(test, 'select hash, name, state, at_ms from git_commit_checks order by hash'),
      commits,
      references: await query(
        test,
        `select c.revision, f.keyword, f.target_id from commit_references f
           join commits c on c.id = f.commit_id order by c.id, f.target_id`,
      ),
      settings,
      dump: dump.output,
    };
  };

  before(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'tepal-erase-repositories-'));
    backups = join(scratch, 'backups');
    await mkdir(backups);
    test = await startApp();
    await test.app.features.site.changeSetting('sys_project_backup_path', backups);
    const ada = await test.addUser('ada');
    const world = await buildProject(test, {
      name: 'meadow',
      admins: [ada],
      members: [ada],
      groups: { devs: [ada] },
      trackers: () => [
        {
          name: 'story',
          permissions: { full: [everybody] },
          fields: [{ name: 'cross', type: 'cross', read: [everybody] }],
        },
      ],
    });
    const [artifact] = await buildArtifacts(test, [
      { trackerId: world.tracker('story'), changes: [{ by: ada, atMs: 1000 }] },
    ]);
    const devs = world.group('devs');
    for (const name of ['tools/web', 'empty']) {
      const body = { project_id: world.id, name, description: `What ${name} is` };
      await expectRow(test, { path: '/api/git', method: 'POST', as: 'ada', body, status: 201 });
    }
    const web = await repositoryPath('git', 'tools/web');
    const own = { id: String(devs) };
    const body = {
      read: [{ id: `${world.id}_3` }],
      write: [own],
      rewind: [own],
      patterns: [{ pattern: 'refs/heads/release/*', write: [own], rewind: [] }],
    };
    await expectRow(test, { path: `${web}/permissions`, method: 'PUT', as: 'ada', body, status: 200 });
    clone = join(scratch, 'clone');
    await runGit(scratch, 'init', '--quiet', clone);
    for (const [name, message] of [
      ['one', 'Begin'],
      ['two', `See art #${artifact}`],
    ] as const) {
      await writeFile(join(clone, name), name);
      await runGit(clone, 'add', '.');
      await runGit(clone, 'commit', '--quiet', '-m', message);
    }
    await runGit(clone, 'tag', '-a', '-m', 'First', 'v1', 'HEAD~1');
    await runGit(clone, 'notes', 'add', '-m', 'Noted');
    const refs = ['HEAD:refs/heads/main', 'HEAD~1:refs/heads/release/1', 'v1', 'refs/notes/commits'];
    await runGit(clone, 'push', '--quiet', urlOf('tools/web'), ...refs);
    const change = { default_branch: 'release/1', allow_artifact_closure: true };
    await expectRow(test, { path: web, method: 'PATCH', as: 'ada', body: change, status: 200 });
    const hash = (await runGit(clone, 'rev-parse', 'HEAD')).trim();
    await expectRow(test, {
      path: `${web}/statuses/${hash}`,
      method: 'POST',
      as: 'ada',
      body: { state: 'success' },
      status: 201,
    });
    standIn = await openStandIn(dataDir());
    const settings = {
      layout: ['/trunk', '/tags'],
      commit_rules: { is_reference_mandatory: true, is_commit_message_change_allowed: true },
      immutable_tags: { paths: ['/tags'], whitelist: [] },
      access_file: '[/]\nada = rw\n',
      email_notifications: [{ path: '/trunk', emails: ['x@example.org'], users: [ada], user_groups: [String(devs)] }],
    };
    const repository = { project_id: world.id, name: 'web', settings };
    await expectRow(test, { path: '/api/svn', method: 'POST', as: 'ada', body: repository, status: 201 });
    await standIn.takeHooks();
    const [folder = ''] = await folders('svn');
    const place = join(dataDir(), 'svn', folder);
    await appendFile(join(place, 'hooks/post-lock'), '#!/bin/sh\n');
    await chmod(join(place, 'hooks/post-lock'), 0o755);
    copy = join(scratch, 'copy');
    await svn('checkout', '-q', `file://${place}`, copy);
    await writeFile(join(copy, 'trunk/file'), 'first');
    await svn('add', '-q', join(copy, 'trunk/file'));
    await svn('commit', '-q', '-m', `Add it, art #${artifact}`, copy);
    test.app.jobs.start();
  });
  after(async () => {
    await standIn?.close();
    await test?.close();
    await rm(scratch, { recursive: true });
  });

  it('comes back as it was, twice', async () => {
    const original = await describeAll();
    assert.equal(await succeed('verify'), 'no problems found\n');
    for (let times = 0; times < 2; times += 1) {
      const old = [...(await folders('git')), ...(await folders('svn'))];
      assert.equal(old.length, 3);
      const archive = await erase();
      assert.ok(existsSync(archive));
      assert.equal(await succeed('verify'), 'no problems found\n');
      await until(hasNoRemovals);
      assert.deepEqual([...(await folders('git')), ...(await folders('svn'))], []);
      assert.equal(await succeed('verify'), 'no problems found\n');
      const said = await succeed('project', 'restore', 'meadow');
      assert.match(said, /Subversion repository web: these files are only in the archive.*: hooks\/post-lock/);
      assert.equal(await succeed('verify'), 'no problems found\n');
      assert.deepEqual(await describeAll(), original);
      const mirror = join(scratch, `mirror-${times}`);
      await runGit(scratch, 'clone', '--quiet', '--mirror', urlOf('tools/web'), mirror);
      await runGit(mirror, 'fsck', '--strict');
      await standIn.takeHooks();
      assert.equal(await svn('status', '-u', copy), 'Status against revision:      2\n');
      const [place = ''] = await folders('svn');
      await writeFile(join(dataDir(), 'svn', place, 'hooks/post-lock'), '#!/bin/sh\n', { mode: 0o755 });
    }
    const left = await readdir(dataDir());
    assert.deepEqual(
      left.filter((name) => name.startsWith('.scratch')),
      [],
    );
    assert.deepEqual(
      (await readdir(join(dataDir(), 'svn'))).filter((name) => name.endsWith('.unfinished')),
      [],
    );
  });

  it('is pushed and committed to afterwards, under the same rights', async () => {
    await writeFile(join(clone, 'three'), 'three');
    await runGit(clone, 'add', '.');
    await runGit(clone, 'commit', '--quiet', '-m', 'After art #1');
    await runGit(clone, 'push', '--quiet', urlOf('tools/web'), 'HEAD:main');
    const rewound = await tryGit(clone, ['push', '--force', urlOf('tools/web'), 'HEAD~2:main', 'HEAD:release/2']);
    assert.equal(rewound.status, 0, rewound.text);
    assert.match(
      (await tryGit(clone, ['push', urlOf('tools/web'), ':release/1'])).text,
      /you don't have permission to delete it/,
    );
    await writeFile(join(copy, 'trunk/file'), 'second');
    const refused = await run('svn', ['commit', '-q', '-m', 'Without', '--username', 'ada', copy]);
    assert.match(refused.errors, /pre-commit|refer/);
    await svn('commit', '-q', '-m', 'Change it, art #1', copy);
    const commits = await query(test, `select revision from commits where message like '%rt #1' order by id`);
    assert.equal(commits.at(-1)?.['revision'], 'r3');
    assert.equal(await succeed('verify'), 'no problems found\n');
    const web = await repositoryPath('git', 'tools/web');
    const shown = await expectRow(test, { path: web, as: 'ada', status: 200 });
    assert.equal(at(shown.json, 'default_branch'), 'release/1');
  });

  it('is not erased where a repository is damaged, or gone, or a program is missing', async () => {
    await succeed('project', 'set', 'meadow', '--status', 'deleted');
    const rows = await query(test, `select folder from git_repositories where name = 'tools/web'`);
    const git = join(dataDir(), 'git', String(rows[0]?.['folder']));
    const [svnFolder = ''] = await folders('svn');
    for (const path of [git, join(dataDir(), 'svn', svnFolder)]) {
      await rename(path, `${path}.away`);
      const { status, errors } = await tepal('project', 'erase', 'meadow');
      await rename(`${path}.away`, path);
      assert.equal(status, 1);
      assert.match(errors, /the project was not erased.* is missing; restore it from a backup/);
    }
    const [pack = ''] = (await readdir(join(git, 'objects'), { recursive: true }))
      .filter((name) => /^[0-9a-f]{2}\/|\.pack$/.test(name))
      .map((name) => join(git, 'objects', name));
    const bytes = await readFile(pack);
    await rm(pack);
    const damaged = await tepal('project', 'erase', 'meadow');
    await writeFile(pack, bytes);
    assert.equal(damaged.status, 1);
    assert.match(damaged.errors, /the project was not erased.*the Git repository tools\/web can't be copied/);
    assert.equal((await query(test, 'select id from git_repositories')).length, 2);
    await succeed('project', 'restore', 'meadow');
    assert.equal(await succeed('verify'), 'no problems found\n');
  });

  it('is not touched by the removal of what it was restored from', async () => {
    await test.app.jobs.stop(0);
    const archive = await erase();
    const [svnFolder = ''] = await folders('svn');
    // As where the removal was killed: the folder is free again, and the job still to be done.
    await rename(join(dataDir(), 'svn', svnFolder), join(dataDir(), 'svn', `${svnFolder}.leaving`));
    assert.equal(await succeed('verify'), 'no problems found\n');
    await succeed('project', 'restore', archive);
    assert.equal(await succeed('verify'), 'no problems found\n');
    test.app.jobs.start();
    await until(hasNoRemovals);
    assert.deepEqual([(await folders('git')).length, (await folders('svn')).length], [2, 1]);
    assert.equal(await succeed('verify'), 'no problems found\n');
    const [place = ''] = await folders('svn');
    await svn(
      'relocate',
      `file://${join(dataDir(), 'svn', svnFolder)}`,
      `file://${join(dataDir(), 'svn', place)}`,
      copy,
    );
  });

  it('keeps a folder that has changed since its copy was proved, and says so', async () => {
    const [row] = await query(test, `select folder from git_repositories where name = 'tools/web'`);
    const git = join(dataDir(), 'git', String(row?.['folder']));
    await test.app.jobs.stop(0);
    const archive = await erase();
    await runGit(git, 'update-ref', 'refs/heads/late', 'refs/heads/main');
    test.app.jobs.start();
    await until(async () => (await folders('git')).length === 1 && (await folders('svn')).length === 0);
    const [job] = await query(
      test,
      `select last_error from jobs where kind = 'git-removal' and last_error is not null`,
    );
    await until(
      async () =>
        (await query(test, `select id from jobs where kind = 'git-removal' and last_error is not null`)).length > 0,
    );
    assert.ok(job === undefined || String(job['last_error']).includes(archive));
    assert.ok(existsSync(git));
    await rm(git, { recursive: true });
    await succeed('project', 'restore', archive);
    assert.equal(await succeed('verify'), 'no problems found\n');
  });

  it('goes along with exports, and comes back by imports elsewhere; what is damaged there is refused', async (context) => {
    const { database, blobs, features } = test.app;
    const path = join(scratch, 'exported');
    await exportArchive({ database, blobs, parts: features.parts.archive }, { unixName: 'meadow', path });
    const other = await startApp();
    context.after(() => other.close());
    const bring = () =>
      importArchive(
        {
          database: other.app.database,
          blobs: other.app.blobs,
          clock: other.app.clock,
          parts: other.app.features.parts.archive,
        },
        { path, as: 'root', mode: { automap: 'A' } },
      );
    const bundle = join(path, 'tepal-repositories/git-1.bundle');
    const bytes = await readFile(bundle);
    const spoiled = Buffer.from(bytes);
    spoiled.writeUInt8(spoiled.readUInt8(spoiled.length - 30) ^ 1, spoiled.length - 30);
    await writeFile(bundle, spoiled);
    await assert.rejects(bring(), { kind: 'invalid', message: /^the Git repository tools\/web of the archive: / });
    await writeFile(bundle, bytes);
    const index = join(path, 'tepal-repositories/index.json');
    const text = await readFile(index, 'utf8');
    for (const [from, to, reason] of [
      [/"refs_sha256":"[0-9a-f]{4}/, '"refs_sha256":"0000', /its branches and tags are not those/],
      ['"name":"tools/web"', '"name":"../web"', /can contain only letters/],
      ['"name":"empty"', '"name":"tools/web"', /two repositories/],
      [/"youngest":\d+/, '"youngest":77', /as many revisions/],
      ['"default_branch":"release/1"', '"default_branch":"--x y"', /has the default branch/],
      ['refs/heads/release/*', 'refs/heads/* 1 1\\nx', /must be a pattern such as refs/],
      ['What empty is', 'What\\u0000', /does not have the expected format/],
      ['"version":1', '"version":2', /does not have the expected format/],
    ] as const) {
      await writeFile(index, text.replace(from, to));
      await assert.rejects(bring(), { kind: 'invalid', message: reason });
    }
    await writeFile(index, text);
    const made = async (kind: string): Promise<string[]> => readdir(join(other.app.dataDir, kind)).catch(() => []);
    assert.deepEqual(
      (await made('git')).filter((name) => name !== 'hooks'),
      [],
    );
    assert.deepEqual(
      (await made('svn')).filter((name) => name !== 'run-hook'),
      [],
    );
    const report = await bring();
    assert.deepEqual([report.outside, report.otherFiles], [3, []]);
    const refs = await query(other, 'select name, hash from git_refs order by name');
    assert.deepEqual(refs, await query(test, 'select name, hash from git_refs order by name'));
  });

  it('leaves no folder that verify does not name at once', async () => {
    for (const path of [join('git', 'forgotten.git'), join('svn', 'forgotten')]) {
      await mkdir(join(dataDir(), path));
      const { status, output } = await tepal('verify');
      assert.equal(status, 1);
      assert.match(output, /^(?:git|svn): .*forgotten(?:\.git)? is named by nothing; it may be removed\n/);
      await writeFile(join(dataDir(), `${path}.unfinished`), `${hostname()} ${process.pid}\n`);
      assert.equal(await succeed('verify'), 'no problems found\n');
      await writeFile(join(dataDir(), `${path}.unfinished`), `${hostname()} 4194999\n`);
      assert.match(
        await succeed('verify'),
        /^note: (?:git|svn): .*forgotten(?:\.git)? was left by a process that is gone/,
      );
      await rm(join(dataDir(), path), { recursive: true });
      await rm(join(dataDir(), `${path}.unfinished`));
    }
    const [row] = await query(test, `select folder from git_repositories where name = 'empty'`);
    const path = join(dataDir(), 'git', String(row?.['folder']));
    await rename(path, join(scratch, 'gone'));
    assert.match((await tepal('verify')).output, /^git: the Git repository empty of meadow: .* is missing/);
    await rename(join(scratch, 'gone'), path);
  });
});
