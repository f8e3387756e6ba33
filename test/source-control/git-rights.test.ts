// Rights that are taken while a push is on its way: what was allowed when it began is asked again before a ref moves.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { runGit, skipGit, tryGit } from '../support/git-client.ts';
import type { GitRun } from '../support/git-client.ts';
import { at, startApp, testPassword } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { startHoldingProxy } from '../support/holding-proxy.ts';
import type { HoldingProxy } from '../support/holding-proxy.ts';
import { expectRow, listAt } from '../support/scenario.ts';
import type { Row } from '../support/scenario.ts';
import { buildProject } from '../support/worlds.ts';

/** A project of its own, whose member `sam` pushes. */
interface Place {
  project: number;
  name: string;
  repository: number;
  folder: string;
  sam: string;
  samId: number;
  /** Of sam, for Git. */
  key: { id: number; secret: string };
}

interface Way {
  title: string;
  take(place: Place): Promise<unknown>;
  /** What git shows. */
  says: RegExp;
  withKey?: boolean;
}

describe('a push whose pusher loses the right meanwhile', { skip: skipGit }, () => {
  let test: TestApp;
  let proxy: HoldingProxy;
  let work: string;
  let clone: string;
  let head: string;
  let places = 0;
  const expect = (row: Row): ReturnType<typeof expectRow> => expectRow(test, row);

  before(async () => {
    test = await startApp();
    await test.addUser('ada');
    proxy = await startHoldingProxy(test.base);
    work = await mkdtemp(join(tmpdir(), 'tepal-git-rights-'));
    clone = join(work, 'clone');
    await runGit(work, 'init', '--quiet', clone);
    await writeFile(join(clone, 'file'), randomBytes(100_000));
    await runGit(clone, 'add', '.');
    await runGit(clone, 'commit', '--quiet', '-m', 'Begin');
    head = (await runGit(clone, 'rev-parse', 'HEAD')).trim();
  });
  after(async () => {
    await proxy.close();
    await test.close();
    await rm(work, { recursive: true });
  });

  const buildPlace = async (): Promise<Place> => {
    places += 1;
    const [sam, name] = [`sam${places}`, `forge${places}`];
    const samId = await test.addUser(sam);
    const users = (await test.call('/api/users?query=%7B%22username%22%3A%22ada%22%7D', { as: 'root' })).json;
    const world = await buildProject(test, {
      name,
      admins: [Number(at(users, '0.id'))],
      members: [samId],
      trackers: () => [],
    });
    const before = new Set(await readdir(join(test.app.dataDir, 'git')).catch(() => []));
    const body = { project_id: world.id, name: 'web' };
    const made = await expect({ method: 'POST', path: '/api/git', as: 'ada', body, status: 201 });
    const folder = (await readdir(join(test.app.dataDir, 'git'))).find(
      (one) => one.endsWith('.git') && !before.has(one),
    );
    const scopes = { description: 'git', scopes: ['write:git_repository'] };
    const key = await expect({ method: 'POST', path: '/api/access_keys', as: sam, body: scopes, status: 201 });
    const secret = String(at(key.json, 'identifier'));
    return {
      project: world.id,
      name,
      repository: Number(at(made.json, 'id')),
      folder: join(test.app.dataDir, 'git', folder ?? ''),
      sam,
      samId,
      key: { id: Number(/^tlp-k1-(\d+)\./.exec(secret)?.[1]), secret },
    };
  };

  const pushSlowly = async (place: Place, meanwhile: () => Promise<unknown>, withKey = false): Promise<GitRun> => {
    const url = new URL(`${proxy.base}/plugins/git/${place.name}/web.git`);
    [url.username, url.password] = [place.sam, withKey ? place.key.secret : testPassword];
    const isHeld = proxy.hold();
    const pushing = tryGit(clone, ['push', url.href, 'main', 'main:topic']);
    const release = await Promise.race([
      isHeld,
      pushing.then(({ text }) => Promise.reject(new Error(`the push ended early: ${text}`))),
    ]);
    await until(async () => (await readdir(join(place.folder, 'objects'))).some((name) => name.includes('incoming')));
    await meanwhile();
    release();
    return pushing;
  };

  const permissions = (place: Place, change: object): Promise<unknown> => {
    const members = { id: `${place.project}_3` };
    const body = { read: [members], write: [members], rewind: [], ...change };
    const path = `/api/git/${place.repository}/permissions`;
    return expect({ method: 'PUT', path, as: 'ada', body, status: 200 });
  };
  const setProject = (place: Place, status: string): Promise<unknown> =>
    expect({ method: 'PATCH', path: `/api/projects/${place.project}`, as: 'root', body: { status }, status: 200 });

  const ways: Way[] = [
    {
      title: 'who is removed from the project',
      take: ({ project }) =>
        expect({
          method: 'PUT',
          path: `/api/user_groups/${project}_3/users`,
          as: 'ada',
          body: { user_references: [{ username: 'ada' }] },
          status: 200,
        }),
      says: /remote: you no longer have permission to push to this repository/,
    },
    {
      title: 'from whom the right to write is withdrawn',
      take: (place) => permissions(place, { write: [{ id: `${place.project}_4` }] }),
      says: /remote: you no longer have permission to push to this repository/,
    },
    {
      title: 'from whom the right to one branch is withdrawn',
      take: (place) => permissions(place, { patterns: [{ pattern: 'refs/heads/main', write: [], rewind: [] }] }),
      says: /remote: your permissions in this repository changed during the push/,
    },
    {
      title: 'whose account is suspended',
      take: ({ samId }) =>
        expect({
          method: 'PATCH',
          path: `/api/users/${samId}`,
          as: 'root',
          body: { values: { status: 'S' } },
          status: 200,
        }),
      says: /remote: .*(?:not active|suspended)/,
    },
    {
      title: 'whose project is suspended',
      take: (place) => setProject(place, 'suspended'),
      says: /remote: .*suspended/,
    },
    {
      title: 'whose project is deleted',
      take: ({ project }) => expect({ method: 'DELETE', path: `/api/projects/${project}`, as: 'root', status: 200 }),
      says: /remote: .*deleted/,
    },
    {
      title: 'whose repository is gone',
      take: ({ repository }) =>
        test.app.database.transact((tx) => tx.deleteFrom('git_repositories').where('id', '=', repository).execute()),
      says: /remote: this Git repository does not exist/,
    },
    {
      title: 'whose project switches Git off',
      async take({ project }) {
        const path = `/api/projects/${project}/project_services?limit=50`;
        const listed = listAt((await expect({ path, as: 'ada', status: 200 })).json);
        const service = String(
          at(
            listed.find((one) => at(one, 'name') === 'plugin_git'),
            'id',
          ),
        );
        const body = { is_enabled: false };
        return expect({ method: 'PUT', path: `/api/project_services/${service}`, as: 'ada', body, status: 200 });
      },
      says: /remote: this Git repository does not exist/,
    },
    {
      title: 'whose access key is revoked',
      take: ({ key, sam }) => expect({ method: 'DELETE', path: `/api/access_keys/${key.id}`, as: sam, status: 200 }),
      says: /remote: the access key is unknown or expired/,
      withKey: true,
    },
    {
      title: 'whose account is suspended, with an access key',
      take: ({ samId }) =>
        expect({
          method: 'PATCH',
          path: `/api/users/${samId}`,
          as: 'root',
          body: { values: { status: 'S' } },
          status: 200,
        }),
      says: /remote: .*(?:unknown|suspended)/,
      withKey: true,
    },
    {
      title: 'where Git is switched off',
      take: () => test.app.features.site.changeSetting('git_http_url', '0'),
      says: /remote: Git over HTTP is disabled/,
    },
  ];
  for (const { title, take, says, withKey } of ways)
    it(`is refused: ${title}`, async () => {
      const place = await buildPlace();
      const { status, text } = await pushSlowly(place, () => take(place), withKey);
      await test.app.features.site.changeSetting('git_http_url', '1');
      assert.equal(status, 1, text);
      assert.match(text, says);
      assert.equal(await runGit(place.folder, 'for-each-ref'), '');
      assert.match(
        (await tryGit(place.folder, ['cat-file', '-t', head])).text,
        /could not get object info|Not a valid/,
      );
      const refs = test.app.database.read
        .selectFrom('git_refs')
        .selectAll()
        .where('repository_id', '=', place.repository);
      assert.deepEqual(await refs.execute(), []);
    });

  it('goes through where something else changes, by name and password and by access key', async () => {
    for (const withKey of [false, true]) {
      const place = await buildPlace();
      const { status, text } = await pushSlowly(
        place,
        () => permissions(place, { read: [{ id: `${place.project}_3` }], rewind: [{ id: `${place.project}_4` }] }),
        withKey,
      );
      assert.equal(status, 0, text);
      assert.match(await runGit(place.folder, 'for-each-ref'), new RegExp(`${head} commit\\trefs/heads/main`));
    }
  });
});
