// Tier: all, because it starts many programs of source control.
// What an artifact knows of code that is about it, what merging closes, and who is told of pull requests.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { settleEvents } from '../../src/platform/events/index.ts';
import { artifactRecords } from '../../src/features/artifacts/index.ts';
import { skipSubversion } from '../support/hook-programs.ts';
import { skipGit } from '../support/git-client.ts';
import { at } from '../support/harness.ts';
import { openPulls } from '../support/pull-requests.ts';
import type { Pulls } from '../support/pull-requests.ts';
import { listAt } from '../support/scenario.ts';

describe('code and artifacts', { skip: skipGit }, () => {
  let pulls: Pulls;
  let id: number;
  before(async () => {
    pulls = await openPulls();
    ({ id } = pulls.code);
    await pulls.send('PATCH', `git/${id}`, 'ana', 200, { allow_artifact_closure: true });
    await pulls.test.app.features.site.changeSetting('mail_transport', 'smtp');
    await pulls.test.app.features.site.changeSetting('mail_digest_window', '0');
  });
  after(() => pulls.close());

  const codeOf = (as = 'bruno', artifact = 17): Promise<unknown> => pulls.get(`artifacts/${artifact}/code`, as);

  it('shows branches, pull requests and commits that are about an artifact, to who may read them', async () => {
    const first = await codeOf();
    const name = String(at(first, 'suggested_branch'));
    assert.match(name, /^[a-z_]+-17-[a-z0-9-]+$/);
    assert.equal(at(first, 'repositories.0.name'), 'web');
    assert.deepEqual(listAt(await codeOf('stranger'), 'repositories'), []);
    assert.deepEqual(
      listAt(first, 'commits').map((one) => at(one, 'title')),
      ['Serve, see art #17'],
    );
    await pulls.send('POST', `git/${id}/branches`, 'bruno', 201, { branch_name: name, reference: 'main' });
    await pulls.begin('art-17', { 'art.txt': '1\n' }, 'main', 'Another');
    await pulls.begin('other', { 'other.txt': '1\n' }, 'main', 'Resolve it, see art #17');
    await pulls.begin('story-18x', { 'none.txt': '1\n' }, 'main', 'None');
    const [branch, text] = [await pulls.request('art-17'), await pulls.request('other')];
    const shown = await codeOf();
    assert.deepEqual(
      listAt(shown, 'branches').map((one) => at(one, 'name')),
      ['art-17', name].toSorted(),
    );
    assert.deepEqual(
      listAt(shown, 'pull_requests').map((one) => at(one, 'id')),
      [text, branch],
    );
    await pulls.send('PATCH', `pull_requests/${text}`, 'bruno', 200, { title: 'About nothing' });
    assert.equal(listAt(await codeOf(), 'pull_requests').length, 1);
    await pulls.code.git('push', '--quiet', pulls.urlOf('bruno'), '--delete', 'art-17');
    assert.equal(listAt(await codeOf(), 'branches').length, 1);
    await pulls.send('PUT', `git/${id}/permissions`, 'ana', 200, { read: [{ id: '101_3' }], write: [], rewind: [] });
    const hidden = await codeOf('stranger');
    for (const kind of ['branches', 'pull_requests', 'commits']) assert.deepEqual(listAt(hidden, kind), [], kind);
    await pulls.permit(['101_3']);
  });

  it('know which texts name a commit or a pull request, for who may read these', async () => {
    const hash = (await pulls.code.git('rev-parse', 'main')).trim();
    await pulls.begin('named', { 'named.txt': '1\n' }, 'main', 'Named');
    const pull = await pulls.request('named');
    const ofCommit = async (as = 'bruno'): Promise<unknown[]> =>
      listAt(await pulls.get(`git/${id}/commits/${hash}`, as), 'cross_references')
        .filter((one) => at(one, 'direction') === 'in')
        .map((one) => at(one, 'ref'));
    const ofPull = async (as = 'bruno'): Promise<unknown[]> =>
      listAt(await pulls.get(`pull_requests/${pull}`, as), 'cross_references').map((one) => [
        at(one, 'ref'),
        at(one, 'direction'),
      ]);
    const say = (artifact: number, body: string, more: object = {}, as = 'ana'): Promise<unknown> =>
      pulls.send('PUT', `artifacts/${artifact}`, as, 200, { values: [], comment: { body, format: 'text', ...more } });
    assert.deepEqual([await ofCommit(), await ofPull()], [[], []]);
    await say(
      20,
      `Broken by git #web/${hash.slice(0, 9)}. See PR #${pull}, git #web/${'0'.repeat(12)}, git #other/${hash}`,
    );
    assert.deepEqual([await ofCommit('stranger'), await ofPull('stranger')], [['task #20'], [['task #20', 'in']]]);
    const listed = listAt(await pulls.get(`git/${id}/commits`)).find((one) => at(one, 'id') === hash);
    assert.ok(listAt(listed, 'cross_references').some((one) => at(one, 'ref') === 'task #20'));
    // What is edited or deleted names nothing any more.
    const [last] = listAt(await pulls.get('artifacts/20/changesets?order=desc&limit=1'));
    await pulls.send('PUT', `artifacts/20/changesets/${String(at(last, 'id'))}/comment`, 'ana', 200, {
      body: `pr #${pull}`,
      format: 'text',
    });
    assert.deepEqual([await ofCommit(), await ofPull()], [[], [['task #20', 'in']]]);
    const [tracker] = listAt(await pulls.get('projects/101/trackers?limit=50')).filter(
      (one) => at(one, 'item_name') === 'task',
    );
    await pulls.send('PUT', `trackers/${String(at(tracker, 'id'))}/private_comments`, 'ana', 200, { enabled: true });
    await say(19, `pr #${pull} git #web/${hash}`, { ugroups: [{ id: '101_4' }] });
    assert.deepEqual([await ofCommit(), await ofCommit('ana')], [[], ['task #19']]);
    assert.deepEqual((await ofPull('ana')).length, 2);
    // Messages and texts of pull requests are texts, too.
    await pulls.send('PATCH', `pull_requests/${pull}`, 'bruno', 200, {
      title: `As git #web/${hash.slice(0, 7)} says, art #20`,
    });
    await pulls.begin('naming', { 'naming.txt': '1\n' }, 'main', `Undo git #web/${hash}, for pr #${pull}`);
    const naming = (await pulls.code.git('rev-parse', 'naming')).trim();
    assert.deepEqual(await ofCommit(), [`git #web/${naming}`, `pr #${pull}`]);
    assert.deepEqual((await ofPull()).flat().includes(`git #web/${naming}`), true);
    await pulls.test.app.features.site.changeSetting('sys_artifact_deletions_per_day', '5');
    await pulls.send('DELETE', 'artifacts/20', 'ana', 200);
    assert.ok(!(await ofPull()).flat().includes('task #20'));
    assert.deepEqual(await Array.fromAsync(artifactRecords.listInconsistencies(pulls.test.app.database.read)), []);
  });

  it('find revisions without their repository where the project has no other', { skip: skipSubversion }, async () => {
    const create = async (name: string): Promise<string> =>
      String(
        at(
          await pulls.send('POST', 'svn', 'ana', 201, { project_id: 101, name, settings: { layout: ['/trunk'] } }),
          'id',
        ),
      );
    const svn = await create('old');
    const text = 'rev #1, svn #old/1, SVN #2';
    const extract = async (): Promise<unknown[]> =>
      listAt(await pulls.send('POST', 'projects/101/extract_references', 'bruno', 200, { text })).map((one) =>
        String(at(one, 'link')).replace(/^https?:\/\/[^/]+/, ''),
      );
    const goto = (key: string, revision: number): string => `/goto?key=${key}&val=old%2F${revision}&group_id=101`;
    assert.deepEqual(await extract(), [goto('rev', 1), goto('svn', 1), goto('svn', 2)]);
    await pulls.send('PUT', 'artifacts/17', 'bruno', 200, {
      values: [],
      comment: { body: 'Since rev #1', format: 'text' },
    });
    const [changeset] = listAt(await pulls.get('artifacts/17/changesets?order=desc&limit=1'));
    assert.match(
      String(at(changeset, 'last_comment.post_processed_body')),
      /<a href="[^"]*key=rev&amp;val=old%2F1&amp;/,
    );
    const named = async (): Promise<unknown[]> =>
      listAt(await pulls.get(`svn/${svn}/log`, 'ana'), '0.cross_references').map((one) => at(one, 'ref'));
    assert.deepEqual(await named(), ['task #17']);
    await create('new');
    assert.deepEqual([await extract(), await named()], [[goto('svn', 1)], []]);
  });

  it('says before what merging closes, and closes it, also where commits become one', async () => {
    await pulls.begin('closer', { 'closer.txt': '1\n' }, 'main', 'Work, closes art #18');
    await pulls.code.commit('More, closes art #23', { 'closer.txt': '2\n' });
    await pulls.code.commit('Odd, closes story #13, closes art #999999', { 'closer.txt': '3\n' });
    await pulls.code.push('bruno', 'closer');
    const pull = await pulls.request('closer');
    await pulls.send('PATCH', `pull_requests/${pull}`, 'bruno', 200, { title: 'Both, fixes art #19' });
    await pulls.send('PUT', `git/${id}/merge_rules`, 'ana', 200, {
      methods: ['squash'],
      required_approvals: 0,
      required_reviewers: [],
      required_checks: [],
    });
    const closes = listAt(await pulls.show(pull), 'will_close');
    assert.deepEqual(
      closes.map((one) => [at(one, 'ref'), at(one, 'is_said_by'), at(one, 'obstacle')]),
      [
        ['story #13', 'commit', 'workflow'],
        ['art #999999', 'commit', 'hidden'],
        ['art #23', 'commit', null],
        ['art #18', 'commit', 'closed'],
        ['art #19', 'text', 'closed'],
      ],
    );
    await pulls.send('PATCH', `pull_requests/${pull}`, 'chika', 200, { status: 'merge' });
    assert.deepEqual(listAt(await pulls.show(pull), 'will_close'), []);
    const message = String(at(await pulls.get(`git/${id}/commits/main`), 'message'));
    assert.match(message, /^Both, fixes art #19\n[\s\S]*\* Work, closes art #18\n\n\* More, closes art #23\n\n\* Odd/);
    const referring = listAt(await codeOf('bruno', 18), 'commits').map((one) => at(one, 'title'));
    assert.ok(referring.includes('Both, fixes art #19'), String(referring));
  });

  it('tells the author, reviewers and those who said something, as they prefer, and leaves events', async () => {
    await pulls.catchUp();
    await pulls.begin('told', { 'told.txt': '1\n' }, 'main', 'Tell people');
    const preference = { key: 'user_notifications_own_actions_tracker', value: '0' };
    for (const as of ['bruno', 'chika', 'ana'])
      await pulls.send('PATCH', 'users/self/preferences', as, 200, preference);
    await pulls.send('PATCH', 'users/self/preferences', 'ana', 200, {
      key: 'user_notifications_pull_requests',
      value: '0',
    });
    const mailed = async (): Promise<{ to: string; text: string }[]> => {
      const rows = await pulls.test.app.database.read.selectFrom('outbox').selectAll().orderBy('id').execute();
      return rows.flatMap(({ message_json: json }) => {
        const mail: unknown = JSON.parse(json ?? '{}');
        const subject = String(at(mail, 'subject'));
        return subject.includes('Tell people') ? [{ to: String(at(mail, 'to')), text: String(at(mail, 'text')) }] : [];
      });
    };
    pulls.test.app.jobs.start();
    try {
      const pull = await pulls.request('told');
      await pulls.send('PUT', `pull_requests/${pull}/reviewers`, 'bruno', 204, {
        users: [{ username: 'chika' }, { username: 'ana' }],
      });
      await until(async () => (await mailed()).some(({ text }) => /changed the reviewers/.test(text)));
      assert.ok((await mailed()).every(({ to }) => to.startsWith('chika')));
      await pulls.send('POST', `pull_requests/${pull}/comments`, 'chika', 201, { content: 'A **fine** thing' });
      await until(async () =>
        (await mailed()).some(({ to, text }) => to.startsWith('bruno') && /A \*\*fine/.test(text)),
      );
      await pulls.send('PUT', `pull_requests/${pull}/verdict`, 'chika', 204, { verdict: 'approve' });
      await pulls.send('PATCH', `pull_requests/${pull}`, 'chika', 200, { status: 'merge' });
      await until(async () =>
        (await mailed()).some(({ to, text }) => to.startsWith('bruno') && /merged it/.test(text)),
      );
      assert.ok((await mailed()).every(({ to }) => !to.startsWith('ana')));
      const inboxOf = async (as: string): Promise<unknown> =>
        listAt(await pulls.get('users/self/inbox', as), 'entries').find((entry) => at(entry, 'thing.id') === pull);
      assert.partialDeepStrictEqual(await inboxOf('ana'), {
        reason: 'review-requested',
        thing: { kind: 'pull-request', title: 'Tell people', status: { value: 'Merged' } },
        news: { comment: null },
      });
      assert.equal(listAt(await inboxOf('ana'), 'news.events').at(-1), 'merge');
      assert.partialDeepStrictEqual(await inboxOf('bruno'), {
        reason: 'author',
        actor: { username: 'chika' },
      });
      assert.partialDeepStrictEqual(await inboxOf('chika'), { actor: { username: 'bruno' } });
      await pulls.send('PUT', `git/${id}/permissions`, 'ana', 200, { read: [{ id: '101_4' }], write: [], rewind: [] });
      assert.equal(await inboxOf('chika'), undefined, 'the repository may no longer be read');
      await pulls.permit(['101_3']);
    } finally {
      await pulls.test.app.jobs.stop(10_000);
    }
    await settleEvents(pulls.test.app.database);
    const kinds = await pulls.test.app.database.read
      .selectFrom('events')
      .select('kind')
      .where('kind', 'like', 'pull-request-%')
      .orderBy('id', 'desc')
      .limit(5)
      .execute();
    assert.deepEqual(
      kinds.map(({ kind }) => kind),
      ['merge', 'approve', 'commented', 'reviewers', 'opened'].map((kind) => `pull-request-${kind}`),
    );
  });
});
