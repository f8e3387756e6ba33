// Tier: all, because it starts many programs of source control.
// Comments on several lines, and suggestions in them that are applied as a commit, over REST and the real git client.
// Engine: SQLite alone; its neighbours ask PostgreSQL all that this does.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { skipGit } from '../support/git-client.ts';
import { at } from '../support/harness.ts';
import { openPulls } from '../support/pull-requests.ts';
import type { Pulls } from '../support/pull-requests.ts';
import { listAt } from '../support/scenario.ts';

const suggest = (...lines: string[]): string => ['Better:', '```suggestion', ...lines, '```'].join('\n');

describe('suggestions of pull requests', { skip: skipGit }, () => {
  let pulls: Pulls;
  before(async () => {
    pulls = await openPulls();
  });
  after(() => pulls.close());

  const poem = (...lines: string[]): string => lines.map((line) => `${line}\n`).join('');
  const open = async (branch: string, files: Record<string, string>): Promise<number> => {
    await pulls.begin(branch, files);
    return pulls.request(branch);
  };
  const comment = async (id: number, path: string, [first, last]: [number, number], content: string, more = {}) =>
    pulls.send('POST', `pull_requests/${id}/inline-comments`, 'chika', 201, {
      content,
      file_path: path,
      first_unidiff_offset: first,
      unidiff_offset: last,
      position: 'right',
      ...more,
    });
  const apply = (id: number, suggestions: object[], status: number, as = 'bruno', more = {}) =>
    pulls.send('POST', `pull_requests/${id}/suggestions`, as, status, { suggestions, ...more });
  const readFile = async (branch: string, path: string): Promise<string> => {
    await pulls.code.git('fetch', '--quiet', pulls.urlOf('bruno'), `+refs/heads/${branch}:refs/remotes/o/${branch}`);
    return pulls.code.git('show', `refs/remotes/o/${branch}:${path}`);
  };
  const inlineOf = async (id: number, path: string): Promise<readonly unknown[]> =>
    listAt(await pulls.get(`pull_requests/${id}/file_diff?path=${path}`), 'inline_comments');

  it('are about ranges of lines, which move with their lines', async () => {
    const lines = ['one', 'two', 'three', 'four', 'five'];
    const id = await open('ranges', { 'poem.txt': poem(...lines) });
    const said = await comment(id, 'poem.txt', [2, 4], 'These');
    assert.deepEqual(
      [at(said, 'first_unidiff_offset'), at(said, 'unidiff_offset'), at(said, 'is_outdated'), at(said, 'suggestions')],
      [2, 4, false, []],
    );
    const single = await pulls.send('POST', `pull_requests/${id}/inline-comments`, 'chika', 201, {
      content: 'One',
      file_path: 'poem.txt',
      unidiff_offset: 5,
      position: 'right',
    });
    assert.deepEqual([at(single, 'first_unidiff_offset'), at(single, 'unidiff_offset')], [5, 5]);
    for (const [first, last] of [
      [4, 2],
      [0, 2],
      [99, 2],
    ] as const) {
      const refused = await pulls.send('POST', `pull_requests/${id}/inline-comments`, 'chika', 400, {
        content: 'x',
        file_path: 'poem.txt',
        first_unidiff_offset: first,
        unidiff_offset: last,
        position: 'right',
      });
      assert.match(JSON.stringify(refused), /first_unidiff_offset/);
    }
    await pulls.code.commit('Begin with a title', { 'poem.txt': poem('title', ...lines) });
    await pulls.code.push('bruno', 'ranges');
    const moved = (await inlineOf(id, 'poem.txt'))[0];
    assert.deepEqual(
      [at(moved, 'first_unidiff_offset'), at(moved, 'unidiff_offset'), at(moved, 'is_outdated')],
      [3, 5, false],
    );
    // A line between the ends is another one: the comment stays where its ends are.
    await pulls.code.commit('Change three', { 'poem.txt': poem('title', 'one', 'two', 'THREE', 'four', 'five') });
    await pulls.code.push('bruno', 'ranges');
    assert.equal(at((await inlineOf(id, 'poem.txt'))[0], 'is_outdated'), false);
    await pulls.code.commit('Drop two', { 'poem.txt': poem('title', 'one', 'THREE', 'four', 'five') });
    await pulls.code.push('bruno', 'ranges');
    assert.equal(at((await inlineOf(id, 'poem.txt'))[0], 'is_outdated'), true);
  });

  it('are not applied where the project has no room', async () => {
    const id = await open('full', { 'full.txt': poem('one', 'two') });
    const said = await comment(id, 'full.txt', [1, 1], suggest('ONE'));
    const allow = (repositories: number | null) =>
      pulls.send('PUT', 'projects/101/quotas', 'root', 200, { attachments: null, repositories });
    const wanted = [{ comment_id: Number(at(said, 'id')) }];
    await allow(1);
    assert.match(JSON.stringify(await apply(id, wanted, 413)), /of the 1 bytes allowed/);
    assert.equal(await readFile('full', 'full.txt'), poem('one', 'two'));
    await allow(null);
    await apply(id, wanted, 201);
    await pulls.send('PATCH', `pull_requests/${id}`, 'bruno', 200, { status: 'abandon' });
  });

  it('name no address that nothing proves', async () => {
    const id = await open('unproven', { 'unproven.txt': poem('one', 'two') });
    const said = await comment(id, 'unproven.txt', [1, 1], suggest('ONE'));
    const { database, features } = pulls.test.app;
    const prove = async (isProven: 0 | 1): Promise<void> => {
      await database.transact((tx) =>
        tx.updateTable('users').set({ is_email_proven: isProven }).where('username', '=', 'bruno').execute(),
      );
      // Ends the version of the site that accounts are cached for.
      await features.site.changeSetting('session_lifetime', '14');
    };
    await prove(0);
    await apply(id, [{ comment_id: Number(at(said, 'id')) }], 201);
    const [top] = listAt(await pulls.get(`pull_requests/${id}/commits?limit=1`));
    assert.deepEqual([at(top, 'author_name'), at(top, 'author_email')], ['Bruno Adeyemi', '']);
    await prove(1);
    await pulls.send('PATCH', `pull_requests/${id}`, 'bruno', 200, { status: 'abandon' });
  });

  it('name lines of one version', async () => {
    const path = 'src/main.ts';
    const id = await pulls.request('topic');
    const lines = listAt(await pulls.get(`pull_requests/${id}/file_diff?path=${path}`), 'lines');
    const removed = lines.findIndex((line) => at(line, 'new_offset') === null) + 1;
    const added = lines.findIndex((line) => at(line, 'old_offset') === null) + 1;
    assert.ok(removed > 0 && added > removed);
    await pulls.send('POST', `pull_requests/${id}/inline-comments`, 'chika', 400, {
      content: 'x',
      file_path: path,
      first_unidiff_offset: removed,
      unidiff_offset: added,
      position: 'right',
    });
    // What is removed is no longer there for a suggestion.
    const said = await comment(id, path, [removed, removed], suggest('x'), { position: 'left' });
    assert.deepEqual(at(said, 'suggestions'), []);
    const refused = await apply(id, [{ comment_id: Number(at(said, 'id')) }], 400);
    assert.match(JSON.stringify(refused), /has no suggestion/);
    await pulls.send('PATCH', `pull_requests/${id}`, 'bruno', 200, { status: 'abandon' });
  });

  it('are applied, several as one commit, and refused once they are outdated', async () => {
    const id = await open('apply', {
      'a.txt': poem('one', 'two', 'three', 'four', 'five'),
      'deep/er/b.txt': 'eins\r\nzwei',
    });
    const ids: number[] = [];
    for (const [path, range, text] of [
      ['a.txt', [2, 3], suggest('TWO', 'and', 'THREE')],
      ['a.txt', [5, 5], suggest()],
      ['deep/er/b.txt', [1, 1], suggest('EINS', 'ANDERTHALB')],
      ['a.txt', [3, 3], suggest('third')],
    ] as const) {
      const said = await comment(id, path, [range[0], range[1]], text);
      assert.equal(at(said, 'suggestions.0.state'), 'open');
      ids.push(Number(at(said, 'id')));
    }
    const [first = 0, second = 0, third = 0, fourth = 0] = ids;
    // An answer has the lines of what it answers, and may suggest more than one thing.
    const answer = await pulls.send('POST', `pull_request_inline_comments/${first}/reply`, 'ana', 200, {
      content: `${suggest('x')}\n${suggest('y', 'z')}`,
      format: 'commonmark',
    });
    assert.deepEqual(
      listAt(answer, 'suggestions').map((one) => at(one, 'lines')),
      [['x'], ['y', 'z']],
    );
    const head = at(await pulls.show(id), 'head.id');
    assert.equal(at(await pulls.show(id), 'user_can_apply_suggestions'), true);
    assert.equal(at(await pulls.get(`pull_requests/${id}`, 'stranger'), 'user_can_apply_suggestions'), false);
    await apply(id, [{ comment_id: first }], 403, 'stranger');
    await apply(id, [], 400);
    await apply(id, [{ comment_id: 9999 }], 400);
    await apply(id, [{ comment_id: first, number: 2 }], 400);
    assert.match(
      JSON.stringify(await apply(id, [{ comment_id: first }, { comment_id: fourth }], 400)),
      /same lines of \\"a.txt\\" twice/,
    );
    assert.equal(at(await pulls.show(id), 'head.id'), head);

    const chosen = [first, second, third].map((one) => ({ comment_id: one }));
    const applied = await apply(id, chosen, 201);
    const commit = String(at(applied, 'commit_id'));
    assert.equal(await readFile('apply', 'a.txt'), poem('one', 'TWO', 'and', 'THREE', 'four'));
    assert.equal(await readFile('apply', 'deep/er/b.txt'), 'EINS\r\nANDERTHALB\r\nzwei');
    const shown = await pulls.show(id);
    assert.equal(at(shown, 'head.id'), commit);
    assert.equal((await pulls.code.git('rev-parse', 'refs/remotes/o/apply~1')).trim(), head);
    const message = await pulls.code.git('log', '-1', '--format=%an%n%B', 'refs/remotes/o/apply');
    assert.match(message, /^Bruno.*\nApply 3 suggestions to 2 files\n\nPull request \d+\n\nSuggested-by: .*\(chika\)/);
    const entries = listAt(await pulls.get(`pull_requests/${id}/timeline?limit=50`), 'collection');
    assert.ok(entries.some((entry) => at(entry, 'event_type') === 'update'));

    const said = [...(await inlineOf(id, 'a.txt')), ...(await inlineOf(id, 'deep/er/b.txt'))];
    const stateOf = (one: number): unknown =>
      at(
        said.find((entry) => at(entry, 'id') === one),
        'suggestions.0',
      );
    assert.deepEqual([at(stateOf(first), 'state'), at(stateOf(first), 'commit_id')], ['applied', commit]);
    assert.deepEqual([at(stateOf(fourth), 'state'), at(stateOf(fourth), 'commit_id')], ['outdated', null]);
    assert.match(JSON.stringify(await apply(id, [{ comment_id: first }], 409)), /already applied/);
    assert.match(JSON.stringify(await apply(id, [{ comment_id: fourth }], 409)), /outdated/);
    // Of an answer: its lines are gone, too.
    await apply(id, [{ comment_id: Number(at(answer, 'id')), number: 2 }], 409);
  });

  it('follow their lines, and are refused where a line between is another', async () => {
    const id = await open('follow', { 'f.txt': poem('one', 'two', 'three', 'four') });
    const said = await comment(id, 'f.txt', [2, 4], suggest('rest'));
    const other = await comment(id, 'f.txt', [1, 1], suggest('ONE'));
    await pulls.code.commit('Title', { 'f.txt': poem('title', 'one', 'two', 'three', 'four') });
    await pulls.code.push('bruno', 'follow');
    await apply(id, [{ comment_id: Number(at(other, 'id')) }], 201, 'bruno', { message: 'Shout' });
    assert.equal(await readFile('follow', 'f.txt'), poem('title', 'ONE', 'two', 'three', 'four'));
    assert.match(await pulls.code.git('log', '-1', '--format=%B', 'refs/remotes/o/follow'), /^Shout\n\nSuggested-by/);
    await pulls.code.git('checkout', '--quiet', '-B', 'follow', 'refs/remotes/o/follow');
    await pulls.code.commit('Three', { 'f.txt': poem('title', 'ONE', 'two', '3', 'four') });
    await pulls.code.push('bruno', 'follow');
    const [range] = (await inlineOf(id, 'f.txt')).filter((entry) => at(entry, 'id') === at(said, 'id'));
    assert.deepEqual([at(range, 'is_outdated'), at(range, 'suggestions.0.state')], [false, 'outdated']);
    await apply(id, [{ comment_id: Number(at(said, 'id')) }], 409);
    const same = await comment(id, 'f.txt', [1, 1], suggest('title'));
    await apply(id, [{ comment_id: Number(at(same, 'id')) }], 400);
  });

  it('are applied by nobody to a protected branch, nor to what is closed', async () => {
    const id = await open('held', { 'h.txt': poem('one') });
    const said = await comment(id, 'h.txt', [1, 1], suggest('ONE'));
    const wanted = [{ comment_id: Number(at(said, 'id')) }];
    await pulls.permit(['101_3'], [{ pattern: 'refs/heads/held', write: [], rewind: [] }]);
    await apply(id, wanted, 403);
    await pulls.permit(['101_3']);
    await pulls.send('PATCH', `pull_requests/${id}`, 'bruno', 200, { status: 'abandon' });
    await apply(id, wanted, 409);
    assert.equal(await readFile('held', 'h.txt'), poem('one'));
  });

  it('end in one commit where two apply them at the same moment', async () => {
    const id = await open('race', { 'r.txt': poem('one', 'two', 'three') });
    const ids: number[] = [];
    for (const line of [1, 3]) ids.push(Number(at(await comment(id, 'r.txt', [line, line], suggest('x')), 'id')));
    const answers = await Promise.all(
      ids.map((one) =>
        pulls.test.call(`/api/pull_requests/${id}/suggestions`, {
          method: 'POST',
          as: 'bruno',
          body: { suggestions: [{ comment_id: one }] },
        }),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort((a, b) => a - b);
    assert.ok([`201,201`, `201,409`].includes(String(statuses)), String(statuses));
    const changed = (await readFile('race', 'r.txt')).split('\n').filter((line) => line === 'x').length;
    assert.equal(changed, statuses.filter((status) => status === 201).length);
  });
});
