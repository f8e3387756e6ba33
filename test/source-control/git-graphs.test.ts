// What git writes to find the commits that changed a path: soon after pushes.
// Engine: SQLite alone; its neighbours ask PostgreSQL all that this does.
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { runGit, skipGit } from '../support/git-client.ts';
import { at, createTestClock, startApp, testPassword } from '../support/harness.ts';
import { expectRow, sampleFolder } from '../support/scenario.ts';

const many = 1000;

/** Commits of one file each, for `git fast-import`. */
const writeCommits = (from: string, count: number): string =>
  Array.from({ length: count }, (_, index) => {
    const parent = index === 0 && from !== '' ? `from ${from}\n` : '';
    const text = `${from}${index}`;
    return (
      `commit refs/heads/main\ncommitter Ada <ana@example.org> ${1_600_000_000 + index} +0000\ndata 1\nx\n${parent}` +
      `M 100644 inline file-${index % 10}.txt\ndata ${text.length}\n${text}\n`
    );
  }).join('');

it('is written soon after pushes, sooner after many commits, once for all of a while', { skip: skipGit }, async () => {
  // Where both kinds of times begin of which pushes share a job.
  const clock = createTestClock(Math.ceil(Date.now() / 1_800_000) * 1_800_000);
  const test = await startApp({ archives: [sampleFolder('scrum')], clock });
  const clone = await mkdtemp(join(tmpdir(), 'tepal-graphs-'));
  const { app } = test;
  for (const as of ['ana', 'bruno']) await test.call('/api/users/self', { as });
  const body = { project_id: 101, name: 'web' };
  const made = await expectRow(test, { method: 'POST', path: '/api/git', as: 'ana', body, status: 201 });
  const url = new URL(`${test.base}/plugins/git/meadow-scrum/web.git`);
  [url.username, url.password] = ['bruno', testPassword];
  await runGit(clone, 'init', '--quiet');
  const push = async (from: string, count: number): Promise<void> => {
    await writeFile(join(clone, 'commits'), writeCommits(from, count));
    const marks = join(clone, 'commits');
    await runGit(clone, '-c', `alias.bring=!git fast-import --quiet < "${marks}"`, 'bring');
    await runGit(clone, 'push', '--quiet', url.href, 'main');
  };
  const listJobs = async () => {
    const columns = ['payload_json', 'due_at_ms'] as const;
    const asked = app.database.read.selectFrom('jobs').select(columns).where('kind', '=', 'git-graph');
    const jobs = await asked.orderBy('due_at_ms').execute();
    return jobs.map((job) => [job.payload_json, Number(job.due_at_ms) - began]);
  };
  const began = clock.nowMs();
  const payload = JSON.stringify({ repository_id: at(made.json, 'id') });

  await push('', 3);
  await push('refs/heads/main^0', 3);
  assert.deepEqual(await listJobs(), [[payload, 900_000]]);
  await push('refs/heads/main^0', many);
  await push('refs/heads/main^0', many);
  assert.deepEqual(await listJobs(), [
    [payload, 10_000],
    [payload, 900_000],
  ]);
  const rows = await app.database.read.selectFrom('git_repositories').select('folder').execute();
  const info = join(app.dataDir, 'git', String(rows[0]?.folder), 'objects', 'info');
  assert.ok(!(await readdir(info)).includes('commit-graphs'));
  clock.advance(10_000);
  app.jobs.start();
  await until(async () => (await readdir(info)).includes('commit-graphs'));
  await until(async () => (await readdir(join(info, 'commit-graphs'))).includes('commit-graph-chain'));
  await app.jobs.stop(10_000);
  await push('refs/heads/main^0', many);
  assert.equal((await listJobs()).length, 3);
  await test.close();
  await rm(clone, { recursive: true });
});
