// Tier: all, because it starts many programs of source control.
// Pull requests, what was said about them, and forks, in archives of projects: what comes back is what there was, but for ids.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { exportArchive, importArchive } from '../../src/features/archive/index.ts';
import { skipGit } from '../support/git-client.ts';
import { at, startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { openPulls } from '../support/pull-requests.ts';
import type { Pulls } from '../support/pull-requests.ts';
import { listAt } from '../support/scenario.ts';

/** Numbers of this server, what is made of them, and what is another person's key. */
const apart = /^(?:id|uri|user_id|parent_id|.*_url|.*_uri|resources|head_reference|project|url|artifact_id)$/;

const withoutIds = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, inner: unknown) => (apart.test(key) && key !== '' ? undefined : inner)));

/** All that REST tells of repositories and pull requests of the project, to the administrator of the site. */
async function describeAll(test: TestApp): Promise<unknown> {
  const get = async (path: string): Promise<unknown> => {
    const answer = await test.call(`/api/${path}`, { as: 'root' });
    assert.equal(answer.status, 200, path);
    return answer.json;
  };
  const projects = listAt(await get('projects?limit=50'));
  const project = Number(
    at(
      projects.find((one) => at(one, 'shortname') === 'meadow-scrum'),
      'id',
    ),
  );
  const repositories = [
    ...listAt(await get(`projects/${project}/git?limit=50`), 'repositories'),
    ...listAt(await get(`projects/${project}/git?query={"scope":"individual"}`), 'repositories'),
  ];
  const names = new Map(repositories.map((one) => [at(one, 'id'), at(one, 'name')]));
  const all: unknown[] = [withoutIds(await get(`projects/${project}/merge_rules`))];
  for (const repository of repositories) {
    const id = Number(at(repository, 'id'));
    const owner = Number(at(repository, 'owner_id'));
    const pulls = listAt(await get(`git/${id}/pull_requests?order=asc&limit=50`), 'collection');
    all.push({
      name: at(repository, 'name'),
      parent: names.get(at(repository, 'parent_id')) ?? null,
      owner: owner === 0 ? null : at(await get(`users/${owner}`), 'username'),
      rules: withoutIds(await get(`git/${id}/merge_rules`)),
      pulls: pulls.length,
    });
    for (const pull of pulls) {
      const number = Number(at(pull, 'id'));
      const shown = await get(`pull_requests/${number}`);
      const part = (path: string): Promise<unknown> => get(`pull_requests/${number}/${path}`);
      const timeline = listAt(await part('timeline?limit=50'), 'collection');
      const keyOf = (entry: unknown, id: string): string => `${String(at(entry, 'type'))} ${String(at(entry, id))}`;
      const firsts = new Map(timeline.map((entry) => [keyOf(entry, 'id'), at(entry, 'raw_content')]));
      all.push({
        shown: withoutIds(shown),
        from: at(shown, 'repository.name'),
        labels: withoutIds(await part('labels')),
        commits: withoutIds(await part('commits')),
        files: await part('files'),
        timeline: withoutIds(timeline),
        answers: timeline.map((entry) => firsts.get(keyOf(entry, 'parent_id')) ?? null),
      });
    }
  }
  return all;
}

describe('archives of pull requests', { skip: skipGit }, () => {
  let pulls: Pulls;
  let path = '';
  before(async () => {
    pulls = await openPulls();
    path = join(dirname(pulls.code.folder), 'archive');
    await buildPulls(pulls);
    const { database, blobs, features } = pulls.test.app;
    await exportArchive({ database, blobs, parts: features.parts.archive }, { unixName: 'meadow-scrum', path });
  });
  after(() => pulls.close());

  const bringBack = async (into: TestApp): Promise<void> => {
    const { clock } = pulls.test.app;
    const deps = { ...into.app, parts: into.app.features.parts.archive, clock };
    await importArchive(deps, { path, as: 'root', mode: { automap: 'A' } });
  };

  it('come back as they were, numbered anew', async (context) => {
    const second = await startApp();
    context.after(() => second.close());
    await bringBack(second);
    const [original, copy] = [await describeAll(pulls.test), await describeAll(second)];
    assert.deepEqual(copy, original);
    // Something is in it: what is compared is not nothing twice.
    const text = JSON.stringify(copy);
    for (const part of [
      'u/bruno/web',
      'Emergency Fix',
      '"applied"',
      'approve',
      'reviewer-change',
      'An answer',
      '"resolution":{',
    ])
      assert.ok(text.includes(part), part);
    // What is archived anew says the same.
    const again = `${path}-again`;
    const { database, blobs, features } = second.app;
    await exportArchive({ database, blobs, parts: features.parts.archive }, { unixName: 'meadow-scrum', path: again });
    for (const file of ['comments.ndjson', 'events.ndjson', 'pull-requests.ndjson']) {
      const lines = async (folder: string): Promise<unknown> =>
        (await readFile(join(folder, 'tepal-pull-requests', file), 'utf8'))
          .trim()
          .split('\n')
          .map((line): unknown => {
            const value: unknown = JSON.parse(line);
            return JSON.parse(
              JSON.stringify(value, (key, inner: unknown) =>
                ['id', 'pull', 'parent_id'].includes(key) ? undefined : inner,
              ),
            );
          });
      assert.deepEqual(await lines(again), await lines(path), file);
    }
  });

  it('are refused where lines are missing, or are none', async (context) => {
    const file = join(path, 'tepal-pull-requests', 'comments.ndjson');
    const text = await readFile(file, 'utf8');
    for (const [damaged, reason] of [
      [text.slice(text.indexOf('\n') + 1), /comments\.ndjson has \d+ lines instead of/],
      [text.replace('"at_ms":', '"at":'), /comments\.ndjson, line 1 does not have the expected format/],
    ] as const) {
      await writeFile(file, damaged);
      const other = await startApp();
      context.after(() => other.close());
      await assert.rejects(bringBack(other), reason);
    }
    await writeFile(file, text);
  });

  it('are proved before the project is erased', async () => {
    const original = await describeAll(pulls.test);
    const { features } = pulls.test.app;
    await features.site.changeSetting('sys_project_backup_path', dirname(pulls.code.folder));
    for (const words of ['', '?erase=true']) await pulls.send('DELETE', `projects/101${words}`, 'root', 200);
    await pulls.get('pull_requests/2', 'root', 404);
    await bringBack(pulls.test);
    assert.deepEqual(await describeAll(pulls.test), original);
  });
});

