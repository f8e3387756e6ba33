// Engine: both
// Pull requests over REST, with branches that the real git client pushes.
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { runGit, skipGit, tryGit } from '../support/git-client.ts';
import { at } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { openPulls } from '../support/pull-requests.ts';
import type { Pulls } from '../support/pull-requests.ts';
import type { SampleCode } from '../support/sample-code.ts';
import { expectRow, listAt } from '../support/scenario.ts';
import type { Row } from '../support/scenario.ts';

describe('pull requests', { skip: skipGit }, () => {
  let pulls: Pulls;
  let test: TestApp;
  let code: SampleCode;
  const hash = async (ref: string): Promise<string> => (await code.git('rev-parse', ref)).trim();
  const send: Pulls['send'] = (...call) => pulls.send(...call);
  const get: Pulls['get'] = (...call) => pulls.get(...call);
  const show: Pulls['show'] = (id) => pulls.show(id);
  const begin: Pulls['begin'] = (...wish) => pulls.begin(...wish);
  const request: Pulls['request'] = (...wish) => pulls.request(...wish);
  const permit: Pulls['permit'] = (...rights) => pulls.permit(...rights);
  const catchUp: Pulls['catchUp'] = () => pulls.catchUp();
  const urlOf: Pulls['urlOf'] = (as) => pulls.urlOf(as);

  before(async () => {
    pulls = await openPulls();
    ({ test, code } = pulls);
    await send('PATCH', `git/${code.id}`, 'ana', 200, { allow_artifact_closure: true });
  });
  after(() => pulls.close());

  it('refuses what can not be asked for', async () => {
    const wanted = { repository_id: code.id, repository_dest_id: code.id, branch_src: 'topic', branch_dest: 'main' };
    const rows: [change: object, as: string, status: number][] = [
      [{ branch_src: 'nowhere' }, 'bruno', 400],
      [{ branch_dest: 'nowhere' }, 'bruno', 400],
      [{ branch_dest: 'topic' }, 'bruno', 400],
      [{ branch_src: 'v1' }, 'bruno', 400],
      [{ repository_id: 999, repository_dest_id: 999 }, 'bruno', 404],
      [{ repository_dest_id: 999 }, 'bruno', 404],
      [{ other: 1 }, 'bruno', 400],
    ];
    for (const [change, as, status] of rows) await send('POST', 'pull_requests', as, status, { ...wanted, ...change });
    assert.equal((await test.call('/api/pull_requests', { method: 'POST', body: wanted })).status, 401);
    await get('pull_requests/999', 'bruno', 404);
    await get('git/999/pull_requests', 'bruno', 404);
    await send('PATCH', 'pull_requests/999', 'bruno', 400, { title: 't', description: 'd' });
    await send('PATCH', 'pull_requests/999', 'bruno', 404, { title: 't' });
  });

  it('is made, described, listed, reviewed and talked about', async () => {
    const id = await request('topic');
    await send('POST', 'pull_requests', 'bruno', 400, {
      repository_id: code.id,
      repository_dest_id: code.id,
      branch_src: 'topic',
      branch_dest: 'main',
    });
    const oneOpen = { opened_pull_requests: 1 };
    assert.deepEqual(at(await get(`git/${code.id}`, 'stranger'), 'additional_information'), oneOpen);
    assert.deepEqual(at(await get('projects/101/git'), 'repositories.0.additional_information'), oneOpen);
    const made = await show(id);
    assert.equal(at(made, 'title'), 'Greet by a nicer name');
    assert.equal(at(made, 'merge_status'), 'no_fastforward');
    assert.deepEqual(at(made, 'short_stat'), { files_changed: 1, lines_added: 1, lines_removed: 1 });
    assert.equal(at(made, 'head.id'), await hash('topic'));
    assert.equal(at(made, 'last_build_status'), 'unknown');
    assert.equal(at(made, 'status_info'), null);
    await send('POST', `git/${code.id}/statuses/topic`, 'bruno', 201, { state: 'success' });
    assert.equal(at(await show(id), 'last_build_status'), 'success');
    await send('PATCH', `pull_requests/${id}`, 'bruno', 400, { title: 'x', description: 'y' });
    await send('PATCH', `pull_requests/${id}`, 'bruno', 400, { title: ' ' });
    await send('PATCH', `pull_requests/${id}`, 'bruno', 400, { status: 'merge', title: 'x' });
    await send('PATCH', `pull_requests/${id}`, 'bruno', 400, { status: 'other' });
    await send('PATCH', `pull_requests/${id}`, 'stranger', 403, { title: 'x' });
    const ticket = { keyword: 'ticket', link: 'https://help.example.org/$projectname?id=$1' };
    await send('POST', 'projects/101/reference_patterns', 'ana', 201, ticket);
    const text = { title: 'A <b>name</b>', description: 'See art #17, Ticket #12', description_format: 'commonmark' };
    const edited = await send('PATCH', `pull_requests/${id}`, 'bruno', 200, text);
    assert.deepEqual([at(edited, 'title'), at(edited, 'raw_title')], ['A &lt;b&gt;name&lt;/b&gt;', 'A <b>name</b>']);
    assert.match(String(at(edited, 'post_processed_description')), /<a href="[^"]*key=art&amp;val=17/);
    const toTicket = /<a href="https:\/\/help\.example\.org\/meadow-scrum\?id=12"/;
    assert.match(String(at(edited, 'post_processed_description')), toTicket);

    await send('PUT', `pull_requests/${id}/reviewers`, 'stranger', 403, { users: [] });
    await send('PUT', `pull_requests/${id}/reviewers`, 'bruno', 400, { users: [{ username: 'nobody-here' }] });
    await send('PUT', `pull_requests/${id}/reviewers`, 'bruno', 204, { users: [{ username: 'chika' }] });
    assert.equal(at(await get(`pull_requests/${id}/reviewers`), 'users.0.username'), 'chika');

    const told = async (): Promise<unknown> =>
      listAt(await get('projects/101/notification_rules', 'ana')).find((one) => at(one, 'kind') === 'git');
    const names = (thing: unknown): unknown[] => listAt(thing, 'rules.0.users').map((one) => at(one, 'username'));
    const wanted = { id: code.id, extent: 'involved', choices: { all: 0, involved: 0, status: 0, none: 0 } };
    assert.partialDeepStrictEqual(await told(), wanted);
    assert.deepEqual(names(await told()), ['bruno', 'chika']);
    const choose = (value: string): Promise<unknown> =>
      send('PATCH', 'users/self/preferences', 'chika', 200, { key: 'user_notifications_pull_requests', value });
    await choose('0');
    assert.equal(at(await told(), 'choices.none'), 1);
    assert.deepEqual(names(await told()), ['bruno']);
    await choose('1');
    const comment = await send('POST', `pull_requests/${id}/comments`, 'chika', 201, {
      content: 'Template<T>',
      format: 'text',
    });
    assert.deepEqual(
      [at(comment, 'content'), at(comment, 'raw_content'), at(comment, 'parent_id')],
      ['Template&lt;T&gt;', 'Template<T>', 0],
    );
    const answer = { content: 'Yes', parent_id: Number(at(comment, 'id')) };
    const answered = await send('POST', `pull_requests/${id}/comments`, 'bruno', 201, answer);
    await send('POST', `pull_requests/${id}/comments`, 'bruno', 400, {
      content: 'x',
      parent_id: Number(at(answered, 'id')),
    });
    await send('POST', `pull_requests/${id}/comments`, 'bruno', 404, { content: 'x', parent_id: 999 });
    await send('PATCH', `pull_request_comments/${Number(at(comment, 'id'))}`, 'chika', 403, { content: 'x' });
    await send('PATCH', `pull_request_comments/${Number(at(answered, 'id'))}`, 'chika', 403, { content: 'x' });
    const rewritten = await send('PATCH', `pull_request_comments/${Number(at(answered, 'id'))}`, 'bruno', 200, {
      content: '**No**, ticket #12',
    });
    assert.notEqual(at(rewritten, 'last_edition_date'), null);
    assert.match(String(at(rewritten, 'post_processed_content')), /<strong>No/);
    assert.match(String(at(rewritten, 'post_processed_content')), toTicket);
    assert.notEqual(at(await get(`pull_requests/${id}/comments?order=desc`), '1.color'), '');

    const kinds = listAt(await get(`pull_requests/${id}/timeline`), 'collection').map((one) => at(one, 'type'));
    assert.deepEqual(kinds, ['reviewer-change', 'comment', 'comment']);
    const lists: [query: object, size: number][] = [
      [{}, 1],
      [{ status: 'open', authors: [{ id: Number(at(made, 'user_id')) }], search: [{ keyword: 'NAME' }] }, 1],
      [{ status: 'closed' }, 0],
      [{ target_branches: [{ name: 'topic' }] }, 0],
      [{ source_branches: [{ name: 'topic' }] }, 1],
      [{ source_branches: [{ name: 'main' }] }, 0],
      [{ search: [{ keyword: '%' }] }, 0],
      [{ related_to: [{ id: Number(at(comment, 'user.id')) }] }, 1],
      [{ reviewers: [{ id: Number(at(made, 'user_id')) }] }, 0],
    ];
    for (const [query, size] of lists) {
      const found = await get(`git/${code.id}/pull_requests?query=${encodeURIComponent(JSON.stringify(query))}`);
      assert.equal(at(found, 'total_size'), size, JSON.stringify(query));
    }
    for (const query of ['{"status":"x"}', '{"x":1}', '{"authors":1}', '{"authors":[{"id":1},{"id":2}]}'])
      await get(`git/${code.id}/pull_requests?query=${encodeURIComponent(query)}`, 'bruno', 400);
    assert.equal(at(await get(`git/${code.id}/pull_requests_authors`), '0.username'), 'bruno');
    assert.equal(at(await get(`git/${code.id}/pull_requests_reviewers`), '0.username'), 'chika');
    assert.deepEqual(await get(`pull_requests/${id}/files`), [
      { path: 'src/main.ts', status: 'M', lines_added: '1', lines_removed: '1' },
    ]);
    assert.equal(at(await get(`pull_requests/${id}/commits`), '0.title'), 'Greet by a nicer name');
  });

  it('says what can not be asked for, and who can not review', async () => {
    await begin('asked', { 'asked.txt': '1\n' });
    const wish = { repository_id: code.id, repository_dest_id: code.id, branch_src: 'asked', branch_dest: 'main' };
    const rows: [change: object, as: string, status: number][] = [
      [{ repository_id: 999_999 }, 'bruno', 404],
      [{ repository_dest_id: 999_999 }, 'bruno', 404],
      [{ branch_src: 'nowhere' }, 'bruno', 400],
      [{ branch_dest: 'nowhere' }, 'bruno', 400],
      [{ branch_dest: 'asked' }, 'bruno', 400],
      [{ branch_src: 'main', branch_dest: 'asked' }, 'bruno', 400],
      [{ branch_src: 7 }, 'bruno', 400],
    ];
    for (const [change, as, status] of rows) await send('POST', 'pull_requests', as, status, { ...wish, ...change });
    await expectRow(test, { method: 'POST', path: '/api/pull_requests', body: wish, status: 401 });
    const id = await request('asked');
    const setReviewers = (status: number, ...users: object[]): Promise<unknown> =>
      send('PUT', `pull_requests/${id}/reviewers`, 'bruno', status, { users });
    const names = async (): Promise<unknown[]> =>
      listAt(await get(`pull_requests/${id}/reviewers`), 'users').map((user) => at(user, 'username'));
    const { email } = await test.app.database.read
      .selectFrom('users')
      .select('email')
      .where('username', '=', 'chika')
      .executeTakeFirstOrThrow();
    await setReviewers(204, { email: email.toUpperCase() }, { username: 'ana' }, { username: 'chika' });
    assert.deepEqual(new Set(await names()), new Set(['ana', 'chika']));
    await setReviewers(204);
    assert.deepEqual(await names(), []);
    await permit(['101_3']);
    await send('PUT', `git/${code.id}/permissions`, 'ana', 200, { read: [{ id: '101_3' }], write: [], rewind: [] });
    await setReviewers(400, { username: 'stranger' });
    await send('POST', 'pull_requests', 'stranger', 403, wish);
    await permit(['101_3']);
    await send('PATCH', `pull_requests/${id}`, 'bruno', 200, { status: 'abandon' });
  });

  it('remembers for each reader what was looked at, as it was then', async () => {
    await begin('looked', { 'looked.txt': '1\n' });
    const id = await request('looked');
    const path = `pull_requests/${id}/viewed_files`;
    const file = { path: 'looked.txt', new_id: 'ab'.repeat(20) };
    const gone = { path: 'gone.txt', new_id: null };
    const mark = (as: string, status: number, body: object) => send('PUT', path, as, status, body);
    assert.deepEqual(await get(path), { files: [] });
    await mark('bruno', 204, { ...file, is_viewed: true });
    await mark('bruno', 204, { ...gone, is_viewed: true });
    assert.deepEqual(await get(path), { files: [gone, file] });
    assert.deepEqual(await get(path, 'chika'), { files: [] });
    const later = { ...file, new_id: 'cd'.repeat(20) };
    await mark('bruno', 204, { ...later, is_viewed: true });
    await mark('bruno', 204, { ...gone, is_viewed: false });
    await mark('bruno', 204, { ...gone, is_viewed: false });
    assert.deepEqual(await get(path), { files: [later] });
    await mark('bruno', 400, { ...file, new_id: 'no hash', is_viewed: true });
    await send('PUT', 'pull_requests/999/viewed_files', 'bruno', 404, { ...file, is_viewed: true });
  });

  it('keeps comments on their lines while more is pushed, and says which are outdated', async () => {
    const lines = Array.from({ length: 12 }, (_, index) => `line ${index + 1}`);
    await begin('long', { 'long.txt': `${lines.join('\n')}\n` });
    const id = await request('long');
    const diff = await get(`pull_requests/${id}/file_diff?path=long.txt`);
    assert.deepEqual(at(diff, 'lines.2'), { unidiff_offset: 3, old_offset: null, new_offset: 3, content: 'line 3' });
    await get(`pull_requests/${id}/file_diff?path=other.txt`, 'bruno', 404);
    const say = (offset: number, status = 201, path = 'long.txt'): Promise<unknown> =>
      send('POST', `pull_requests/${id}/inline-comments`, 'chika', status, {
        content: `On ${offset}`,
        file_path: path,
        unidiff_offset: offset,
        position: 'right',
      });
    const kept = await say(10);
    await say(3);
    await say(99, 400);
    await say(1, 404, 'other.txt');
    const reply = { content: 'Indeed', format: 'text' };
    const replied = await send(
      'POST',
      `pull_request_inline_comments/${Number(at(kept, 'id'))}/reply`,
      'bruno',
      200,
      reply,
    );
    assert.equal(at(replied, 'parent_id'), at(kept, 'id'));
    await send('POST', `pull_request_inline_comments/${Number(at(replied, 'id'))}/reply`, 'bruno', 400, reply);

    await code.commit('More', { 'long.txt': `new\n${lines.toSpliced(2, 1, 'another').join('\n')}\n` });
    await code.push('bruno', 'long');
    assert.equal(at(await show(id), 'head.id'), await hash('long'));
    const moved = listAt(await get(`pull_requests/${id}/file_diff?path=long.txt`), 'inline_comments');
    assert.deepEqual(
      moved.map((one) => [at(one, 'raw_content'), at(one, 'unidiff_offset'), at(one, 'is_outdated')]),
      [
        ['On 10', 11, false],
        ['On 3', 3, true],
        ['Indeed', 11, false],
      ],
    );
    await code.git('reset', '--quiet', '--soft', 'main');
    await code.git('commit', '--quiet', '-m', 'Other');
    await code.git('push', '--quiet', '--force', urlOf('bruno'), 'long');
    const events = listAt(await get(`pull_requests/${id}/timeline`), 'collection').flatMap(
      (one) => at(one, 'event_type') ?? [],
    );
    assert.deepEqual(events, ['update', 'rebase']);
    // What git has tidied up is no line that anybody could still find.
    const folders = await readdir(join(test.app.dataDir, 'git'));
    const folder = join(test.app.dataDir, 'git', folders.find((name) => name.endsWith('.git')) ?? '');
    await runGit(folder, 'reflog', 'expire', '--expire=all', '--all');
    await runGit(folder, 'gc', '--quiet', '--prune=now');
    const tidied = listAt(await get(`pull_requests/${id}/timeline`), 'collection').filter(
      (one) => at(one, 'type') === 'inline-comment',
    );
    assert.deepEqual(
      tidied.map((one) => at(one, 'is_outdated')),
      [true, true, true],
    );
    await code.git('push', '--quiet', urlOf('bruno'), '--delete', 'long');
    const gone = await show(id);
    assert.deepEqual(
      [at(gone, 'status'), at(gone, 'status_info.status_type'), at(gone, 'short_stat.files_changed')],
      ['abandon', 'abandon', 1],
    );
    await send('PUT', `pull_requests/${id}/reviewers`, 'bruno', 403, { users: [{ username: 'chika' }] });
    await send('PATCH', `pull_requests/${id}`, 'bruno', 400, { status: 'review' });
    assert.doesNotMatch((await tryGit(code.folder, ['ls-remote', urlOf('bruno')])).text, /tlpr/);
  });

  it('merges by a commit or by moving on, refuses conflicts, and closes what messages ask for', async () => {
    await catchUp();
    await begin('fix', { 'fix.txt': 'fixed\n' }, 'main', 'Fix it, closes art #23');
    await begin('clash', { 'src/main.ts': 'clash\n' });
    const [fix, clash] = [await request('fix'), await request('clash')];
    assert.equal(at(await show(fix), 'merge_status'), 'fastforward');
    await send('PATCH', `pull_requests/${fix}`, 'stranger', 403, { status: 'merge' });
    assert.equal(at(await get('artifacts/23'), 'status'), 'In progress');
    const merged = await send('PATCH', `pull_requests/${fix}`, 'bruno', 200, { status: 'merge' });
    assert.deepEqual([at(merged, 'status'), at(merged, 'status_info.status_updater.username')], ['merge', 'bruno']);
    assert.equal(at(merged, 'short_stat.files_changed'), 1);
    for (const status of ['merge', 'abandon', 'review'])
      await send('PATCH', `pull_requests/${fix}`, 'bruno', 400, { status });
    test.app.jobs.start();
    await until(async () => at(await get('artifacts/23'), 'status') === 'Done');
    await test.app.jobs.stop(10_000);

    const topic = Number(
      at(
        await get(
          `git/${code.id}/pull_requests?query=${encodeURIComponent('{"status":"open","search":[{"keyword":"name"}]}')}`,
        ),
        'collection.0.id',
      ),
    );
    await send('PATCH', `pull_requests/${topic}`, 'bruno', 200, { status: 'merge' });
    const newest = await get(`git/${code.id}/commits/main`);
    assert.match(String(at(newest, 'title')), /^Merge "A <b>name<\/b>"$/);
    assert.equal(at(newest, 'author.username'), 'bruno');
    assert.equal(at(await show(clash), 'merge_status'), 'conflict');
    await send('PATCH', `pull_requests/${clash}`, 'bruno', 400, { status: 'merge' });
    await send('PATCH', `pull_requests/${clash}`, 'bruno', 200, { status: 'abandon' });
    const again = await send('PATCH', `pull_requests/${clash}`, 'bruno', 200, { status: 'review' });
    assert.deepEqual([at(again, 'status'), at(again, 'status_info')], ['review', null]);
    const told = async (): Promise<unknown> => at(await get(`git/${code.id}`), 'additional_information');
    const open = Number(at(await told(), 'opened_pull_requests'));
    const listed = await get(`git/${code.id}/pull_requests?query=${encodeURIComponent('{"status":"open"}')}`);
    assert.equal(open, at(listed, 'total_size'));
    await send('PATCH', `pull_requests/${clash}`, 'bruno', 200, { status: 'abandon' });
    assert.deepEqual(await told(), open === 1 ? [] : { opened_pull_requests: open - 1 });
  });

  it('is merged where its commits are pushed to the target', async () => {
    await catchUp();
    await begin('pushed', { 'pushed.txt': 'x\n' });
    const id = await request('pushed');
    await code.push('bruno', 'pushed:main');
    const merged = await show(id);
    assert.deepEqual([at(merged, 'status'), at(merged, 'status_info.status_updater.username')], ['merge', 'bruno']);
  });

  it('has one outcome where several merge, or push, at the same moment', async () => {
    await catchUp();
    await begin('race', { 'race.txt': 'x\n' });
    const id = await request('race');
    const answers = await Promise.all(
      ['bruno', 'ana', 'chika', 'bruno'].map((as) =>
        test.call(`/api/pull_requests/${id}`, { method: 'PATCH', as, body: { status: 'merge' } }),
      ),
    );
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 400, 400, 400],
    );
    const events = listAt(await get(`pull_requests/${id}/timeline`), 'collection').map((one) => at(one, 'event_type'));
    assert.deepEqual(events, ['merge']);

    await catchUp();
    await begin('late', { 'late.txt': '1\n' });
    const late = await request('late');
    await code.commit('Later', { 'late.txt': '2\n' });
    const [answer] = await Promise.all([
      test.call(`/api/pull_requests/${late}`, { method: 'PATCH', as: 'bruno', body: { status: 'merge' } }),
      code.push('bruno', 'late'),
    ]);
    const after = await show(late);
    assert.equal(at(after, 'status'), answer.status === 200 ? 'merge' : 'review');
    const isIn = await get(`git/${code.id}/compare?base=main&head=${String(at(after, 'head.id'))}`);
    assert.equal(at(isIn, 'ahead') === 0, answer.status === 200);
  });

  it('carries labels of the project, which are made where they are new', async () => {
    await catchUp();
    await begin('labelled', { 'labelled.txt': 'x\n' });
    const id = await request('labelled');
    const path = `pull_requests/${id}/labels`;
    const change = (body: object, as = 'bruno', status = 200): Promise<unknown> =>
      send('PATCH', path, as, status, body);
    const labelsAt = async (place: string): Promise<unknown[]> =>
      listAt(await get(place), 'labels').map((label) => at(label, 'label'));
    const filtered = async (...labels: number[]): Promise<unknown[]> => {
      const query = encodeURIComponent(JSON.stringify({ labels: labels.map((label) => ({ id: label })) }));
      return listAt(await get(`git/${code.id}/pull_requests?query=${query}`), 'collection').map((one) => at(one, 'id'));
    };
    const listed = async (): Promise<unknown[]> =>
      listAt(await get(`git/${code.id}/pull_requests`), 'collection').map((one) => [
        at(one, 'id') === id,
        listAt(one, 'labels').map((label) => at(label, 'label')),
      ]);
    await change({ add: [{ label: 'Emergency Fix' }, { label: ' emergency fix ' }, { label: 'Docs' }] });
    assert.deepEqual(await labelsAt(path), ['Docs', 'Emergency Fix']);
    assert.deepEqual(await labelsAt('projects/101/labels'), ['Docs', 'Emergency Fix']);
    const rows = await listed();
    assert.deepEqual(rows[0], [true, ['Docs', 'Emergency Fix']]);
    assert.ok(rows.length > 1 && rows.slice(1).every((row) => at(row, '1.0') === undefined));
    const shown = listAt(await get('projects/101/labels'), 'labels').map((label) => Number(at(label, 'id')));
    const [docs = 0, fix = 0] = shown;
    assert.deepEqual([await filtered(docs, fix), await filtered(docs, 999_999)], [[id], []]);

    await change({ remove: [{ id: fix }] });
    assert.deepEqual([await filtered(docs), await filtered(docs, fix)], [[id], []]);
    assert.deepEqual(await labelsAt('projects/101/labels'), ['Docs', 'Emergency Fix']);
    for (const body of [
      { add: [{ id: 999_999 }] },
      { add: [{ label: ' ' }] },
      { add: [{}] },
      { add: [{ id: fix }], remove: [{ id: fix }] },
    ])
      await change(body, 'bruno', 400);
    await change({ add: [{ id: fix }] }, 'stranger', 403);
    assert.deepEqual(await labelsAt(path), ['Docs']);

    const query = encodeURIComponent(JSON.stringify({ labels_id: [docs] }));
    const items = await get(`projects/101/labeled_items?query=${query}`);
    assert.deepEqual(listAt(items, 'labeled_items'), [
      { title: 'labelled', icon: '', small_icon: '', html_url: `/pull-requests/${id}` },
    ]);
  });

  it('asks for both branches, whoever made it', async () => {
    await catchUp();
    await begin('guarded', { 'guarded.txt': 'x\n' });
    const id = await request('guarded');
    await permit(['101_3'], [{ pattern: 'refs/heads/main', write: [], rewind: [] }]);
    const rows: Row[] = [
      { method: 'PATCH', path: `/api/pull_requests/${id}`, as: 'bruno', body: { status: 'merge' }, status: 403 },
      { method: 'PATCH', path: `/api/pull_requests/${id}`, as: 'chika', body: { title: 'Mine' }, status: 403 },
      { method: 'PATCH', path: `/api/pull_requests/${id}`, as: 'bruno', body: { title: 'Mine' }, status: 200 },
    ];
    for (const row of rows) await expectRow(test, row);
    const shown = await show(id);
    assert.deepEqual(
      ['user_can_merge', 'user_can_abandon', 'user_can_update_title_and_description'].map((name) => at(shown, name)),
      [false, false, true],
    );
    await send('PUT', `git/${code.id}/permissions`, 'ana', 200, { read: [{ id: '101_3' }], write: [], rewind: [] });
    for (const path of [
      '',
      '/comments',
      '/timeline',
      '/files',
      '/commits',
      '/reviewers',
      '/labels',
      '/file_diff?path=a',
    ])
      await get(`pull_requests/${id}${path}`, 'stranger', 403);
    await get(`git/${code.id}/pull_requests`, 'stranger', 404);
  });
});
