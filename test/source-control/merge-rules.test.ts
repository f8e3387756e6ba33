// Tier: all, because it starts many programs of source control.
// Engine: both
// How branches are merged, and what has to be before: rules, verdicts, checks and protected branches, also held against pushes.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { bumpSiteVersion } from '../../src/features/site/index.ts';
import { testEngine } from '../../src/platform/database/test-place.testing.ts';
import { skipGit, tryGit } from '../support/git-client.ts';
import { at } from '../support/harness.ts';
import { openPulls } from '../support/pull-requests.ts';
import type { Pulls } from '../support/pull-requests.ts';
import { listAt } from '../support/scenario.ts';

const free = {
  methods: ['merge'],
  required_approvals: 0,
  required_reviewers: [],
  required_checks: [],
  requires_resolved_threads: false,
  open_threads: 'allow',
  missing_reviews: 'allow',
  outdated_approvals: 'allow',
};
/** What is said of concerns where nobody said anything. */
const asking = { open_threads: 'confirm', missing_reviews: 'confirm', outdated_approvals: 'confirm' };

describe('rules of merging', { skip: skipGit }, () => {
  let pulls: Pulls;
  let id: number;
  const set = (rules: object, status = 200, as = 'ana'): Promise<unknown> =>
    pulls.send('PUT', `git/${id}/merge_rules`, as, status, { ...free, ...rules });
  const merge = (pull: number, status: number, as = 'bruno', method?: string): Promise<unknown> =>
    pulls.send('PATCH', `pull_requests/${pull}`, as, status, {
      status: 'merge',
      ...(method === undefined ? {} : { merge_method: method }),
    });
  const say = (pull: number, as: string, verdict: string, status = 204, head?: string): Promise<unknown> =>
    pulls.send('PUT', `pull_requests/${pull}/verdict`, as, status, {
      verdict,
      ...(head === undefined ? {} : { head }),
    });
  const obstaclesOf = async (pull: number): Promise<unknown[]> =>
    listAt(await pulls.show(pull), 'merge_obstacles').map((one) => at(one, 'kind'));
  const graph = async (): Promise<string[]> => {
    await pulls.catchUp();
    const lines = await pulls.code.git('log', '--format=%an|%cn|%s|%P', '-3');
    return lines.trim().split('\n');
  };

  before(async () => {
    pulls = await openPulls();
    ({ id } = pulls.code);
  });
  after(() => pulls.close());

  it('are those of the repository, else of its project, and are said by administrators', async () => {
    const rules = (as = 'bruno'): Promise<unknown> => pulls.get(`git/${id}/merge_rules`, as);
    assert.deepEqual(await rules('stranger'), { ...free, ...asking, is_inherited: true });
    await pulls.send('PUT', 'projects/101/merge_rules', 'bruno', 403, free);
    await pulls.send('PUT', 'projects/101/merge_rules', 'ana', 200, { ...free, methods: ['squash', 'merge'] });
    assert.deepEqual(await rules(), { ...free, methods: ['squash', 'merge'], is_inherited: true });
    await set({}, 403, 'bruno');
    await set({ methods: [] }, 400);
    await set({ methods: ['octopus'] }, 400);
    await set({ required_approvals: 21 }, 400);
    await set({ required_reviewers: [{ username: 'nobody-here' }] }, 400);
    await set({ other: 1 }, 400);
    await set({ required_reviewers: [{ username: 'chika' }] });
    const own = await rules();
    assert.deepEqual([at(own, 'is_inherited'), at(own, 'required_reviewers.0.username')], [false, 'chika']);
    await pulls.send('DELETE', `git/${id}/merge_rules`, 'ana', 204);
    await pulls.send('DELETE', 'projects/101/merge_rules', 'ana', 204);
    assert.deepEqual(await rules(), { ...free, ...asking, is_inherited: true });
    const { open_threads: _threads, ...before } = free;
    await set({ open_threads: 'refuse' }, 400);
    await set({ requires_resolved_threads: true });
    assert.equal(at(await rules(), 'open_threads'), 'refuse');
    await pulls.send('PUT', `git/${id}/merge_rules`, 'ana', 200, { ...before, requires_resolved_threads: true });
    assert.equal(at(await rules(), 'open_threads'), 'refuse');
    await pulls.send('DELETE', `git/${id}/merge_rules`, 'ana', 204);
    assert.equal(at(await pulls.get('projects/101/merge_rules'), 'is_inherited'), true);
  });

  it('choose between a commit, moving on, commits made anew and one for all', async () => {
    await set({ methods: ['fast-forward', 'rebase', 'squash'] });
    await pulls.begin('two', { 'a.txt': '1\n' }, 'main', 'One');
    await pulls.code.commit('Two', { 'b.txt': '2\n' });
    await pulls.code.push('bruno', 'two');
    await pulls.begin('behind', { 'c.txt': '3\n' }, 'main', 'Three');
    await pulls.code.commit('Four', { 'd.txt': '4\n' });
    await pulls.code.push('bruno', 'behind');
    await pulls.begin('odd', { 'e.txt': '5\n' }, 'main', 'Five');
    const [two, behind, odd] = [
      await pulls.request('two'),
      await pulls.request('behind'),
      await pulls.request('odd', 'main', 'chika'),
    ];
    assert.deepEqual(at(await pulls.show(two), 'merge_methods'), ['fast-forward', 'rebase', 'squash']);
    await merge(two, 400, 'bruno', 'merge');
    await pulls.send('PATCH', `pull_requests/${two}`, 'bruno', 400, { status: 'abandon', merge_method: 'squash' });
    await merge(two, 200);
    assert.deepEqual((await graph()).map((line) => line.split('|')[2]).slice(0, 2), ['Two', 'One']);
    await merge(behind, 400);
    await merge(behind, 200, 'chika', 'rebase');
    const [four = '', three = ''] = await graph();
    assert.match(four, /^Ada Author\|Chika.*\|Four\|[0-9a-f]{40}$/);
    assert.match(three, /\|Three\|[0-9a-f]{40}$/);
    assert.equal(at(await pulls.show(behind), 'status'), 'merge');
    await merge(odd, 200, 'bruno', 'squash');
    const [squashed = ''] = await graph();
    assert.match(squashed, /^Chika.*\|Bruno.*\|Five\|[0-9a-f]{40}$/);
    assert.equal(at(await pulls.show(odd), 'status_info.status_updater.username'), 'bruno');
    // What is merged in this way is not on the branch as it was, and is merged nevertheless.
    await pulls.send('PATCH', `pull_requests/${odd}`, 'bruno', 400, { status: 'review' });
    await pulls.begin('clashing', { 'a.txt': 'other\n' }, 'v1');
    await pulls.code.commit('Back', { 'a.txt': '1\n' });
    await pulls.code.push('bruno', 'clashing');
    const clashing = await pulls.request('clashing');
    await merge(clashing, 400, 'bruno', 'rebase');
    await pulls.send('PATCH', `pull_requests/${clashing}`, 'bruno', 200, { status: 'abandon' });
    await set({});
  });

  it('wait for approvals of what is merged, for people, and for checks', async () => {
    await pulls.catchUp();
    await pulls.begin('careful', { 'careful.txt': '1\n' });
    const pull = await pulls.request('careful');
    const head = String(at(await pulls.show(pull), 'head.id'));
    await set({ required_approvals: 1, required_reviewers: [{ username: 'chika' }], required_checks: ['tests'] });
    assert.deepEqual(await obstaclesOf(pull), ['approvals', 'reviewer', 'check']);
    await merge(pull, 400);
    await say(pull, 'bruno', 'approve', 403);
    await say(pull, 'stranger', 'approve');
    await say(pull, 'chika', 'approve', 400, 'f'.repeat(40));
    await say(pull, 'chika', 'fine', 400);
    await say(pull, 'chika', 'approve', 204, head);
    await say(pull, 'chika', 'approve', 204, head);
    assert.deepEqual(await obstaclesOf(pull), ['check']);
    const verdicts = listAt(await pulls.show(pull), 'verdicts');
    assert.deepEqual(
      verdicts.map((one) => [at(one, 'user.username'), at(one, 'counts'), at(one, 'is_current')]),
      [
        ['stranger', false, true],
        ['chika', true, true],
      ],
    );
    const report = (state: string, name?: string): Promise<unknown> =>
      pulls.send('POST', `git/${id}/statuses/careful`, 'bruno', 201, {
        state,
        ...(name === undefined ? {} : { name }),
      });
    await report('success');
    await report('failure', 'tests');
    assert.equal(at(await pulls.show(pull), 'last_build_status'), 'failure');
    await merge(pull, 400);
    await report('success', 'tests');
    assert.deepEqual(
      listAt(await pulls.get(`git/${id}/statuses/careful`)).map((one) => [at(one, 'name'), at(one, 'state')]),
      [
        ['build', 'success'],
        ['tests', 'success'],
      ],
    );
    await say(pull, 'ana', 'changes');
    assert.deepEqual(await obstaclesOf(pull), ['changes']);
    await say(pull, 'ana', 'none');
    assert.deepEqual(await obstaclesOf(pull), []);
    // What is pushed later was approved by nobody, and no check has seen it.
    await pulls.code.git('checkout', '--quiet', 'careful');
    await pulls.code.commit('More', { 'careful.txt': '2\n' });
    await pulls.code.push('bruno', 'careful');
    assert.deepEqual(await obstaclesOf(pull), ['approvals', 'reviewer', 'check']);
    await report('success', 'tests');
    await say(pull, 'chika', 'approve');
    await merge(pull, 200);
    await say(pull, 'ana', 'approve', 403);
    const events = listAt(await pulls.get(`pull_requests/${pull}/timeline?limit=50`), 'collection');
    assert.deepEqual(
      events.map((one) => at(one, 'event_type')),
      ['approve', 'approve', 'changes', 'withdraw', 'update', 'approve', 'merge'],
    );
    await set({});
  });

  it('count no approval of who pushed what is merged, and let only who may write a branch ask for it', async () => {
    await pulls.catchUp();
    await pulls.begin('hats', { 'hats.txt': '1\n' });
    const body = { repository_id: id, repository_dest_id: id, branch_src: 'hats', branch_dest: 'main' };
    await pulls.send('POST', 'pull_requests', 'stranger', 403, body);
    const pull = await pulls.request('hats', 'main', 'chika');
    await set({ required_approvals: 1 });
    await say(pull, 'bruno', 'approve');
    assert.deepEqual(await obstaclesOf(pull), ['approvals']);
    assert.equal(at(await pulls.show(pull), 'verdicts.0.counts'), false);
    await merge(pull, 400);
    await say(pull, 'ana', 'approve');
    assert.deepEqual(await obstaclesOf(pull), []);
    await merge(pull, 200);
    await set({});
  });

  it('lead from a first push to a closed task: two reviewers, lines, a script that checks, by REST and git alone', async () => {
    await pulls.catchUp();
    const rules = { required_approvals: 2, required_checks: ['tests'], requires_resolved_threads: true };
    await set({ ...rules, methods: ['squash'] });
    await pulls.send('PATCH', `git/${id}`, 'ana', 200, { allow_artifact_closure: true });
    assert.equal(at(await pulls.get('artifacts/23'), 'status'), 'In progress');
    await pulls.begin('task', { 'task.txt': 'one\ntwo\n' }, 'main', 'Do it, closes art #23');
    const pull = await pulls.request('task');
    const path = `pull_requests/${pull}`;
    const reviewers = { users: [{ username: 'ana' }, { username: 'chika' }] };
    await pulls.send('PUT', `${path}/reviewers`, 'bruno', 204, reviewers);
    const onLine = async (as: string, line: number): Promise<number> => {
      const place = { file_path: 'task.txt', unidiff_offset: line, position: 'right' };
      const body = { content: `About ${line}`, ...place };
      return Number(at(await pulls.send('POST', `${path}/inline-comments`, as, 201, body), 'id'));
    };
    const threads = [await onLine('ana', 1), await onLine('chika', 2)];
    const answer = { content: 'Done', format: 'text' };
    for (const thread of threads)
      await pulls.send('POST', `pull_request_inline_comments/${thread}/reply`, 'bruno', 200, answer);
    assert.deepEqual(await obstaclesOf(pull), ['approvals', 'check', 'threads']);
    await pulls.code.git('checkout', '--quiet', 'task');
    await pulls.code.commit('Do it better', { 'task.txt': 'one\nzwei\n' });
    await pulls.code.push('bruno', 'task');
    await merge(pull, 400);

    const token = at(await pulls.send('POST', `git/${id}/status_token`, 'ana', 201), 'token');
    const head = String(at(await pulls.show(pull), 'head.id'));
    const report = await fetch(`${pulls.test.base}/api/git/${id}/statuses/${head}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ state: 'success', name: 'tests', token: String(token) }),
    });
    assert.equal(report.status, 201, await report.text());
    for (const [index, as] of ['ana', 'chika'].entries()) {
      const resolved = `pull_request_inline_comments/${threads[index]}/resolution`;
      await pulls.send('PUT', resolved, as, 204, { is_resolved: true });
      await say(pull, as, 'approve', 204, head);
    }
    assert.deepEqual(await obstaclesOf(pull), []);
    assert.equal(at(await pulls.show(pull), 'will_close.0.artifact_id'), 23);
    await merge(pull, 200);
    pulls.test.app.jobs.start();
    await until(async () => at(await pulls.get('artifacts/23'), 'status') === 'Done');
    await pulls.test.app.jobs.stop(10_000);
    await set({});
  });

  it('let a branch be merged into that nobody pushes to, and deleted by some alone', async () => {
    await pulls.catchUp();
    const members = [{ id: '101_3' }];
    await pulls.permit(
      ['101_3'],
      [
        { pattern: 'refs/heads/main', write: [], rewind: [], merge: members },
        { pattern: 'refs/heads/kept*', write: members, rewind: members, delete: [] },
        { pattern: 'refs/heads/gone*', write: members, rewind: [], delete: members },
      ],
    );
    const shown = await pulls.get(`git/${id}/permissions`, 'ana');
    assert.equal(at(shown, 'patterns.1.pattern'), 'refs/heads/kept*');
    assert.deepEqual(at(shown, 'patterns.1.delete'), []);
    assert.equal(at(shown, 'patterns.1.merge'), undefined);
    assert.equal(at(shown, 'patterns.2.merge.0.id'), '101_3');
    await pulls.begin('guided', { 'guided.txt': '1\n' });
    const refused = await tryGit(pulls.code.folder, ['push', pulls.urlOf('bruno'), 'guided:main']);
    assert.match(refused.text, /refs\/heads\/main: you don't have permission to push to it/);
    const pull = await pulls.request('guided');
    await merge(pull, 403, 'stranger');
    await merge(pull, 200);
    await pulls.begin('kept/one', { 'kept.txt': '1\n' });
    await pulls.begin('gone/one', { 'gone.txt': '1\n' });
    const push = (...refs: string[]) => tryGit(pulls.code.folder, ['push', pulls.urlOf('bruno'), ...refs]);
    assert.match((await push(':kept/one')).text, /kept\/one: you don't have permission to delete it/);
    assert.equal((await push('+main:kept/one')).status, 0);
    assert.match((await push('+main:gone/one')).text, /gone\/one: you don't have permission to rewind it/);
    assert.equal((await push(':gone/one')).status, 0);
    await pulls.permit(['101_3']);
  });

  it('are asked again when a merge has waited: who lost the right, or an approval, meanwhile merges nothing', async () => {
    await pulls.catchUp();
    const { database } = pulls.test.app;
    const change = async (
      way: 'right' | 'rule' | 'membership',
      tx: Parameters<Parameters<typeof database.transact>[0]>[0],
    ) => {
      if (way === 'right')
        await tx
          .deleteFrom('git_permissions')
          .where('repository_id', '=', id)
          .where('permission', '=', 'write')
          .execute();
      else if (way === 'membership') {
        const { id: bruno } = await tx
          .selectFrom('users')
          .select('id')
          .where('username', '=', 'bruno')
          .executeTakeFirstOrThrow();
        await tx.deleteFrom('project_members').where('user_id', '=', bruno).execute();
      } else
        await tx
          .insertInto('repository_merge_rules')
          .values({ repository_id: id, rules_json: JSON.stringify({ ...free, required_approvals: 1 }) })
          .execute();
      await bumpSiteVersion(tx);
    };
    await pulls.send('DELETE', `git/${id}/merge_rules`, 'ana', 204);
    for (const [way, status] of [
      ['rule', 400],
      ['right', 403],
      ['membership', 403],
    ] as const) {
      await pulls.begin(`late-${way}`, { [`late-${way}.txt`]: '1\n' }, 'main');
      const pull = await pulls.request(`late-${way}`);
      const before = at(await pulls.get(`git/${id}/commits/main`), 'id');
      const held = Promise.withResolvers<void>();
      const sent = Promise.withResolvers<void>();
      const taken = database.transact(async (tx) => {
        if (testEngine === 'postgres') await sql`lock table schema_migrations in share row exclusive mode`.execute(tx);
        held.resolve();
        await sent.promise;
        await change(way, tx);
      });
      await held.promise;
      const answer = pulls.test.call(`/api/pull_requests/${pull}`, {
        method: 'PATCH',
        as: 'bruno',
        body: { status: 'merge' },
      });
      // Reading does not wait for who writes; the merge is past its first look when these are answered.
      for (let round = 0; round < 30; round += 1) await pulls.show(pull);
      sent.resolve();
      await taken;
      assert.equal((await answer).status, status, way);
      const now = await pulls.get(`pull_requests/${pull}`, 'ana');
      assert.equal(at(now, 'status'), 'review', way);
      assert.equal(at(await pulls.get(`git/${id}/commits/main`, 'ana'), 'id'), before, way);
      if (way === 'rule') await pulls.send('DELETE', `git/${id}/merge_rules`, 'ana', 204);
      if (way === 'right') await pulls.permit(['101_3']);
    }
  });
});
