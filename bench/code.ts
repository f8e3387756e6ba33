// `npm run bench code`: reading a generated repository of 50,000 commits, one with the history of Tepal itself, and a list of 1,000 pull
// requests. Client and server are one process.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { nightlyGitGraphs } from '../src/features/source-control/transfers/git-graphs.ts';
import { enqueueJob } from '../src/platform/jobs/index.ts';
import { at, startApp, testPassword } from '../test/support/harness.ts';
import type { TestApp } from '../test/support/harness.ts';
import { sampleFolder } from '../test/support/scenario.ts';
import { describeMachine } from './measuring/machine.ts';
import { median } from './measuring/statistics.ts';

const commits = 50_000;
const files = 1000;
const longLines = 5000;
const changedFiles = 500;
const pullRequests = 1000;
const rounds = 20;
/** Clones of fewer commits are no input. */
const ownCommitsMin = 200;
const ownRoot = join(import.meta.dirname, '..');

/** What `git fast-import` reads: each commit changes one of a thousand files, every hundredth some lines of a long one. */
function* writeHistory(): Generator<string> {
  const lines = Array.from({ length: longLines }, (_, index) => `line ${index}`);
  const commit = (ref: string, mark: number, from: number | undefined, message: string): string =>
    `commit refs/heads/${ref}\nmark :${mark}\ncommitter Ada Author <ana@example.org> ${1_600_000_000 + mark} +0000\n` +
    `data ${message.length}\n${message}\n${from === undefined ? '' : `from :${from}\n`}`;
  const file = (path: string, text: string): string => `M 100644 inline ${path}\ndata ${text.length}\n${text}\n`;
  const named = (index: number): string => `file-${String(index).padStart(4, '0')}.txt`;
  for (let mark = 1; mark <= commits; mark += 1) {
    yield commit('main', mark, mark === 1 ? undefined : mark - 1, `Change ${mark}`);
    yield file(named(mark % files), `${mark}\n`);
    if (mark % 100 !== 0) continue;
    for (let step = 0; step < 10; step += 1) lines[(mark * 7 + step * 13) % longLines] = `line of ${mark}, ${step}`;
    yield file('deep/long.txt', `${lines.join('\n')}\n`);
  }
  yield commit('wide', commits + 1, commits, 'Change much');
  for (let index = 0; index < changedFiles; index += 1) yield file(named(index), `other ${index}\n`);
}

async function makeRepository(test: TestApp, name: string): Promise<number> {
  const made = await test.call('/api/git', { method: 'POST', as: 'ana', body: { project_id: 101, name } });
  return Number(at(made.json, 'id'));
}

async function push(test: TestApp, folder: string, name: string, refs: readonly string[]): Promise<void> {
  const url = new URL(`${test.base}/plugins/git/meadow-scrum/${name}.git`);
  [url.username, url.password] = ['bruno', testPassword];
  const pushing = spawn('git', ['push', '--quiet', url.href, ...refs], { cwd: folder, stdio: 'inherit' });
  const status = await new Promise((resolve) => pushing.once('close', resolve));
  if (status !== 0) throw new Error(`pushing ${name} ended with status ${String(status)}`);
}

async function fill(test: TestApp): Promise<number> {
  for (const as of ['ana', 'bruno']) await test.call('/api/users/self', { as });
  const id = await makeRepository(test, 'web');
  const folder = await mkdtemp(join(tmpdir(), 'tepal-bench-code-'));
  const git = (args: string[], input?: string): string =>
    execFileSync('git', args, {
      cwd: folder,
      stdio: ['pipe', 'pipe', 'ignore'],
      ...(input === undefined ? {} : { input }),
    })
      .toString()
      .trim();
  git(['init', '--quiet', '--bare']);
  git(['fast-import', '--quiet'], [...writeHistory()].join(''));
  await push(test, folder, 'web', ['main', 'wide']);
  const [head, dest] = [git(['rev-parse', 'wide']), git(['rev-parse', 'main'])];
  await test.app.database.transact(async (tx) => {
    for (let number = 1; number <= pullRequests; number += 1)
      await tx
        .insertInto('pull_requests')
        .values({
          repository_id: id,
          branch_src: 'wide',
          branch_dest: 'main',
          head_hash: head,
          dest_hash: dest,
          title: `Change ${number}`,
          description: '',
          description_format: 'commonmark',
          user_id: 103,
          created_at_ms: number,
          status: 'review',
          status_by: null,
          status_at_ms: null,
        })
        .execute();
  });
  await rm(folder, { recursive: true });
  return id;
}

/** Copies of which nothing is known, for readings that are cold from the first to the last. */
async function fork(test: TestApp, id: number, count: number): Promise<number[]> {
  const forks: number[] = [];
  for (let number = 1; number <= count; number += 1) {
    const body = { name: `cold-${number}` };
    const made = await test.call(`/api/git/${id}/forks`, { method: 'POST', as: 'bruno', body });
    if (made.status !== 201) throw new Error(`a fork answers ${made.status}: ${made.text}`);
    forks.push(Number(at(made.json, 'id')));
  }
  return forks;
}

/** Does the job of the night, which writes the graphs of all repositories; gives how long that took, ms. */
async function writeGraphs({ app: { database, jobs, clock } }: TestApp): Promise<number> {
  const { type, payload } = nightlyGitGraphs;
  const nowMs = clock.nowMs();
  await database.transact((tx) => enqueueJob(tx, type, payload, { nowMs, dueAtMs: nowMs }));
  jobs.start();
  const find = () =>
    database.read
      .selectFrom('jobs')
      .select(['started_at_ms', 'finished_at_ms'])
      .where('kind', '=', type.name)
      .executeTakeFirstOrThrow();
  let job = await find();
  for (; job.finished_at_ms === null; job = await find()) await pause(100);
  await jobs.stop(10_000);
  return job.finished_at_ms - (job.started_at_ms ?? job.finished_at_ms);
}

