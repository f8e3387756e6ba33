// Tier: all, because it starts many programs of source control.
// Repositories that get another name, are deleted and had again, and branches and tags that are deleted over REST.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { onOneEngine } from '../../src/platform/database/test-place.testing.ts';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { enqueueJob } from '../../src/platform/jobs/index.ts';
import { nightlyGitPurge } from '../../src/features/source-control/archives/git-deletion.service.ts';
import { runGit, skipGit, tryGit } from '../support/git-client.ts';
import { at } from '../support/harness.ts';
import { openPulls } from '../support/pull-requests.ts';
import type { Pulls } from '../support/pull-requests.ts';
import { listAt } from '../support/scenario.ts';

describe('changes of repositories', { skip: skipGit }, () => {
  let pulls: Pulls;
  let id: number;
  before(async () => {
    pulls = await openPulls();
    ({ id } = pulls.code);
  });
  after(() => pulls.close());

  const codeOf = async (): Promise<readonly unknown[]> => listAt(await pulls.get('artifacts/17/code'), 'commits');
  const urlOf = (name: string): string => pulls.urlOf('bruno').replace('/web.git', `/${name}.git`);

  it('deletes branches and tags of who may, but for the default branch', async () => {
    await pulls.begin('deep/one', { 'one.txt': '1\n' });
    await pulls.code.git('tag', 'v2', 'main');
    await pulls.code.push('bruno', 'v2');
    await pulls.send('DELETE', `git/${id}/branches/deep%2Fone`, 'stranger', 403);
    await pulls.send('DELETE', `git/${id}/branches/none`, 'bruno', 404);
    await pulls.send('DELETE', `git/${id}/branches/main`, 'bruno', 400);
    await pulls.send('DELETE', `git/${id}/branches/deep%2Fone`, 'bruno', 204);
    await pulls.send('DELETE', `git/${id}/tags/v2`, 'bruno', 204);
    const refs = await runGit(pulls.code.folder, 'ls-remote', pulls.urlOf('bruno'));
    assert.doesNotMatch(refs, /deep|v2/);
    assert.deepEqual(
      listAt(await pulls.get(`git/${id}/tags`)).map((one) => at(one, 'name')),
      ['v1'],
    );
    const made = await pulls.send('POST', `git/${id}/tags`, 'bruno', 201, { tag_name: 'v3', reference: 'topic' });
    assert.deepEqual([at(made, 'name'), at(made, 'user_can_delete')], ['v3', true]);
    assert.equal(at(made, 'commit.id'), at(await pulls.get(`git/${id}/commits/topic`), 'id'));
    const pushed = await runGit(pulls.code.folder, 'ls-remote', '--tags', pulls.urlOf('bruno'));
    assert.match(pushed, new RegExp(`^${String(at(made, 'commit.id'))}\\trefs/tags/v3$`, 'm'));
    for (const [tag_name, reference, field] of [
      ['v3', 'main', 'tag_name'],
      ['v3/x', 'main', 'tag_name'],
      ['a..b', 'main', 'tag_name'],
      ['v4', 'none', 'reference'],
    ] as const) {
      const refused = await pulls.send('POST', `git/${id}/tags`, 'bruno', 400, { tag_name, reference });
      assert.match(JSON.stringify(refused), new RegExp(field), tag_name);
    }
    await pulls.send('POST', `git/${id}/tags`, 'stranger', 403, { tag_name: 'v4', reference: 'main' });
    await pulls.send('DELETE', `git/${id}/tags/v3`, 'bruno', 204);
    await pulls.permit(['101_3'], [{ pattern: 'refs/heads/topic', write: [], rewind: [], delete: [{ id: '101_3' }] }]);
    const deletable = async (as: string): Promise<unknown[]> =>
      listAt(await pulls.get(`git/${id}/branches`, as)).map((one) => [at(one, 'name'), at(one, 'user_can_delete')]);
    const said = await deletable('bruno');
    assert.deepEqual(
      said.filter((one) => ['main', 'topic'].includes(String(at(one, '0')))),
      [
        ['main', false],
        ['topic', false],
      ],
    );
    await pulls.send('DELETE', `git/${id}/branches/topic`, 'bruno', 403);
    await pulls.permit(['101_3']);
    assert.ok((await deletable('bruno')).some((one) => at(one, '0') === 'topic' && at(one, '1') === true));
    assert.ok((await deletable('stranger')).every((one) => at(one, '1') === false));
    assert.deepEqual(
      await Promise.all(['bruno', 'stranger'].map(async (as) => at(await pulls.get(`git/${id}`, as), 'user_can_push'))),
      [true, false],
    );
  });

  it('shows folders of 100,000 entries a page at a time', onOneEngine, async () => {
    const { folder } = pulls.code;
    const blob = (await runGit(folder, 'rev-parse', 'main:README.md')).trim();
    const nameOf = (index: number): string => `file-${String(index).padStart(6, '0')}`;
    const input = Array.from({ length: 100_000 }, (_, index) => `100644 blob ${blob}\t${nameOf(index)}\n`).join('');
    const tree = execFileSync('git', ['mktree'], { cwd: folder, input }).toString().trim();
    const commit = (await runGit(folder, 'commit-tree', tree, '-p', 'main', '-m', 'Much')).trim();
    await runGit(folder, 'branch', 'much', commit);
    await pulls.code.push('bruno', 'much');
    for (const [part, limit] of [
      ['tree', 50],
      ['folder', 1000],
    ] as const) {
      const path = `/api/git/${id}/${part}?ref=much&limit=${limit}&offset=99990`;
      const { json, headers, status } = await pulls.test.call(path, { as: 'bruno' });
      assert.equal(status, 200);
      assert.equal(headers.get('x-pagination-size'), '100000');
      assert.deepEqual(
        listAt(json).map((one) => at(one, 'name')),
        Array.from({ length: 10 }, (_, index) => nameOf(99_990 + index)),
      );
    }
    const paths = await pulls.get(`git/${id}/paths?ref=much`, 'bruno');
    assert.deepEqual([at(paths, 'is_complete'), listAt(paths, 'paths').length], [true, 100_000]);
    // So many changes are none for one answer.
    await pulls.get(`git/${id}/commits/much/diff?limit=20`, 'bruno', 413);
    const raw = await pulls.test.call(`/repositories/${id}/raw?ref=much&path=${nameOf(99_999)}`, { as: 'bruno' });
    assert.match(raw.text, /^# Web/);
    await pulls.send('DELETE', `git/${id}/branches/much`, 'bruno', 204);
  });

  it('gets another name, with its commits, and a description', async () => {
    const before = await codeOf();
    assert.equal(before.length, 1);
    await pulls.send('PATCH', `git/${id}`, 'bruno', 403, { name: 'other' });
    await pulls.send('PATCH', `git/${id}`, 'ana', 400, { name: '../other' });
    await pulls.send('POST', 'git', 'ana', 201, { project_id: 101, name: 'taken' });
    await pulls.send('PATCH', `git/${id}`, 'ana', 400, { name: 'taken' });
    await pulls.send('PATCH', `git/${id}`, 'ana', 200, { name: 'apps/web', description: 'What people see' });
    const shown = await pulls.get(`git/${id}`);
    assert.deepEqual(
      [at(shown, 'name'), at(shown, 'path_without_project'), at(shown, 'description')],
      ['apps/web', 'apps', 'What people see'],
    );
    assert.equal((await tryGit(pulls.code.folder, ['ls-remote', urlOf('web')])).status, 1);
    assert.match(await runGit(pulls.code.folder, 'ls-remote', urlOf('apps/web')), /refs\/heads\/main/);
    assert.match(String(at((await codeOf())[0], 'ref')), /^git #apps\/web\//);
    // Pages of the origin are at such addresses, too, for repositories in folders.
    const pages: [path: string, page: string][] = [
      ['apps/web', 'name=apps%2Fweb'],
      ['apps/web?a=blob&hb=topic&f=src%2Fmain.ts', 'name=apps%2Fweb&ref=topic&path=src%2Fmain.ts'],
      ['apps/web?a=commit&h=a1b2c3d', 'name=apps%2Fweb&commit=a1b2c3d'],
    ];
    for (const [path, page] of pages) {
      const answer = await fetch(`${pulls.test.base}/plugins/git/meadow-scrum/${path}`, { redirect: 'manual' });
      assert.deepEqual(
        [answer.status, answer.headers.get('location')],
        [302, `/repositories?project=meadow-scrum&${page}`],
      );
    }
    await pulls.send('PATCH', `git/${id}`, 'ana', 200, { name: 'web' });
  });

  it('is nobody’s to see once it is deleted, and all of it is there again', async () => {
    const pull = await pulls.request('topic');
    await pulls.send('DELETE', `git/${id}`, 'bruno', 403);
    await pulls.send('DELETE', `git/${id}`, 'ana', 204);
    for (const path of [`git/${id}`, `git/${id}/branches`, `pull_requests/${pull}`]) await pulls.get(path, 'ana', 404);
    assert.deepEqual(await codeOf(), []);
    assert.equal((await tryGit(pulls.code.folder, ['ls-remote', urlOf('web')])).status, 1);
    assert.deepEqual(
      listAt(await pulls.get('projects/101/git?limit=50'), 'repositories').map((one) => at(one, 'name')),
      ['taken'],
    );
    await pulls.get('projects/101/deleted_git', 'bruno', 403);
    const [deleted] = listAt(await pulls.get('projects/101/deleted_git', 'ana'));
    assert.deepEqual([at(deleted, 'id'), at(deleted, 'name')], [id, 'web']);
    await pulls.send('POST', 'git', 'ana', 201, { project_id: 101, name: 'web' });
    await pulls.send('POST', `git/${id}/restore`, 'bruno', 403, {});
    await pulls.send('POST', `git/${id}/restore`, 'ana', 400, {});
    await pulls.send('POST', `git/${id}/restore`, 'ana', 400, { name: 'a~b' });
    await pulls.send('POST', `git/${id}/restore`, 'ana', 204, { name: 'again' });
    await pulls.send('POST', `git/${id}/restore`, 'ana', 404, {});
    assert.match(await runGit(pulls.code.folder, 'ls-remote', urlOf('again')), /refs\/heads\/topic/);
    assert.equal(at(await pulls.show(pull), 'status'), 'review');
    assert.match(String(at((await codeOf())[0], 'ref')), /^git #again\//);
  });

  it('goes after thirty days, and leaves a bundle', async () => {
    const { app } = pulls.test;
    const backups = join(app.dataDir, 'backups');
    await app.features.site.changeSetting('sys_project_backup_path', backups);
    await pulls.send('DELETE', `git/${id}`, 'ana', 204);
    const folders = async (): Promise<number> =>
      (await readdir(join(app.dataDir, 'git'))).filter((name) => name.endsWith('.git')).length;
    const count = await folders();
    const purge = (): Promise<unknown> =>
      app.database.transact((tx) => enqueueJob(tx, nightlyGitPurge.type, {}, { nowMs: app.clock.nowMs() }));
    app.jobs.start();
    await purge();
    const underway = app.database.read
      .selectFrom('jobs')
      .select('id')
      .where('kind', '=', nightlyGitPurge.type.name)
      .where('status', 'in', ['waiting', 'running']);
    const isDone = async (): Promise<boolean> => (await underway.execute()).length === 0;
    await until(isDone);
    assert.equal(await folders(), count);
    await app.database.transact((tx) =>
      tx.updateTable('git_repositories').set({ deleted_at_ms: 1 }).where('id', '=', id).execute(),
    );
    await purge();
    const jobs = app.database.read
      .selectFrom('jobs')
      .select('last_error')
      .where('kind', '=', nightlyGitPurge.type.name);
    await until(async () => {
      assert.deepEqual(await jobs.where('last_error', 'is not', null).execute(), []);
      return (await folders()) === count - 1;
    });
    await app.jobs.stop(10_000);
    const [bundle = ''] = await readdir(backups);
    assert.equal(bundle, `meadow-scrum-again-${id}.bundle`);
    assert.match(await runGit(pulls.code.folder, 'bundle', 'list-heads', join(backups, bundle)), /refs\/heads\/main/);
    assert.deepEqual(await pulls.get('projects/101/deleted_git', 'ana'), []);
    await pulls.send('POST', `git/${id}/restore`, 'ana', 404, {});
  });
});
