// Tier: all, because it starts many programs of source control.
// Backups of sites with repositories, while these are pushed to, and what `tepal verify` finds out about damaged ones.
// Engine: both. On PostgreSQL the database is not in a backup, and restored repositories are those of the same database.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import {
  appendFile,
  cp,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  watch,
  writeFile,
} from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { toAbsolutePath } from '../../src/platform/files/absolute-path.ts';
import { createHttpServer, databaseFile, openApp, usesServer } from '../../src/app.ts';
import { removeLeftovers, verifySite, writeBackup } from '../../src/features/backup/index.ts';
import { createGitPart } from '../../src/features/source-control/contents/git-part.ts';
import { createGitProgram } from '../../src/features/source-control/repositories/git-program.ts';
import { migrations } from '../../src/migrations/index.ts';
import { removeDocuments, saveDocuments } from '../../src/platform/database/index.ts';
import { copySqliteFile } from '../../src/platform/database/sqlite/sqlite-file.ts';
import { beginMark, endMark } from '../../src/platform/files/unfinished.ts';
import { writeSetting } from '../../src/settings/index.ts';
import { runGit, skipGit, tryGit } from '../support/git-client.ts';
import { startApp, testPassword } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { openStandIn, run, runTepal, skipCvs, skipSubversion } from '../support/hook-programs.ts';
import { programEnv } from '../support/program-env.ts';
import { expectRow } from '../support/scenario.ts';
import { buildArtifacts, buildProject, everybody } from '../support/worlds.ts';

const Findings = Type.Array(Type.Object({ check: Type.String(), finding: Type.String(), is_note: Type.Boolean() }));

