// A server that is killed in the middle of pushes, alone or with the git that it started, as when the power fails.
// Engine: SQLite alone (what is recorded of a push is tested on both in git.test.ts)
// Tier: all, because it starts processes and kills them, one after another.
import assert from 'node:assert/strict';
import { randomBytes, randomInt } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, watch } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { cleanUp } from '../../src/platform/database/database.fixture.ts';
import { prepareServer } from '../faults/server-process.ts';
import { runGit, skipGit, tryGit } from '../support/git-client.ts';
import { at, readEventLog, startApp, testPassword } from '../support/harness.ts';
import { expectRow, listAt, valueOf } from '../support/scenario.ts';
import { buildArtifacts, buildProject, everybody, members } from '../support/worlds.ts';
import type { FieldPlan } from '../support/worlds.ts';

const rounds = 3;
/** About as many as the system tells of a repository's folder while one of these pushes runs. */
const changesMax = 100;

const hasProcesses = existsSync('/proc/self/cmdline');

/** Processes whose command line names the folder. */
const listProcesses = (folder: string): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid !== process.pid && readCommandLine(pid).includes(folder));

function readCommandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    // It ended meanwhile, or is no process.
    return '';
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** Resolves once so many changes were seen below the folder, or `orElse` has. */
function awaitChanges(folder: string, count: number, orElse: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let seen = 0;
  const watcher = watch(folder, { recursive: true }, () => {
    if ((seen += 1) >= count) resolve();
  });
  void orElse.then(() => resolve());
  return promise.finally(() => watcher.close());
}

test(
  'pushes whose server is killed are there whole or not at all, and act once',
  { skip: hasProcesses ? skipGit : 'the system does not list processes', timeout: 120_000 },
  async (context) => {
    const forge = await startApp();
    cleanUp(context, () => forge.close());
    const { database, dataDir, jobs } = forge.app;
    const work = await mkdtemp(join(tmpdir(), 'tepal-git-killed-'));
    cleanUp(context, () => rm(work, { recursive: true }));
    const ada = await forge.addUser('ada');
    const fields: FieldPlan[] = [
      { name: 'state', type: 'sb', values: ['Open', 'Done'], read: [everybody], update: [members] },
      { name: 'cross', type: 'cross', read: [everybody] },
    ];
    const world = await buildProject(forge, {
      name: 'forge',
      admins: [ada],
      members: [ada],
      trackers: () => [
        { name: 'story', permissions: { full: [everybody] }, fields, status: { field: 'state', open: ['Open'] } },
      ],
    });
    const values = { [world.field('story', 'state')]: [world.value('story', 'state', 'Open')] };
    const plan = { trackerId: world.tracker('story'), changes: [{ by: ada, atMs: 1000, values }] };
    const stories = await buildArtifacts(
      forge,
      Array.from({ length: rounds }, () => plan),
    );
    const body = { project_id: world.id, name: 'web' };
    const made = await expectRow(forge, { method: 'POST', path: '/api/git', as: 'ada', body, status: 201 });
    const patch = { method: 'PATCH', path: `/api/git/${String(at(made.json, 'id'))}`, as: 'ada', status: 200 };
    await expectRow(forge, { ...patch, body: { allow_artifact_closure: true } });
    const [name = ''] = await readdir(join(dataDir, 'git'));
    const folder = join(dataDir, 'git', name);
    const clone = join(work, 'clone');
    await runGit(work, 'init', '--quiet', clone);
    const push = (base: string) => {
      const url = new URL('/plugins/git/forge/web.git', base);
      [url.username, url.password] = ['ada', testPassword];
      return tryGit(clone, ['push', url.href, '--follow-tags', 'main', 'main:topic']);
    };
    const read = async (story: number, path = ''): Promise<unknown> =>
      (await expectRow(forge, { path: `/api/artifacts/${story}${path}`, as: 'ada', status: 200 })).json;
    const cross = async (story: number): Promise<unknown[]> =>
      listAt(at(valueOf(await read(story), world.field('story', 'cross')), 'value')).map((entry) => at(entry, 'ref'));

    /** The first right after it was acknowledged, the last once a branch has moved, others anywhere in between. */
    const awaitMoment = async (round: number, pushing: Promise<unknown>, head: string): Promise<string> => {
      if (round === 0) {
        await pushing;
        return 'after the push';
      }
      if (round === rounds - 1) {
        await until(async () => (await readFile(join(folder, 'refs/heads/main'), 'utf8')).startsWith(head));
        return 'once a branch has moved';
      }
      const changes = randomInt(changesMax);
      await awaitChanges(folder, changes, pushing);
      return `after ${changes} changes`;
    };

    const heads: string[] = [];
    const acknowledged: boolean[] = [];
    let server = prepareServer({ dataDir });
    for (const [round, story] of stories.entries()) {
      await writeFile(join(clone, `file-${round}`), randomBytes(300_000));
      await runGit(clone, 'add', '.');
      await runGit(clone, 'commit', '--quiet', '-m', `Closes story #${story}`);
      await runGit(clone, 'tag', '-a', '-m', 'Round', `v${round}`);
      heads.push((await runGit(clone, 'rev-parse', 'HEAD')).trim());
      const base = await server.open();
      const next = round < rounds - 1 ? prepareServer({ dataDir }) : server;
      const pushing = push(base);
      const moment = await awaitMoment(round, pushing, heads[round] ?? '');
      server.send('SIGKILL');
      if (round % 2 === 1) listProcesses(folder).forEach(kill);
      await server.ended;
      acknowledged.push((await pushing).status === 0);
      await until(() => listProcesses(folder).length === 0);
      context.diagnostic(`killed ${moment}: ${acknowledged.at(-1) ? 'acknowledged' : 'broken off'}`);
      assert.equal((await tryGit(folder, ['fsck', '--strict', '--full', '--no-dangling'])).text, '');
      server = next;
    }
    // As seconds later: what the killed servers meant to do is due.
    const due = { due_at_ms: 0 };
    await database.transact((tx) => tx.updateTable('jobs').set(due).where('due_at_ms', 'is not', null).execute());
    jobs.start();
    cleanUp(context, () => jobs.stop(0));
    const refs = (): Promise<{ name: string; hash: string }[]> =>
      database.read.selectFrom('git_refs').select(['name', 'hash']).orderBy('name').execute();
    const present = (await runGit(folder, 'for-each-ref', '--format=%(refname) %(objectname)'))
      .split('\n')
      .filter(Boolean);
    await until(async () => (await refs()).map(({ name: ref, hash }) => `${ref} ${hash}`).join() === present.join());
    const isDone = async (story: number): Promise<boolean> => at(await read(story), 'status') === 'Done';
    for (const [round, story] of stories.entries()) if (acknowledged[round] === true) await until(() => isDone(story));

    const { status, text } = await push(forge.base);
    assert.equal(status, 0, text);
    for (const [round, story] of stories.entries()) {
      await until(() => isDone(story));
      assert.equal(listAt(await read(story, '/changesets')).length, 2, `story ${round}`);
      assert.deepEqual(await cross(story), [`git #web/${heads[round] ?? ''}`]);
    }
    const moves = (await readEventLog(forge.app))
      .filter(({ kind }) => kind === 'git-push')
      .flatMap(({ details }) => listAt(at(details, 'refs')))
      .map((move) => `${String(at(move, 'name'))} ${String(at(move, 'to'))}`);
    assert.equal(new Set(moves).size, moves.length);
  },
);
