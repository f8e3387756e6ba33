// Pushes that nobody checks: a hook that git would not run, refs that move on the disk, and a data folder whose name is relative.
// Engine: SQLite alone (what is recorded of a push is tested on both in git.test.ts)
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { runGit, skipGit, tryGit } from '../support/git-client.ts';
import { at, startApp, testPassword } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { startHoldingProxy } from '../support/holding-proxy.ts';
import { runTepal } from '../support/hook-programs.ts';
import { programEnv, programPath } from '../support/program-env.ts';
import { expectRow, listAt, sampleFolder } from '../support/scenario.ts';

describe('refs of a Git repository', { skip: skipGit }, () => {
  let test: TestApp;
  let work: string;
  let clone: string;
  let id: number;
  let repository: string;

  const urlAt = (base: string, as = 'ana'): string => {
    const url = new URL(`${base}/plugins/git/meadow-scrum/web.git`);
    [url.username, url.password] = [as, testPassword];
    return url.href;
  };
  const commit = async (message: string): Promise<string> => {
    await runGit(clone, 'commit', '--quiet', '--allow-empty', '-m', message);
    return (await runGit(clone, 'rev-parse', 'HEAD')).trim();
  };
  const readBranches = async (): Promise<Map<unknown, unknown>> => {
    const { json } = await expectRow(test, { path: `/api/git/${id}/branches`, as: 'ana', status: 200 });
    return new Map(listAt(json).map((branch) => [at(branch, 'name'), at(branch, 'commit.id')]));
  };
  const hook = (): string => join(test.app.dataDir, 'git', 'hooks', 'pre-receive');

  before(async () => {
    test = await startApp({ archives: [sampleFolder('scrum')] });
    for (const as of ['ana', 'bruno']) await test.call('/api/projects/101', { as });
    work = await mkdtemp(join(tmpdir(), 'tepal-git-'));
    clone = join(work, 'clone');
    await runGit(work, 'init', '--quiet', clone);
    const body = { project_id: 101, name: 'web', description: '' };
    const made = await expectRow(test, { method: 'POST', path: '/api/git', as: 'ana', body, status: 201 });
    id = Number(at(made.json, 'id'));
    const { output } = await runTepal(['git', 'list', '--json', '--data', test.app.dataDir]);
    repository = String(at(JSON.parse(output), '0.folder'));
  });
  after(async () => {
    await test.close();
    await rm(work, { recursive: true });
  });

  it('move by a push whose hook had lost its right to run, for it gets it back', async () => {
    const first = await commit('first');
    await runGit(clone, 'push', '--quiet', urlAt(test.base), 'HEAD:main');
    await chmod(hook(), 0o600);
    await runGit(clone, 'push', '--quiet', urlAt(test.base), 'HEAD:other');
    const expected = new Map([
      ['main', first],
      ['other', first],
    ]);
    assert.deepEqual(await readBranches(), expected);
  });

  it('do not move to names that the hook refuses, as was told the client', async () => {
    const { status, text } = await tryGit(clone, ['push', urlAt(test.base), 'HEAD:refs/heads/HEAD']);
    assert.equal(status, 1);
    assert.match(text, /git reserves such a name/);
  });

  it('are an error to the client where git did not run the hook, and are found and recorded', async () => {
    const second = await commit('second');
    const proxy = await startHoldingProxy(test.base);
    const release = proxy.hold();
    const pushed = tryGit(clone, ['push', urlAt(proxy.base), 'HEAD:main']);
    const free = await release;
    // Git has begun, so Tepal has seen to the hook.
    await until(async () =>
      (await readdir(join(repository, 'objects'))).some((name) => name.startsWith('tmp_objdir-')),
    );
    await chmod(hook(), 0o600);
    free();
    const { status, text } = await pushed;
    await proxy.close();
    assert.equal(status, 1, text);
    assert.notEqual((await readBranches()).get('main'), second);
    const other = await tryGit(clone, ['push', urlAt(test.base), 'HEAD:refs/heads/HEAD']);
    assert.match(other.text, /git reserves such a name/);
    assert.match(other.text, /\[remote rejected\]/, 'another push hears of its own refs');
    assert.doesNotMatch(other.text, /RPC failed|hung up|disconnect/);
    const verified = await runTepal(['verify', '--data', test.app.dataDir]);
    assert.equal(verified.status, 1);
    assert.match(verified.output, new RegExp(`refs/heads/main is at ${second}, .*"tepal git record" records it`));
    const recorded = await runTepal(['git', 'record', '--data', test.app.dataDir]);
    assert.deepEqual(recorded, { status: 0, output: 'meadow-scrum/web: recorded refs/heads/main\n', errors: '' });
    assert.equal((await readBranches()).get('main'), second);
    assert.equal((await runTepal(['verify', '--data', test.app.dataDir])).status, 0);
  });

  it('are brought in and told of when a server starts, and are checked there although its folder is ./data', async () => {
    const third = await commit('third');
    await runGit(repository, 'fetch', '--quiet', clone, 'HEAD:refs/heads/by-hand');
    await runGit(repository, 'update-ref', '-d', 'refs/heads/other');
    await symlink(test.app.dataDir, join(work, 'data'));
    const args = [programPath, 'serve', '--port', '0'];
    const server = spawn(process.execPath, args, { cwd: work, env: programEnv, stdio: ['ignore', 'pipe', 'pipe'] });
    const said = { stdout: '', stderr: '' };
    for (const from of ['stdout', 'stderr'] as const)
      server[from].on('data', (chunk: Buffer) => (said[from] += chunk.toString()));
    try {
      const base = await until(() => /listens at (\S+)\/\n/.exec(said.stdout)?.[1]);
      await until(async () => {
        const branches = await readBranches();
        return branches.has('by-hand') && !branches.has('other');
      });
      await until(() => /branches or tags had moved without the server being asked/.test(said.stderr + said.stdout));
      await runGit(clone, 'push', '--quiet', urlAt(base), 'HEAD:main');
      assert.equal((await readBranches()).get('main'), third);
      await runGit(clone, 'reset', '--quiet', '--hard', 'HEAD^');
      const { status, text } = await tryGit(clone, ['push', '--force', urlAt(base, 'bruno'), 'HEAD:main']);
      assert.equal(status, 1);
      assert.match(text, /don't have permission/);
    } finally {
      const ended = once(server, 'exit');
      server.kill('SIGTERM');
      await ended;
    }
  });
});