describe('a site with repositories', { skip: skipGit || skipSubversion || skipCvs }, () => {
  let test: TestApp;
  let scratch: string;
  let clone: string;
  let trackerId: number;
  let artifacts: number[];
  /** Folders of the repositories, and the one that Tepal did not make. */
  let git: string;
  let svn: string;
  let outside: string;

  const dataDir = (): string => test.app.dataDir;
  let names = 0;
  const fresh = (): string => join(scratch, `new-${(names += 1)}`);
  const succeed = async (program: string, ...args: string[]): Promise<string> => {
    const { status, output, errors } = program === 'tepal' ? await runTepal(args) : await run(program, args);
    assert.equal(status, 0, errors);
    return output + errors;
  };
  const urlAt = (base: string): string => {
    const url = new URL(`${base}/plugins/git/meadow/web.git`);
    [url.username, url.password] = ['ada', testPassword];
    return url.href;
  };
  const push = async (message: string, ...options: string[]): Promise<void> => {
    await writeFile(join(clone, message), message);
    await runGit(clone, 'add', '.');
    await runGit(clone, 'commit', '--quiet', '-m', message);
    await runGit(clone, 'push', '--quiet', ...options, urlAt(test.base), 'HEAD:main', `HEAD:branch-${message}`);
  };
  const find = async (folder = dataDir()): Promise<string[]> => {
    const { status, output, errors } = await runTepal(['verify', '--json', '--data', folder]);
    assert.ok(output !== '', errors);
    const findings = Value.Parse(Findings, JSON.parse(output));
    assert.equal(status, findings.every((one) => one.is_note) ? 0 : 1);
    return findings.map(({ check, finding, is_note: isNote }) => `${isNote ? 'note: ' : ''}${check}: ${finding}`);
  };
  const firstFile = async (folder: string, ending: string): Promise<string> =>
    join(folder, (await readdir(folder)).find((name) => name.endsWith(ending)) ?? '');
  /** What is found while a byte of a file is another one. */
  const findDamaged = async (path: string): Promise<string[]> => {
    const bytes = await readFile(path);
    const damaged = Buffer.from(bytes);
    const middle = Math.floor(bytes.length / 2);
    damaged.writeUInt8(bytes.readUInt8(middle) ^ 1, middle);
    // Files of repositories can't be written to, and may be in a backup too.
    await rm(path);
    await writeFile(path, damaged);
    const found = await find();
    await writeFile(path, bytes);
    return found;
  };
  /** What is found while something has another name. */
  const findWithout = async (path: string): Promise<string[]> => {
    await rename(path, `${path}.away`);
    const found = await find();
    await rename(`${path}.away`, path);
    return found;
  };

  before(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'tepal-repositories-'));
    test = await startApp();
    const ada = await test.addUser('ada');
    const world = await buildProject(test, {
      name: 'meadow',
      admins: [ada],
      members: [ada],
      trackers: () => [
        {
          name: 'story',
          permissions: { full: [everybody] },
          fields: [{ name: 'cross', type: 'cross', read: [everybody] }],
        },
      ],
    });
    const changes = [{ by: ada, atMs: 1000 }];
    trackerId = world.tracker('story');
    const plans = Array.from({ length: 3 }, () => ({ trackerId, changes }));
    artifacts = await buildArtifacts(test, plans);
    for (const kind of ['git', 'svn']) {
      const body = { project_id: world.id, name: 'web' };
      await expectRow(test, { path: `/api/${kind}`, method: 'POST', as: 'ada', body, status: 201 });
    }
    [git = ''] = (await readdir(join(dataDir(), 'git'))).map((name) => join(dataDir(), 'git', name));
    [svn = ''] = (await readdir(join(dataDir(), 'svn')))
      .filter((name) => name !== 'run-hook')
      .map((name) => join(dataDir(), 'svn', name));
    clone = join(scratch, 'clone');
    await runGit(scratch, 'init', '--quiet', clone);
    await push('first');
    const standIn = await openStandIn(dataDir());
    await standIn.takeHooks();
    outside = join(scratch, "o'clock");
    await succeed('svnadmin', 'create', outside);
    await succeed('svn', 'mkdir', '-q', '-m', 'Begin', `file://${svn}/trunk`, '--username', 'ada');
    await succeed('tepal', 'svn-hook', 'install', outside, '--project', 'meadow', '--data', dataDir());
    await standIn.close();
    await test.app.features.fullText.prepare();
    await test.app.features.fullText.rebuild({ isPolite: false });
  });
  after(async () => {
    await test.close();
    await rm(scratch, { recursive: true });
  });

  it('is backed up while pushes and "git gc" go on, and restored as it was', async (context) => {
    const told = {
      commitId: 'a1',
      user: 'ada',
      folder: '.',
      files: [],
      project: 'nowhere',
      repository: 'x',
      atMs: 1,
      input: '',
    };
    await mkdir(join(dataDir(), 'cvs'), { recursive: true });
    await writeFile(join(dataDir(), 'cvs', 'note.json'), JSON.stringify(told));
    await writeFile(join(dataDir(), 'cvs', '.half.json.1.partial'), '');
    await writeFile(join(svn, 'hooks', 'post-lock'), '#!/bin/sh\n', { mode: 0o755 });
    await appendFile(join(svn, 'hooks', 'post-commit'), '# ours\n');
    const stop = new AbortController();
    context.after(() => stop.abort());
    const pushing = (async () => {
      for (let count = 0; !stop.signal.aborted; count += 1) {
        // Git's own race: "git gc" removes an empty folder that the push is about to write to.
        await push(`p${count}`).catch((error: unknown) => {
          if (!/unable to migrate objects/.test(String(error))) throw error;
        });
      }
    })();
    const collecting = (async () => {
      while (!stop.signal.aborted) await tryGit(git, ['gc', '--quiet']);
    })();
    const [out, target, copy] = [fresh(), fresh(), fresh()];
    const said = await succeed('tepal', 'backup', out, '--data', dataDir());
    stop.abort();
    await Promise.all([pushing, collecting]);
    assert.match(said, /\nrepositories: 1 git, 2 svn\n/);
    assert.doesNotMatch(said, /warning: the (?:Git|Sub|site)/);
    await succeed('tepal', 'restore', out, '--data', target);
    assert.deepEqual(await readdir(join(target, 'cvs')), ['note.json']);
    const app = await openApp({ dataDir: target, logLevel: 'silent' });
    const server = createHttpServer(app);
    context.after(async () => {
      await server.close();
      await app.close();
    });
    const base = await server.listen({ port: 0, host: '127.0.0.1' });
    await runGit(scratch, 'clone', '--quiet', '--mirror', urlAt(base), copy);
    await runGit(copy, 'fsck', '--strict');
    const main = (await runGit(copy, 'rev-parse', 'main')).trim();
    await runGit(clone, 'merge-base', '--is-ancestor', main, 'HEAD');
    assert.match(await runGit(copy, 'branch', '--list'), /branch-first\n/);
    const log = await readFile(join(target, 'git', basename(git), 'logs/refs/heads/main'), 'utf8');
    assert.match(log, /<\d+[^@>]*@pusher/);
  });

  it('is in a backup whose files have checksums, and all of which has a name at the end alone', async () => {
    const out = fresh();
    // Git waits for what it is to include, so the backup can't end.
    const [config, pipe] = [join(git, 'config'), join(scratch, 'pipe')];
    const settings = await readFile(config);
    await succeed('mkfifo', pipe);
    await appendFile(config, `[include]\n\tpath = ${pipe}\n`);
    const partial = async (): Promise<string | undefined> =>
      (await readdir(scratch)).find((name) => name.endsWith('.partial'));
    const main = join(import.meta.dirname, '../../src/main.ts');
    const changes = watch(scratch);
    const started = spawn(process.execPath, [main, 'backup', out, '--data', dataDir()], { env: programEnv });
    const ended = once(started, 'exit');
    for await (const { filename } of changes) if (filename?.endsWith('.partial') === true) break;
    started.kill('SIGKILL');
    await ended;
    await writeFile(config, settings);
    await (await open(pipe, 'r+')).close();
    assert.ok(!existsSync(out));
    await rm(join(scratch, (await partial()) ?? ''), { recursive: true });
    await succeed('tepal', 'backup', out, '--data', dataDir());
    assert.equal(await partial(), undefined);
    const sums = await run('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], out);
    assert.equal(sums.status, 0, sums.errors);
    const listed = await readFile(join(out, 'SHA256SUMS'), 'utf8');
    for (const name of ['HEAD', 'config', 'packed-refs']) assert.match(listed, new RegExp(`git/[^/]*/${name}\n`));
    assert.match(listed, / svn\/[^/]*\/hooks\/post-commit\n/);
  });

  it('has restored Subversion repositories whose hooks call the restored Tepal', async () => {
    const out = fresh();
    let target = join(scratch, "it's restored");
    await succeed('tepal', 'backup', out, '--data', dataDir());
    await succeed('tepal', 'restore', out, '--data', target);
    const [outsideName = ''] = (await readdir(join(target, 'svn'))).filter((name) => name.startsWith('outside-'));
    const own = join(target, 'svn', basename(svn));
    for (const repository of [own, join(target, 'svn', outsideName)]) {
      await succeed('svnadmin', 'verify', '-q', repository);
      const hook = await readFile(join(repository, 'hooks/pre-commit'), 'utf8');
      assert.ok(hook.includes(`exec '${target.replace("'", "'\\''")}/svn/run-hook' pre-commit`), hook);
      assert.equal((await stat(join(repository, 'hooks/pre-commit'))).mode & 0o777, 0o700);
    }
    assert.match(await readFile(join(own, 'hooks/post-commit'), 'utf8'), /\n# ours\n$/);
    assert.equal((await stat(join(own, 'hooks/post-lock'))).mode & 0o777, 0o700);
    assert.ok((await readFile(join(target, 'svn/run-hook'), 'utf8')).includes(target.replace("'", "'\\''")));
    await rm(target, { recursive: true });
    target = fresh();
    await succeed('tepal', 'restore', out, '--data', target);
    const standIn = await openStandIn(target);
    await standIn.takeHooks();
    const made = `file://${join(target, 'svn', basename(svn))}/branches`;
    const { status, errors } = await run('svn', ['mkdir', '-q', '-m', 'Go on', made, '--username', 'ada']);
    await standIn.close();
    assert.equal(status, 0, errors);
    const app = await openApp({ dataDir: target, logLevel: 'silent' });
    const { read } = app.database;
    const commits = await read.selectFrom('commits').select('revision').where('message', '=', 'Go on').execute();
    await app.close();
    assert.deepEqual(commits, [{ revision: 'r2' }]);
    const found = await find(target);
    assert.equal(found.length, 1, found.join('\n'));
    assert.match(found[0] ?? '', /^svn: .*outside-\d+ is named by nothing; it may be removed/);
  });

  it('has a Git repository copied again that moved things meanwhile, and a damaged one as it is', async () => {
    await push('blob');
    const hash = (await runGit(clone, 'rev-parse', 'HEAD:blob')).trim();
    const { database } = test.app;
    const program = createGitProgram(toAbsolutePath(join(dataDir(), 'git')));
    const copy = async (run = program.run): Promise<{ outcome: unknown; target: string }> => {
      const { named } = createGitPart(database, { ...program, run });
      const [one] = (await named?.list(database.read)) ?? [];
      const target = fresh();
      return { outcome: one && (await named?.copy(one, target)), target };
    };
    const [blob, away] = [join(git, 'objects', hash.slice(0, 2), hash.slice(2)), join(scratch, 'away')];
    /** Without a file from when refs were first read until a copy has been looked at so many times. */
    const copyWithout = async (looks: number): Promise<{ outcome: unknown; asked: string[] }> => {
      const asked: string[] = [];
      const { outcome } = await copy(async (args, options) => {
        const command = args[1] ?? '';
        asked.push(command);
        try {
          return await program.run(args, options);
        } finally {
          if (asked.length === 1) await rename(blob, away);
          if (command === 'rev-list' && asked.filter((one) => one === command).length === looks)
            await rename(away, blob);
        }
      });
      return { outcome, asked };
    };
    const steps = ['for-each-ref', 'rev-list'];
    assert.deepEqual(await copyWithout(1), { outcome: 'copied', asked: [...steps, ...steps, 'for-each-ref'] });
    const { outcome, asked } = await copyWithout(3);
    assert.deepEqual(asked, [...steps, ...steps, ...steps]);
    assert.match(JSON.stringify(outcome), /^\{"warning":"its copy is not whole \(fatal: /);
    await rename(join(git, 'HEAD'), away);
    const damaged = await copy();
    await rename(away, join(git, 'HEAD'));
    assert.match(JSON.stringify(damaged.outcome), /is not whole \(fatal: not a git repository/);
    assert.deepEqual(
      await readdir(damaged.target),
      (await readdir(git)).filter((name) => name !== 'HEAD'),
    );
  });

  it('is restored with Git repositories that lay elsewhere inside, and tells what is lost', async () => {
    const [source, out, target] = [fresh(), fresh(), fresh()];
    await cp(join(dataDir(), 'conf'), join(source, 'conf'), { recursive: true });
    await writeSetting(source, 'git_folder', join(dataDir(), 'git'));
    if (!usesServer(dataDir())) await copySqliteFile(databaseFile(dataDir()), databaseFile(source), () => {});
    const said = await succeed('tepal', 'backup', out, '--data', source);
    assert.match(
      said,
      /the Subversion repository web of meadow: svn\/web-[0-9a-f]{12} is missing on the site itself\n/,
    );
    assert.match(said, /\nrepositories: 1 git, 1 svn\n/);
    const told = await succeed('tepal', 'restore', out, '--data', target);
    assert.match(told, /repositories of svn that are not in this backup: 1;/);
    assert.match(told, /move .*svn\/outside-\d+ to .*o'clock/);
    assert.deepEqual(await readdir(join(target, 'git')), [basename(git)]);
    assert.equal(await succeed('tepal', 'config', 'get', 'git_folder', '--data', target), '\n');
  });

  it('has nothing half in a backup where a program is missing, which says so', async () => {
    const { app } = test;
    const findObstacle = async (): Promise<string> => 'svnadmin is not installed';
    const parts = app.features.sourceControl.parts.map((part) =>
      part.folder === 'svn' && part.named !== undefined ? { ...part, named: { ...part.named, findObstacle } } : part,
    );
    const file = usesServer(dataDir()) ? undefined : databaseFile(dataDir());
    const out = fresh();
    const { warnings, manifest } = await writeBackup(
      { ...app, file, attachments: undefined, migrations, parts },
      out,
      () => {},
    );
    assert.deepEqual(warnings, [
      "svnadmin is not installed, so these are not in the backup: the Subversion repository web of meadow, the Subversion repository o'clock of meadow",
    ]);
    assert.deepEqual(manifest.parts?.['svn'], { copied: 0, left_out: 2 });
    assert.ok(!existsSync(join(out, 'svn')));
    assert.match(
      await succeed('tepal', 'restore', out, '--data', fresh()),
      /repositories of svn that are not in this backup: 2;/,
    );
    const findings = await Array.fromAsync(verifySite({ ...app, folder: undefined, parts, checks: [] }));
    assert.match(findings[0]?.finding ?? '', /^svnadmin is not installed, so nobody looked into these: the Sub/);
  });

  it('is looked through: what is missing, damaged, older than the database, or named by nothing', async () => {
    assert.deepEqual(await find(), []);
    assert.deepEqual(await findWithout(git), [
      `git: the Git repository web of meadow: ${git} is missing; restore it from a backup`,
    ]);
    assert.deepEqual(await findWithout(outside), [
      `svn: the Subversion repository o'clock of meadow: ${outside} is missing; restore it from a backup`,
    ]);
    await runGit(git, 'repack', '-a', '-d', '-q');
    assert.match((await findDamaged(await firstFile(join(git, 'objects/pack'), '.pack'))).join('\n'), /^git: the Git/);
    assert.match((await findDamaged(await firstFile(join(svn, 'db/revs/0'), '1'))).join('\n'), /^svn: the Subversion/);
  });

  it('is compared with what the database knows of its branches', async () => {
    const { database } = test.app;
    const name = 'refs/heads/branch-first';
    const set = (hash: string): Promise<unknown> =>
      database.transact((tx) => tx.updateTable('git_refs').set({ hash }).where('name', '=', name).execute());
    const [row] = await database.read.selectFrom('git_refs').select('hash').where('name', '=', name).execute();
    await set('1'.repeat(40));
    const found = await find();
    await set(row?.hash ?? '');
    assert.deepEqual(found, [
      `git: the Git repository web of meadow: it lacks ${'1'.repeat(40)}, at which the database knows ${name}; put back a younger copy of it`,
    ]);
    assert.deepEqual(await find(), []);
  });

  it('has folders that nothing names, of which those that are being made or about to be removed are no findings', async () => {
    const { database } = test.app;
    const folders = ['old.git', 'leaving.git', 'made.git', 'hooks'].map((name) => join(dataDir(), 'git', name));
    for (const folder of folders) await mkdir(folder, { recursive: true });
    await beginMark(join(dataDir(), 'git', 'made.git'));
    await database.transact((tx) =>
      tx
        .insertInto('jobs')
        .values({
          kind: 'git-removal',
          payload_json: JSON.stringify({ folder: 'leaving.git' }),
          status: 'waiting',
          attempts: 0,
          created_at_ms: 0,
          due_at_ms: Date.now() + 600_000,
        })
        .execute(),
    );
    assert.deepEqual(await find(), [`git: ${folders[0]} is named by nothing; it may be removed`]);
    // Of a process of this number that began at another time.
    const left = join(dataDir(), 'git', 'old.git');
    await writeFile(`${left}.unfinished`, `${hostname()} ${process.pid} 1\n`);
    assert.deepEqual(await find(), [`note: git: ${left} was left by a process that is gone; the server removes it`]);
    await removeLeftovers(database, test.app.features.parts.backup, []);
    assert.deepEqual(await find(), []);
    assert.ok((await readdir(join(dataDir(), 'git'))).includes('made.git.unfinished'), 'what is being made stays');
    await mkdir(left);
    for (const folder of folders.slice(0, 3)) await rm(folder, { recursive: true });
    await endMark(join(dataDir(), 'git', 'made.git'));
  });

  it('has a search index that is compared with what there is, but for what it is about to follow', async () => {
    const { database, followers, features } = test.app;
    const [first = 0, second = 0] = artifacts;
    await followers.drain();
    const keyOf = (id: number, kind = 0): number => id * 8 + kind;
    await database.transact(async (tx) => {
      await removeDocuments(tx, [keyOf(first), keyOf(second)]);
      await saveDocuments(tx, [
        { key: keyOf(900_000), words: ['x'] },
        { key: keyOf(800_000, 1), words: ['y'] },
      ]);
    });
    assert.deepEqual(await find(), [
      `search: the index lacks artifacts ${second}, ${first}; "tepal search reindex" writes it anew`,
      'search: the index has artifacts 900000, which are gone; "tepal search reindex" writes it anew',
      'search: the index has commits 800000, which are gone; "tepal search reindex" writes it anew',
    ]);
    await features.fullText.prepare('anew');
    assert.deepEqual(await find(), [], 'it is being written');
    await features.fullText.rebuild({ isPolite: false });
    assert.deepEqual(await find(), []);
    await buildArtifacts(test, [{ trackerId, changes: [{ by: 0, atMs: 2000 }] }]);
    const [row] = await database.read.selectFrom('svn_repositories').select('id').where('name', '=', 'web').execute();
    await expectRow(test, { path: `/api/svn/${row?.id}`, method: 'DELETE', as: 'ada', status: 202 });
    assert.deepEqual(await find(), [], 'events tell of it');
    await followers.drain();
    assert.deepEqual(await find(), []);
  });
});
