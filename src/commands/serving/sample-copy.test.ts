// Engine: both
import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { until } from '../../platform/concurrency/until.testing.ts';
import { skipGit } from '../../../test/support/git-client.ts';
import { at, startApp } from '../../../test/support/harness.ts';
import { expectRow, listAt } from '../../../test/support/scenario.ts';
import { copySample } from './sample-copy.ts';

const sample = { folder: 'scrum', code: 'scrum.json' };
const nowMs = Date.parse('2027-02-03T12:00:00Z');

it('says in the project itself that the repository is not there for want of git', () => {
  const copy = copySample(sample, nowMs, false);
  assert.match(
    readFileSync(join(copy, 'project.xml'), 'utf8'),
    /Git 2\.31 or later is not installed on this machine.*<\/long-description>/,
  );
  assert.equal(existsSync(join(copy, 'tepal-repositories')), false);
  rmSync(copy, { recursive: true });
});

it('has the repository, whose last commit is of the last day, and stays small', { skip: skipGit }, async () => {
  const copy = copySample(sample, nowMs, true);
  assert.doesNotMatch(readFileSync(join(copy, 'project.xml'), 'utf8'), /not installed/);
  const folder = join(copy, 'tepal-repositories');
  const commits = readFileSync(join(folder, 'commits.ndjson'), 'utf8');
  const last = Math.max(...Array.from(commits.matchAll(/"committed_at_ms":(\d+)/g), ([, moment]) => Number(moment)));
  assert.ok(last <= nowMs && nowMs - last < 26 * 3_600_000, String(nowMs - last));
  assert.ok(statSync(join(folder, 'git-1.bundle')).size + commits.length < 100_000);
  const test = await startApp({ archives: [copy] });
  const get = async (path: string): Promise<unknown> =>
    (await expectRow(test, { path: `/api/${path}`, as: 'ana', status: 200 })).json;
  const pulls = listAt(await get('git/1/pull_requests'), 'collection');
  assert.deepEqual(
    pulls.map((pull) => [at(pull, 'status'), at(pull, 'labels.0.label')]),
    [
      ['review', 'sharing'],
      ['merge', 'search'],
    ],
  );
  const open = await get(`pull_requests/${String(at(pulls[0], 'id'))}`);
  assert.deepEqual([at(open, 'merge_status'), at(open, 'will_close.0.artifact_id')], ['no_fastforward', 25]);
  const talk = listAt(await get(`pull_requests/${String(at(open, 'id'))}/timeline`), 'collection');
  const onLines = talk.filter((said) => at(said, 'type') === 'inline-comment');
  assert.deepEqual(
    onLines.map((said) => [at(said, 'user.username'), at(said, 'is_outdated')]),
    [
      ['bruno', true],
      ['emre', true],
      ['emre', true],
      ['bruno', false],
    ],
  );
  assert.match(JSON.stringify(await get('projects/101/project_services')), /"name":"plugin_git"[^}]*"is_enabled":true/);
  const code = await get('artifacts/13/code');
  assert.equal(at(code, 'pull_requests.0.id'), at(open, 'id'));
  assert.equal(at(code, 'commits.0.title'), 'Split a bill with friends, see story #13');
  // Merged as the page offers it, it closes its task.
  const merge = { path: `/api/pull_requests/${String(at(open, 'id'))}`, method: 'PATCH', as: 'ana', status: 200 };
  await expectRow(test, { ...merge, body: { status: 'merge' } });
  test.app.jobs.start();
  await until(async () => at(await get('artifacts/25'), 'status') === 'Done');
  await test.app.jobs.stop(10_000);
  await test.close();
  rmSync(copy, { recursive: true });
});