/** One pull request of each state, one from a fork, and one whose repository is gone, so that numbers are others later. */
async function buildPulls(pulls: Pulls): Promise<void> {
  const { code, send } = pulls;
  const gone = Number(at(await send('POST', 'git', 'ana', 201, { project_id: 101, name: 'gone' }), 'id'));
  const url = pulls.urlOf('ana').replace('/web.git', '/gone.git');
  await code.git('push', '--quiet', url, 'main', 'topic');
  const lost = { repository_id: gone, repository_dest_id: gone, branch_src: 'topic', branch_dest: 'main' };
  await send('POST', 'pull_requests', 'ana', 201, lost);
  await send('DELETE', `git/${gone}`, 'ana', 204);

  const abandoned = await pulls.request('topic');
  await send('PATCH', `pull_requests/${abandoned}`, 'bruno', 200, { status: 'abandon' });

  await pulls.begin('verse', { 'verse.txt': 'one\ntwo\nthree\nfour\n' });
  const reviewed = await pulls.request('verse');
  await send('PATCH', `pull_requests/${reviewed}`, 'bruno', 200, {
    title: 'A verse, see art #17',
    description: '**Four** lines',
    description_format: 'commonmark',
  });
  await send('PUT', `pull_requests/${reviewed}/reviewers`, 'bruno', 204, { users: [{ username: 'chika' }] });
  await send('PATCH', `pull_requests/${reviewed}/labels`, 'bruno', 200, { add: [{ label: 'Emergency Fix' }] });
  const said = await send('POST', `pull_requests/${reviewed}/comments`, 'chika', 201, { content: 'Hm' });
  await send('POST', `pull_requests/${reviewed}/comments`, 'bruno', 201, {
    content: 'An answer',
    parent_id: at(said, 'id'),
  });
  const ids: unknown[] = [];
  for (const last of [3, 4]) {
    const comment = await send('POST', `pull_requests/${reviewed}/inline-comments`, 'chika', 201, {
      content: '```suggestion\nLINES\n```',
      file_path: 'verse.txt',
      first_unidiff_offset: last - 1,
      unidiff_offset: last,
      position: 'right',
    });
    ids.push(at(comment, 'id'));
  }
  await send('POST', `pull_request_inline_comments/${Number(ids[0])}/reply`, 'ana', 200, {
    content: 'Yes',
    format: 'text',
  });
  await send('PUT', `pull_request_comments/${Number(at(said, 'id'))}/resolution`, 'bruno', 204, { is_resolved: true });
  await send('PUT', `pull_request_inline_comments/${Number(ids[1])}/resolution`, 'chika', 204, { is_resolved: true });
  await send('POST', `pull_requests/${reviewed}/suggestions`, 'bruno', 201, { suggestions: [{ comment_id: ids[0] }] });
  const head = at(await pulls.show(reviewed), 'head.id');
  await send('PUT', `pull_requests/${reviewed}/verdict`, 'chika', 204, { verdict: 'approve', head });
  await send('POST', `git/${code.id}/statuses/verse`, 'bruno', 201, { state: 'success' });

  await pulls.begin('done', { 'done.txt': 'x\n' });
  const merged = await pulls.request('done');
  await send('PATCH', `pull_requests/${merged}`, 'bruno', 200, { status: 'merge' });
  await send('DELETE', `git/${code.id}/branches/done`, 'ana', 204);

  const fork = Number(at(await send('POST', `git/${code.id}/forks`, 'bruno', 201, {}), 'id'));
  await code.git('checkout', '--quiet', '-B', 'shout', 'main');
  await code.commit('Shout', { 'shout.txt': 'x\n' });
  await code.git('push', '--quiet', pulls.urlOf('bruno').replace('/web.git', '/u/bruno/web.git'), 'shout');
  await send('POST', 'pull_requests', 'bruno', 201, {
    repository_id: fork,
    branch_src: 'shout',
    repository_dest_id: code.id,
    branch_dest: 'main',
  });
  const rules = { methods: ['squash'], required_reviewers: [{ username: 'chika' }], required_checks: ['build'] };
  await send('PUT', `git/${code.id}/merge_rules`, 'ana', 200, { ...rules, required_approvals: 1 });
  await send('PUT', 'projects/101/merge_rules', 'ana', 200, {
    ...rules,
    required_approvals: 2,
    requires_resolved_threads: true,
  });
}
