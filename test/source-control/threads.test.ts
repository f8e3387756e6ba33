// Threads of comments on pull requests: who resolves them and opens them again, and merges that wait for it.
// Engine: SQLite alone; others ask PostgreSQL all that this does.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { settleEvents } from '../../src/platform/events/index.ts';
import { skipGit } from '../support/git-client.ts';
import { at } from '../support/harness.ts';
import { openPulls } from '../support/pull-requests.ts';
import type { Pulls } from '../support/pull-requests.ts';
import { listAt } from '../support/scenario.ts';

describe('threads of a pull request', { skip: skipGit }, () => {
  let pulls: Pulls;
  let pull: number;
  const resolve = (path: string, as: string, status: number, isResolved = true): Promise<unknown> =>
    pulls.send('PUT', `${path}/resolution`, as, status, { is_resolved: isResolved });
  const timeline = async (): Promise<readonly unknown[]> =>
    listAt(await pulls.get(`pull_requests/${pull}/timeline?limit=50`), 'collection');
  const sayOnLine = async (as: string): Promise<string> => {
    const comment = await pulls.send('POST', `pull_requests/${pull}/inline-comments`, as, 201, {
      content: 'Why?',
      file_path: 'verse.txt',
      unidiff_offset: 1,
      position: 'right',
    });
    return `pull_request_inline_comments/${Number(at(comment, 'id'))}`;
  };

  before(async () => {
    pulls = await openPulls();
    // Chika reads and talks; Bruno alone writes, and so merges.
    await pulls.begin('verse', { 'verse.txt': 'one\ntwo\n' });
    pull = await pulls.request('verse', 'main', 'bruno');
    await pulls.permit(['101_4']);
  });
  after(() => pulls.close());

  it('are resolved and opened again by who began them, made the pull request or may merge it', async () => {
    const said = await pulls.send('POST', `pull_requests/${pull}/comments`, 'chika', 201, { content: 'Hm' });
    assert.equal(at(said, 'resolution'), null);
    const plain = `pull_request_comments/${Number(at(said, 'id'))}`;
    const answer = { content: 'So?', parent_id: at(said, 'id') };
    const answered = await pulls.send('POST', `pull_requests/${pull}/comments`, 'bruno', 201, answer);
    const onLine = await sayOnLine('chika');
    for (const thread of [plain, onLine]) {
      const first = async (): Promise<unknown> => {
        const id = Number(thread.split('/')[1]);
        const isOnLine = thread === onLine;
        return (await timeline()).find((one) => at(one, 'id') === id && 'file_path' in Object(one) === isOnLine);
      };
      const resolver = async (): Promise<unknown> => at(await first(), 'resolution.user.username');
      await resolve(thread, 'stranger', 403);
      assert.equal(at(await first(), 'resolution'), null);
      await resolve(thread, 'chika', 204);
      assert.equal(await resolver(), 'chika');
      // It stays as it is, with who made it so.
      await resolve(thread, 'bruno', 204);
      assert.equal(await resolver(), 'chika');
      await resolve(thread, 'bruno', 204, false);
      assert.equal(at(await first(), 'resolution'), null);
      await resolve(thread, 'ana', 204);
      assert.equal(await resolver(), 'ana');
      await resolve(thread, 'ana', 204, false);
      await pulls.send('PUT', `${thread}/resolution`, 'bruno', 400, {});
      await pulls.send('PUT', `${thread}/resolution`, 'bruno', 400, { is_resolved: true, other: 1 });
    }
    await resolve(`pull_request_comments/${Number(at(answered, 'id'))}`, 'bruno', 400);
    await resolve('pull_request_comments/999', 'bruno', 404);
    const file = await pulls.get(`pull_requests/${pull}/file_diff?path=verse.txt`);
    assert.equal(at(file, 'inline_comments.0.resolution'), null);
  });

  it('are written as who writes prefers, where they say nothing of it', async () => {
    const formatOf = async (path: string, body: object): Promise<unknown> =>
      at(await pulls.send('POST', `pull_requests/${pull}/${path}`, 'chika', 201, body), 'format');
    const said = { content: '*Hm*' };
    const onLine = { ...said, file_path: 'verse.txt', unidiff_offset: 2, position: 'right' };
    const self = at(await pulls.get('users/self', 'chika'), 'id');
    for (const [preferred, format] of [
      ['text', 'text'],
      ['html', 'commonmark'],
      ['commonmark', 'commonmark'],
    ]) {
      const preference = { key: 'user_edition_default_format', value: preferred };
      await pulls.send('PATCH', `users/${Number(self)}/preferences`, 'chika', 200, preference);
      assert.equal(await formatOf('comments', said), format);
      assert.equal(await formatOf('inline-comments', onLine), format);
      assert.equal(await formatOf('comments', { ...said, format: 'text' }), 'text');
    }
  });

  it('leave events, and no entry of the timeline', async () => {
    const before = (await timeline()).length;
    const thread = await sayOnLine('chika');
    await resolve(thread, 'chika', 204);
    await resolve(thread, 'chika', 204, false);
    await resolve(thread, 'chika', 204);
    assert.equal((await timeline()).length, before + 1);
    await settleEvents(pulls.test.app.database);
    const rows = await pulls.test.app.database.read
      .selectFrom('events')
      .select('kind')
      .where('kind', 'like', 'pull-request-thread-%')
      .orderBy('id', 'desc')
      .limit(3)
      .execute();
    assert.deepEqual(
      rows.map(({ kind }) => kind),
      ['resolved', 'reopened', 'resolved'].map((kind) => `pull-request-thread-${kind}`),
    );
  });

  it('may have to be resolved before the merge', async () => {
    await pulls.send('PUT', `git/${pulls.code.id}/merge_rules`, 'ana', 200, {
      methods: ['merge'],
      required_approvals: 0,
      required_reviewers: [],
      required_checks: [],
      requires_resolved_threads: true,
    });
    assert.equal(at(await pulls.get(`git/${pulls.code.id}/merge_rules`), 'requires_resolved_threads'), true);
    const open = await sayOnLine('chika');
    const obstacles = async (): Promise<readonly unknown[]> => listAt(await pulls.show(pull), 'merge_obstacles');
    const threads = (await obstacles()).find((one) => at(one, 'kind') === 'threads');
    assert.equal(at(threads, 'count'), 5);
    const refused = await pulls.send('PATCH', `pull_requests/${pull}`, 'ana', 400, { status: 'merge' });
    assert.match(JSON.stringify(refused), /5 threads are unresolved/);
    for (const entry of await timeline())
      if ('file_path' in Object(entry) && at(entry, 'resolution') === null)
        await resolve(`pull_request_inline_comments/${Number(at(entry, 'id'))}`, 'bruno', 204);
    assert.deepEqual(await obstacles(), []);
    // An answer is no new thread.
    await pulls.send('POST', `${open}/reply`, 'chika', 200, { content: 'Thanks', format: 'commonmark' });
    await pulls.send('PATCH', `pull_requests/${pull}`, 'ana', 200, { status: 'merge' });
    await resolve(open, 'chika', 204, false);
    assert.equal(at(await pulls.show(pull), 'status'), 'merge');
  });
});
