// Tier: all, because it starts many programs of source control.
// Engine: both
// What is better not there when a branch is merged: open threads, reviews that are missing, approvals of an older version; and the branch
// that goes with the merge.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { skipGit } from '../../../../test/support/git-client.ts';
import { at } from '../../../../test/support/harness.ts';
import { openPulls } from '../../../../test/support/pull-requests.ts';
import type { Pulls } from '../../../../test/support/pull-requests.ts';
import { listAt } from '../../../../test/support/scenario.ts';

const free = { open_threads: 'allow', missing_reviews: 'allow', outdated_approvals: 'allow' };
/** What is said where nobody said anything. */
const asking = { open_threads: 'confirm', missing_reviews: 'confirm', outdated_approvals: 'confirm' };

describe('concerns of merging', { skip: skipGit }, () => {
  let pulls: Pulls;
  let id: number;
  const set = (concerns: object): Promise<unknown> =>
    pulls.send('PUT', `git/${id}/merge_rules`, 'ana', 200, {
      methods: ['merge'],
      required_approvals: 0,
      required_reviewers: [],
      required_checks: [],
      ...concerns,
    });
  const say = (pull: number, as: string, verdict: string): Promise<unknown> =>
    pulls.send('PUT', `pull_requests/${pull}/verdict`, as, 204, { verdict });
  /** Does something once a pull request is merged: before the reading with that number that names its branch, or before any. */
  const disturb = (
    context: TestContext,
    { pull, branch, reading = 0 }: { pull: number; branch: string; reading?: number },
    act: () => Promise<unknown>,
  ): (() => boolean) => {
    const { read } = pulls.test.app.database;
    const executor = read.getExecutor();
    const execute = executor.executeQuery.bind(executor);
    let [isDone, isBusy, readings] = [false, false, 0];
    context.mock.method(executor, 'executeQuery', async (...query: Parameters<typeof execute>) => {
      if (isDone || isBusy) return execute(...query);
      isBusy = true;
      const row = await read.selectFrom('pull_requests').select('status').where('id', '=', pull).executeTakeFirst();
      if (row?.status === 'merge') {
        if (query[0].parameters.includes(`refs/heads/${branch}`)) readings += 1;
        isDone = readings >= reading;
        if (isDone) await act();
      }
      isBusy = false;
      return execute(...query);
    });
    return () => isDone;
  };
  const mergeAndDelete = (pull: number): Promise<unknown> =>
    pulls.send('PATCH', `pull_requests/${pull}`, 'bruno', 200, { status: 'merge', delete_source_branch: true });
  before(async () => {
    pulls = await openPulls();
    ({ id } = pulls.code);
  });
  after(() => pulls.close());

  it('refuse or have confirmed what is better not there, and have the branch deleted', async () => {
    await pulls.begin('concerns', { 'concern.txt': 'one\n' }, 'main', 'Concerns');
    const pull = await pulls.request('concerns');
    const chika = { users: [{ username: 'chika' }, { username: 'ana' }] };
    await pulls.send('PUT', `pull_requests/${pull}/reviewers`, 'bruno', 204, chika);
    await say(pull, 'ana', 'approve');
    await pulls.code.commit('More', { 'concern.txt': 'two\n' });
    await pulls.code.push('bruno', 'concerns');
    await pulls.catchUp();
    const line = { content: 'Why?', file_path: 'concern.txt', unidiff_offset: 1, position: 'right' };
    await pulls.send('POST', `pull_requests/${pull}/inline-comments`, 'chika', 201, line);
    const kindsIn = async (list: string): Promise<unknown[]> =>
      listAt(await pulls.show(pull), list).map((one) => [at(one, 'kind'), at(one, 'user.username')]);
    await set(asking);
    const wanted = [
      ['threads', undefined],
      ['review', 'chika'],
      ['outdated', 'ana'],
    ];
    assert.deepEqual(await kindsIn('merge_warnings'), wanted);
    assert.deepEqual(await kindsIn('merge_obstacles'), []);
    const send = (status: number, more: object, as = 'bruno'): Promise<unknown> =>
      pulls.send('PATCH', `pull_requests/${pull}`, as, status, { status: 'merge', ...more });
    const unconfirmed = JSON.stringify(await send(400, { confirmed: ['threads', 'review'] }));
    assert.match(unconfirmed, /confirmed.*approved it before the last push/);
    await send(400, { confirmed: ['weather'] });
    await pulls.send('PATCH', `pull_requests/${pull}`, 'bruno', 400, { status: 'abandon', confirmed: [] });
    await set({ ...free, missing_reviews: 'refuse' });
    assert.deepEqual(await kindsIn('merge_obstacles'), [['review', 'chika']]);
    assert.match(JSON.stringify(await send(400, { confirmed: ['review'] })), /the requested review of user/);
    await say(pull, 'chika', 'changes');
    assert.deepEqual(await kindsIn('merge_obstacles'), []);
    await set(asking);
    // Who merges may delete the branch, where nothing else needs it.
    assert.deepEqual(at(await pulls.show(pull), 'source_branch'), { exists: true, user_can_delete: true });
    await pulls.begin('upon-concerns', { 'upon.txt': 'one\n' }, 'concerns', 'Upon');
    const upon = await pulls.request('upon-concerns', 'concerns');
    const all = { confirmed: ['threads', 'outdated'], delete_source_branch: true };
    assert.match(JSON.stringify(await send(400, all)), new RegExp(`pull request ${upon} also needs the branch`));
    await pulls.send('PATCH', `pull_requests/${upon}`, 'bruno', 200, { status: 'abandon' });
    const merged = await send(200, all);
    assert.deepEqual([at(merged, 'status'), at(merged, 'source_branch.exists')], ['merge', false]);
    assert.deepEqual(listAt(merged, 'merge_warnings'), []);
    const branches = listAt(await pulls.get(`git/${id}/branches?limit=50`)).map((one) => at(one, 'name'));
    assert.equal(branches.includes('concerns'), false);
  });

  it('are asked of clients that know of them alone', async () => {
    await pulls.begin('asked', { 'asked.txt': 'one\n' }, 'main', 'Asked');
    const pull = await pulls.request('asked');
    await pulls.send('PUT', `pull_requests/${pull}/reviewers`, 'bruno', 204, { users: [{ username: 'chika' }] });
    await pulls.send('PATCH', `pull_requests/${pull}`, 'bruno', 200, { status: 'merge' });
    assert.deepEqual(at(await pulls.show(pull), 'source_branch'), { exists: true, user_can_delete: true });
  });

  it('merge although the right to delete the branch is gone meanwhile', async (context) => {
    await set(free);
    await pulls.begin('kept', { 'kept.txt': 'one\n' }, 'main', 'Kept');
    const pull = await pulls.request('kept');
    const isDone = disturb(context, { pull, branch: 'kept' }, () => pulls.permit(['101_4']));
    const merged = await mergeAndDelete(pull);
    context.mock.restoreAll();
    assert.ok(isDone());
    assert.deepEqual([at(merged, 'status'), at(merged, 'source_branch.exists')], ['merge', true]);
    await pulls.permit(['101_3']);
  });

  it('leave a branch that another pull request needs by then', async (context) => {
    await pulls.begin('aside', { 'aside.txt': 'one\n' }, 'main', 'Aside');
    await pulls.begin('needed', { 'needed.txt': 'one\n' }, 'main', 'Needed');
    const pull = await pulls.request('needed');
    let other = 0;
    const ask = async (): Promise<void> => void (other = await pulls.request('needed', 'aside', 'ana'));
    disturb(context, { pull, branch: 'needed' }, ask);
    const merged = await mergeAndDelete(pull);
    context.mock.restoreAll();
    assert.deepEqual([at(merged, 'status'), at(merged, 'source_branch.exists')], ['merge', true]);
    assert.equal(at(await pulls.show(other), 'status'), 'review');
  });

  it('leave a branch to which something is pushed at the same moment', async (context) => {
    await pulls.begin('raced', { 'raced.txt': 'one\n' }, 'main', 'Raced');
    const pull = await pulls.request('raced');
    const isDone = disturb(context, { pull, branch: 'raced', reading: 2 }, async () => {
      await pulls.code.commit('Late', { 'raced.txt': 'late\n' });
      await pulls.code.push('bruno', 'raced');
    });
    const merged = await mergeAndDelete(pull);
    context.mock.restoreAll();
    assert.ok(isDone());
    assert.deepEqual([at(merged, 'status'), at(merged, 'source_branch.exists')], ['merge', true]);
    assert.equal(at(await pulls.get(`git/${id}/commits/raced`), 'title'), 'Late');
  });
});