const test = await startApp({ archives: [sampleFolder('scrum')] });
const id = await fill(test);
const time = async (path: string, repository = id): Promise<number> => {
  const began = performance.now();
  const answer = await test.call(`/api/git/${repository}/${path}`, { as: 'bruno' });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.text}`);
  return performance.now() - began;
};
/** Of the same request again and again, or of one for each of the newest commits, which nothing is kept of. */
async function measure(
  name: string,
  goalMs: number,
  path: (round: number) => string,
  count = rounds,
  repository: number | readonly number[] = id,
): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < count; round += 1)
    times.push(await time(path(round), typeof repository === 'number' ? repository : repository[round]));
  const [middle, slowest] = [median(times), Math.max(...times)];
  process.stdout.write(
    `| ${name} | ${middle.toFixed(1)} ms | ${slowest.toFixed(1)} ms | ${goalMs} ms | ${middle <= goalMs ? 'met' : 'missed'} |\n`,
  );
}
process.stdout.write(
  `${describeMachine().join(', ')}\n\n| Reading | Median | Slowest | Goal | |\n| --- | --: | --: | --: | --- |\n`,
);
const history = (await test.call(`/api/git/${id}/commits?ref=main&limit=50`, { as: 'bruno' })).json;
const hashes = Array.isArray(history) ? history.map((one) => String(at(one, 'id'))) : [];
const blame = (round: number, more = ''): string => `blame?path=deep%2Flong.txt&ref=${hashes[round]}${more}`;
const forks = await fork(test, id, 10);
const [ungraphed, graphed] = [forks.slice(0, 5), forks.slice(5)];
await measure("who wrote 5,000 lines, cold, before git's graph of commits", 300, () => blame(10), 5, ungraphed);
const graphMs = await writeGraphs(test);
await measure('the same, with the graph', 300, () => blame(10), 5, graphed);
// Each of a commit before those that lines are known of.
await measure('the same of an earlier commit of the same repository', 300, (round) => blame(round + 15), 5, graphed[0]);
await measure('5,000 lines of the same commit again', 300, () => blame(10), 5, graphed[0]);
await measureFollowing();
await measure(
  'folder of 1,000 entries with last commits, cold',
  300,
  (round) => `folder?limit=1000&ref=${hashes[round]}`,
  8,
);
await time('folder?ref=main&limit=1000');
await measure('the same, warm', 30, () => 'folder?ref=main&limit=1000');
await measure('comparison with 500 files, first 20, cold', 200, () => 'compare?base=main&head=wide&limit=20', 1);
await measure('the same, warm', 200, () => 'compare?base=main&head=wide&limit=20');
await measure('list of 1,000 pull requests, first 50', 5, () => 'pull_requests?limit=50');

/** As pages are read after pushes: of one version of the long file after the other. */
async function measureFollowing(): Promise<void> {
  const { json } = await test.call(`/api/git/${id}/commits?ref=main&path=deep%2Flong.txt&limit=${rounds}`, {
    as: 'bruno',
  });
  const versions = Array.isArray(json) ? json.map((one) => String(at(one, 'id'))).toReversed() : [];
  const of = (round: number): string => `blame?path=deep%2Flong.txt&ref=${versions[round]}`;
  await time(of(0));
  await measure('5,000 lines of the commit that changed them next', 300, (round) => of(round + 1), rounds - 1);
}

/** The same readings of a history that people wrote. */
async function measureOwn(): Promise<void> {
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: ownRoot }).toString().trim();
  const own = git('rev-list', '--max-count=100000', 'HEAD').split('\n');
  if (own.length < ownCommitsMin) {
    process.stdout.write(`\nTepal's own history has ${own.length} commits here: not measured\n`);
    return;
  }
  const repository = await makeRepository(test, 'own');
  await push(test, ownRoot, 'own', ['HEAD:refs/heads/main']);
  const lines = git('show', 'HEAD:docs/overload.md').split('\n').length;
  const label = `Tepal's own history of ${own.length} commits`;
  // Each reading of other commits, which nothing is kept of.
  const ofOverload = (round: number): string => `blame?path=docs%2Foverload.md&ref=${own[round]}`;
  await measure(`${label}: who wrote ${lines} lines, cold`, 300, ofOverload, 5, repository);
  const ofFirst = (round: number): string => `${ofOverload(round + 5)}&limit=200`;
  await measure('the first 200 lines of them, cold', 300, ofFirst, 5, repository);
  const root = (round: number): string => `folder?limit=1000&ref=${own[round + 10]}`;
  await measure('its root with last commits, cold', 300, root, 5, repository);
  await measure('the same, warm', 30, () => root(0), rounds, repository);
  const changed = (round: number): string => `compare?base=${own[round + 100]}&head=${own[round]}&limit=20`;
  const compared = await test.call(`/api/git/${repository}/${changed(6)}`, { as: 'bruno' });
  const wide = `comparison of 100 commits with ${String(at(compared.json, 'files_changed'))} files, first 20, cold`;
  await measure(wide, 200, changed, 5, repository);
  await measure('the same, warm', 200, () => changed(0), rounds, repository);
}
await measureOwn();
process.stdout.write(`\ngit's graphs of commits of all were written in ${graphMs.toFixed(0)} ms\n`);
await test.close();
