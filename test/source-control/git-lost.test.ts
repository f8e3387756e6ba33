// Tier: all, because it starts many programs of source control.
// What a deleted branch led to is nobody's to read any more: over REST, by `git fetch <hash>`, at artifacts and in search.
// Engine: SQLite alone; its neighbours ask PostgreSQL all that this does.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { runGit, skipGit, tryGit } from '../support/git-client.ts';
import { at, startApp, testPassword } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { expectRow, listAt, valueOf } from '../support/scenario.ts';
import type { Row } from '../support/scenario.ts';
import { buildArtifacts, buildProject, everybody } from '../support/worlds.ts';
import type { World } from '../support/worlds.ts';

describe('commits that nothing leads to', { skip: skipGit }, () => {
  let test: TestApp;
  let world: World;
  let work: string;
  let clone: string;
  let api: string;
  let story: number;

  const expect = (row: Row): ReturnType<typeof expectRow> => expectRow(test, row);
  const urlOf = (as?: string): string => {
    const url = new URL(`${test.base}/plugins/git/forge/web.git`);
    if (as !== undefined) [url.username, url.password] = [as, testPassword];
    return url.href;
  };
  const git = async (...args: string[]): Promise<string> => (await runGit(clone, ...args)).trim();
  const push = (...refs: string[]): Promise<string> => git('push', '--quiet', urlOf('ada'), ...refs);
  const commit = async (message: string, content: string): Promise<string> => {
    await writeFile(join(clone, 'file'), content);
    await git('add', '.');
    await git('commit', '--quiet', '-m', message);
    return git('rev-parse', 'HEAD');
  };
  const fetchNew = async (hash: string, version: number): Promise<string> => {
    const folder = await mkdtemp(join(work, 'reader-'));
    await runGit(folder, 'init', '--quiet', '.');
    const args = ['-c', `protocol.version=${version}`, 'fetch', '--quiet', '--depth=1', urlOf(), hash];
    return (await tryGit(folder, args)).text;
  };
  const statusOf = async (path: string, as?: string): Promise<number> =>
    (await test.call(api + path, as === undefined ? {} : { as })).status;
  const references = async (): Promise<unknown[]> => {
    const { json } = await expect({ path: `/api/artifacts/${story}`, status: 200 });
    return listAt(at(valueOf(json, world.field('story', 'cross')), 'value')).map((entry) => at(entry, 'ref'));
  };
  const find = async (words: string): Promise<number> => {
    await test.app.followers.drain();
    const answer = await test.call('/api/search', { method: 'POST', as: 'ada', body: { keywords: words } });
    return listAt(answer.json).length;
  };

  before(async () => {
    test = await startApp();
    const ada = await test.addUser('ada');
    world = await buildProject(test, {
      name: 'forge',
      admins: [ada],
      members: [ada],
      trackers: () => [
        {
          name: 'story',
          permissions: { full: [everybody] },
          fields: [{ name: 'cross', type: 'cross', read: [everybody] }],
        },
      ],
    });
    [story = 0] = await buildArtifacts(test, [
      { trackerId: world.tracker('story'), changes: [{ by: ada, atMs: 1000, values: {} }] },
    ]);
    work = await mkdtemp(join(tmpdir(), 'tepal-git-lost-'));
    clone = join(work, 'clone');
    await runGit(work, 'init', '--quiet', clone);
    const body = { project_id: world.id, name: 'web' };
    const made = await expect({ method: 'POST', path: '/api/git', as: 'ada', body, status: 201 });
    api = `/api/git/${String(at(made.json, 'id'))}`;
    const permissions = { read: [{ id: '1' }], write: [{ id: `${world.id}_3` }], rewind: [{ id: `${world.id}_3` }] };
    await expect({ method: 'PUT', path: `${api}/permissions`, as: 'ada', body: permissions, status: 200 });
  });
  after(async () => {
    await test.close();
    await rm(work, { recursive: true });
  });

  it('are gone everywhere, and come back with a branch or a tag', async () => {
    const first = await commit('Begin', 'one');
    await push('main');
    const secret = await commit(`Marmalade of story #${story}`, 'the secret');
    const [tree, blob] = [await git('rev-parse', 'HEAD^{tree}'), await git('rev-parse', 'HEAD:file')];
    await git('tag', '-a', '-m', 'A tag', 'noted');
    const tag = await git('rev-parse', 'noted');
    await push('main:topic');
    const isOpen = async (): Promise<void> => {
      for (const path of [`/commits/${secret}`, `/tree?ref=${secret}`, `/files?path_to_file=file&ref=${secret}`])
        assert.equal(await statusOf(path), 200, path);
      assert.equal(await fetchNew(secret, 2), '');
      assert.equal(await find('marmalade'), 1);
      assert.deepEqual(await references(), [`git #web/${secret}`]);
    };
    await isOpen();
    await push('--delete', 'topic');
    const isClosed = async (): Promise<void> => {
      for (const hash of [secret, secret.slice(0, 10)])
        for (const path of [`/commits/${hash}`, `/tree?ref=${hash}`, `/files?path_to_file=file&ref=${hash}`])
          assert.equal(await statusOf(path), 404, path);
      const body = { branch_name: 'again', reference: secret };
      assert.equal((await test.call(`${api}/branches`, { method: 'POST', as: 'ada', body })).status, 400);
      const status = { method: 'POST', as: 'ada', body: { state: 'success' } };
      assert.equal((await test.call(`${api}/statuses/${secret}`, status)).status, 404);
      for (const version of [0, 1, 2])
        for (const hash of [secret, tree, blob])
          assert.match(await fetchNew(hash, version), /not our ref|unadvertised/, hash);
      assert.deepEqual(await references(), []);
      assert.equal(await find('marmalade'), 0);
    };
    await isClosed();
    assert.equal(await statusOf(`/commits/${first}`), 200);
    await push('noted');
    await isOpen();
    assert.equal(await fetchNew(tag, 2), '');
    await push('--delete', 'noted');
    await isClosed();
    assert.match(await fetchNew(tag, 2), /not our ref/);
    await push('main');
    await isOpen();
    await push(`+${first}:main`);
    await isClosed();
    assert.equal(await fetchNew(first, 2), '');
    await runGit(work, 'clone', '--quiet', '--filter=blob:none', urlOf(), 'partial');
    assert.equal(await readFile(join(work, 'partial', 'file'), 'utf8'), 'one');
  });
});
