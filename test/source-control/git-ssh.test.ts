// Tier: all, because it starts many programs of source control.
// SSH keys of accounts, and Git over SSH with the real git, ssh and sshd: the same rights as over HTTP, and keys that end.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { onOneEngine } from '../../src/platform/database/test-place.testing.ts';
import { runGit, skipGit, skipLfs, tryGit } from '../support/git-client.ts';
import type { GitRun } from '../support/git-client.ts';
import { at, readEventLog, startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { run } from '../support/hook-programs.ts';
import type { Ran } from '../support/hook-programs.ts';
import { expectRow, listAt, sampleFolder } from '../support/scenario.ts';
import { skipSshd, startSshd } from '../support/sshd.ts';
import type { Sshd } from '../support/sshd.ts';

describe('SSH keys of accounts', () => {
  const ed25519 = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJZrgMuPKUlzUlW8rd4nBXFMpIgmB8S7ZCgUn1xUqRZk me@laptop';
  let test: TestApp;
  let anaId = 0;
  before(async () => {
    test = await startApp({ archives: [sampleFolder('scrum')] });
    await test.addUser('stranger');
    anaId = Number(at((await test.call('/api/users/self', { as: 'ana' })).json, 'id'));
  });
  after(() => test.close());

  const add = (key: string, as: string, status: number, ...contains: string[]) =>
    expectRow(test, { path: '/api/ssh_keys', method: 'POST', as, body: { key }, status, contains });

  it('are added, listed and removed by their owners', async () => {
    const made = await add(ed25519, 'ana', 201, '"type":"ssh-ed25519"', '"comment":"me@laptop"', 'SHA256:');
    const id = Number(at(made.json, 'id'));
    await add(`${ed25519.split(' ').slice(0, 2).join(' ')} other`, 'stranger', 409, 'already');
    const path = `/api/users/${anaId}/ssh_keys`;
    await expectRow(test, { path, as: 'ana', status: 200, contains: [`"id":${id}`, '"last_used_on":null'] });
    await expectRow(test, { path, as: 'root', status: 200, contains: [`"id":${id}`] });
    await expectRow(test, { path, as: 'stranger', status: 403 });
    const members = { path: '/api/users_memberships?query=with_ssh_key', as: 'root', status: 200 };
    const shown = await expectRow(test, members);
    assert.equal(at(shown.json, '0.username'), 'ana');
    assert.ok(listAt(shown.json, '0.user_groups').includes('meadow-scrum_project_members'));
    assert.equal(shown.headers.get('x-pagination-size'), '1');
    await expectRow(test, { path: `/api/ssh_keys/${id}`, method: 'DELETE', as: 'stranger', status: 404 });
    await expectRow(test, { path: `/api/ssh_keys/${id}`, method: 'DELETE', as: 'ana', status: 200 });
    await expectRow(test, { path, as: 'ana', status: 200, lacks: ['ed25519'] });
    assert.deepEqual((await expectRow(test, members)).json, []);
  });

  it('are refused where they are none, damaged, weak or private', async () => {
    await add('hello', 'ana', 400, '.pub');
    await add(ed25519.replace('ssh-ed25519 AAAA', 'ssh-rsa AAAA'), 'ana', 400, 'damaged');
    await add(ed25519.replace('UqRZk', ''), 'ana', 400, 'damaged');
    await add('ssh-dss AAAAB3NzaC1kc3MAAACB', 'ana', 400, 'ssh-dss');
    await add('-----BEGIN OPENSSH PRIVATE KEY-----', 'ana', 400, 'private');
    await add(`${ed25519}\nssh-ed25519 AAAA second`, 'ana', 400);
    await add('x'.repeat(5000), 'ana', 400);
  });
});

describe('Git over SSH', { skip: skipGit === false ? skipSshd : skipGit }, () => {
  let sshd: Sshd;
  let test: TestApp;
  let work: string;
  let clone: string;
  let id = 0;
  const ssh = new Map<string, string>();
  const keyIds = new Map<string, number>();

  const git = (as: string, folder: string, ...args: string[]): Promise<GitRun> =>
    tryGit(folder, ['-c', `core.sshCommand=${ssh.get(as) ?? ''}`, ...args]);
  const done = async (run_: Promise<GitRun>): Promise<string> => {
    const { status, text } = await run_;
    assert.equal(status, 0, text);
    return text;
  };
  const refused = async (run_: Promise<GitRun>, pattern: RegExp): Promise<void> => {
    const { status, text } = await run_;
    assert.notEqual(status, 0, text);
    assert.match(text, pattern);
  };
  const call = (as: string, ...command: string[]) => {
    const [program = '', ...options] = (ssh.get(as) ?? '').split(' ');
    const { hostname, port, username } = new URL(sshd.url);
    return run(program, [...options, '-p', port, `${username}@${hostname}`, ...command]);
  };
  const address = (name = 'app'): string => `${sshd.url}/meadow-scrum/${name}.git`;
  const permit = (change: object) => {
    const body = { read: [{ id: '101_3' }], write: [{ id: '101_3' }], rewind: [], ...change };
    return expectRow(test, { method: 'PUT', path: `/api/git/${id}/permissions`, as: 'ana', body, status: 200 });
  };
  const commit = async (message: string): Promise<string> => {
    await runGit(clone, 'commit', '--quiet', '--allow-empty', '-m', message);
    return (await runGit(clone, 'rev-parse', 'HEAD')).trim();
  };

  before(async () => {
    test = await startApp({
      archives: [sampleFolder('scrum')],
      settings: "$git_ssh_url = 'ssh://git@forge.example.com:2222';",
    });
    await test.addUser('stranger');
    for (const service of test.app.features.parts.services) await service.start(undefined);
    sshd = await startSshd(test.app.dataDir);
    for (const [as, type] of [
      ['ana', 'ed25519'],
      ['bruno', 'rsa'],
      ['stranger', 'ed25519'],
      ['unknown', 'ed25519'],
    ] as const) {
      const made = await sshd.makeKey(as, type);
      ssh.set(as, made.ssh);
      if (as === 'unknown') continue;
      const row = { path: '/api/ssh_keys', method: 'POST', as, body: { key: made.line }, status: 201 };
      keyIds.set(as, Number(at((await expectRow(test, row)).json, 'id')));
    }
    const body = { project_id: 101, name: 'app' };
    const made = await expectRow(test, { path: '/api/git', method: 'POST', as: 'ana', body, status: 201 });
    id = Number(at(made.json, 'id'));
    assert.equal(at(made.json, 'clone_ssh_url') ?? '', 'ssh://git@forge.example.com:2222/meadow-scrum/app.git');
    await permit({});
    work = await mkdtemp(join(tmpdir(), 'tepal-git-ssh-'));
    clone = join(work, 'clone');
    await runGit(work, 'init', '--quiet', clone);
  });
  after(async () => {
    await sshd.close();
    await Promise.all(test.app.features.parts.services.map((service) => service.stop(1000)));
    await test.close();
    await rm(work, { recursive: true });
  });

  it('pushes, clones and fetches, whole and shallow, and records whose it was', async () => {
    const first = await commit('Begin');
    await done(git('bruno', clone, 'push', '-o', 'ci.skip', address(), 'main'));
    const branches = await expectRow(test, { path: `/api/git/${id}/branches`, as: 'ana', status: 200 });
    assert.equal(at(branches.json, '0.commit.id'), first);
    const events = await readEventLog(test.app);
    const bruno = Number(at((await test.call('/api/users/self', { as: 'bruno' })).json, 'id'));
    const pushed = events.find(({ kind }) => kind === 'git-push');
    assert.deepEqual([pushed?.by, at(pushed?.details, 'pushOptions')], [bruno, ['ci.skip']]);
    await commit('Go on');
    await done(git('ana', clone, 'push', address(), 'main'));
    await done(git('ana', work, 'clone', '--quiet', '--depth', '1', address(), 'shallow'));
    await done(git('ana', join(work, 'shallow'), 'fetch', '--unshallow'));
    assert.equal((await runGit(join(work, 'shallow'), 'rev-list', '--count', 'HEAD')).trim(), '2');
    const keys = await expectRow(test, { path: `/api/users/${bruno}/ssh_keys`, as: 'bruno', status: 200 });
    await until(async () => {
      const again = await expectRow(test, { path: `/api/users/${bruno}/ssh_keys`, as: 'bruno', status: 200 });
      return at(again.json, '0.last_used_on') !== null;
    });
    assert.equal(at(keys.json, '0.id'), keyIds.get('bruno'));
  });

  it('moves a megabyte that can not be compressed, both ways', onOneEngine, async () => {
    const bytes = Buffer.from(Array.from({ length: 1_000_000 }, (_, index) => (index * 7919 * (index % 251)) & 255));
    await writeFile(join(clone, 'bytes'), bytes);
    await runGit(clone, 'add', 'bytes');
    await runGit(clone, 'commit', '--quiet', '-m', 'Bytes');
    await done(git('ana', clone, 'push', address(), 'main'));
    await done(git('bruno', work, 'clone', '--quiet', address(), 'whole'));
    assert.ok(bytes.equals(await readFile(join(work, 'whole', 'bytes'))));
  });

  it(
    'tells git-lfs where large files are and lets it in there, for as long as the key is',
    { skip: skipLfs || onOneEngine.skip },
    async () => {
      await test.app.features.site.changeSetting('public_url', test.base);
      const tracked = join(work, 'tracked');
      const bytes = randomBytes(300_000);
      const oid = createHash('sha256').update(bytes).digest('hex');
      await runGit(work, 'init', '--quiet', tracked);
      await runGit(tracked, 'lfs', 'install', '--local');
      await runGit(tracked, 'lfs', 'track', '*.bin');
      await writeFile(join(tracked, 'big.bin'), bytes);
      await runGit(tracked, 'add', '-A');
      await runGit(tracked, 'commit', '--quiet', '-m', 'Large');
      await done(git('bruno', tracked, 'push', address(), 'main:large'));
      await done(git('ana', work, 'clone', '--quiet', '--branch', 'large', address(), 'fetched'));
      await runGit(join(work, 'fetched'), 'lfs', 'install', '--local');
      await done(git('ana', join(work, 'fetched'), 'lfs', 'pull'));
      assert.ok(bytes.equals(await readFile(join(work, 'fetched', 'big.bin'))));

      const asked = async (as: string, operation: string) => {
        const { status, output, errors } = await call(as, 'git-lfs-authenticate', '/meadow-scrum/app.git', operation);
        assert.equal(status, 0, errors);
        const told: unknown = JSON.parse(output);
        return { href: String(at(told, 'href')), authorization: String(at(told, 'header.Authorization')) };
      };
      const { href, authorization } = await asked('bruno', 'download');
      assert.equal(href, `${test.base}/plugins/git/meadow-scrum/app.git/info/lfs`);
      const send = (path: string, method: string, proof: string, body?: object) =>
        test.call(path, { method, headers: { authorization: proof }, ...(body === undefined ? {} : { body }) });
      const object = `/plugins/git/meadow-scrum/app.git/info/lfs/objects/${oid}`;
      assert.equal((await send(object, 'GET', authorization)).status, 200);
      assert.equal((await send(object, 'PUT', authorization, {})).status, 401);
      const refs = '/plugins/git/meadow-scrum/app.git/info/refs?service=git-upload-pack';
      assert.equal((await send(refs, 'GET', authorization)).status, 401);
      assert.equal((await send('/api/users/self', 'GET', authorization)).status, 401);
      const altered = Buffer.from(authorization.slice('Basic '.length), 'base64').toString().replace('.r.', '.w.');
      assert.equal((await send(object, 'GET', `Basic ${btoa(altered)}`)).status, 401);
      assert.equal((await send(object, 'PUT', (await asked('bruno', 'upload')).authorization, {})).status, 400);
      for (const command of [
        ['git-lfs-authenticate', 'meadow-scrum/app.git', 'erase'],
        ['git-lfs-authenticate', 'meadow-scrum/none.git', 'download'],
        ['git-lfs-transfer', 'meadow-scrum/app.git', 'download'],
      ])
        assert.equal((await call('bruno', ...command)).status, 1);
      assert.equal((await call('stranger', 'git-lfs-authenticate', 'meadow-scrum/app.git', 'upload')).status, 1);
      const extra = await sshd.makeKey('extra');
      ssh.set('extra', extra.ssh);
      const row = { path: '/api/ssh_keys', method: 'POST', as: 'bruno', body: { key: extra.line }, status: 201 };
      const extraId = Number(at((await expectRow(test, row)).json, 'id'));
      const given = await asked('extra', 'download');
      assert.equal((await send(object, 'GET', given.authorization)).status, 200);
      await expectRow(test, { path: `/api/ssh_keys/${extraId}`, method: 'DELETE', as: 'bruno', status: 200 });
      assert.equal((await send(object, 'GET', given.authorization)).status, 401);
    },
  );

  it('refuses who may not, in words, and strangers without telling what there is', onOneEngine, async () => {
    await refused(git('stranger', clone, 'ls-remote', address()), /tepal: /);
    await refused(git('ana', clone, 'ls-remote', address('none')), /tepal: /);
    await permit({ read: [{ id: '2' }] });
    await refused(git('stranger', clone, 'push', address(), 'main:x'), /you don't have permission to push/);
    await commit('Rewound');
    await done(git('ana', clone, 'push', address(), 'main'));
    await runGit(clone, 'reset', '--quiet', '--hard', 'HEAD~1');
    await refused(git('ana', clone, 'push', '--force', address(), 'main'), /don't have permission to rewind/);
    await refused(git('ana', clone, 'push', address(), 'main:refs/odd/x'), /only branches, tags and notes/);
    await permit({});
  });

  it('gives nothing out by its hash that no branch leads to', onOneEngine, async () => {
    await permit({ rewind: [{ id: '101_3' }] });
    await runGit(clone, 'checkout', '--quiet', '-b', 'secret');
    const hash = await commit('A secret');
    await done(git('ana', clone, 'push', address(), 'secret'));
    await done(git('bruno', join(work, 'shallow'), 'fetch', address(), hash));
    await done(git('ana', clone, 'push', address(), ':secret'));
    for (const protocol of ['0', '2'])
      await refused(
        git('bruno', join(work, 'whole'), '-c', `protocol.version=${protocol}`, 'fetch', address(), hash),
        /not our ref|unadvertised object/,
      );
    await runGit(clone, 'checkout', '--quiet', 'main');
    await permit({});
  });

  it('runs nothing else', onOneEngine, async () => {
    for (const command of [
      ['ls', '/'],
      ["git-upload-pack '/meadow-scrum/app.git'; id"],
      ['git-upload-pack', '$(id)'],
      ['git', 'upload-archive', 'meadow-scrum/app.git'],
    ]) {
      const { status, output, errors } = await call('ana', ...command);
      assert.equal(status, 1, errors);
      assert.equal(output, '');
      assert.match(errors, /only accepts git|there is no/);
    }
  });

  it(
    'gives no terminal, shell, file transfer or way into the network, and takes no variables',
    onOneEngine,
    async () => {
      const { port } = new URL(sshd.url);
      const own = `127.0.0.1:${port}`;
      const uploads = `git-upload-pack '/meadow-scrum/app.git'`;
      const withOptions = (options: string[], ...command: string[]): Promise<Ran> => {
        const [program = '', ...usual] = (ssh.get('ana') ?? '').split(' ');
        const { hostname, username } = new URL(sshd.url);
        const loud = usual.filter((option) => option !== '-q');
        return run(program, [...loud, ...options, '-p', port, `${username}@${hostname}`, ...command]);
      };
      const answered = await withOptions([], uploads);
      assert.match(answered.output, /refs\/heads\/main/);
      for (const [options, command, reason] of [
        [['-tt'], [uploads], /PTY allocation request failed/],
        [[], [], /only accepts git/],
        [['-s'], ['sftp'], /only accepts git|there is no|subsystem request failed/],
        [['-W', own], [], /prohibited|open failed/],
        [['-N', '-o', 'ExitOnForwardFailure=yes', '-R', `0:${own}`], [], /remote port forwarding failed/],
      ] as const) {
        const { status, output, errors } = await withOptions([...options], ...command);
        assert.match(errors, reason);
        assert.doesNotMatch(output, /SSH-2\.0|root:/);
        if (command[0] !== uploads) assert.notEqual(status, 0, errors);
      }
      const traced = join(work, 'traced');
      const variables = [
        `GIT_TRACE=${traced}`,
        `NODE_OPTIONS=--require=${traced}`,
        `TEPAL_DATA=${work}`,
        'PATH=/nowhere',
      ];
      const set = await withOptions(['-A', '-X', '-o', `SetEnv=${variables.join(' ')}`], uploads);
      assert.equal(set.output, answered.output);
      await assert.rejects(readFile(traced), { code: 'ENOENT' });
      for (const name of [
        "'--upload-pack=id'",
        "'-oProxyCommand=id'",
        "'../../etc'",
        "'/meadow-scrum/../cellar/app.git'",
        "'/meadow-scrum/app.git\n'",
      ]) {
        const { status, output } = await call('ana', `git-upload-pack ${name}`);
        assert.equal(status, 1, name);
        assert.equal(output, '');
      }
    },
  );

  it('asks once more before a branch moves', async () => {
    const hook = join(clone, '.git', 'hooks', 'pre-push');
    const [reached, goOn] = [join(work, 'reached'), join(work, 'go-on')];
    await writeFile(hook, `#!/bin/sh\ntouch '${reached}'\nwhile [ ! -e '${goOn}' ]; do sleep 0.05; done\n`);
    await chmod(hook, 0o755);
    await commit('Too late');
    const pushing = git('bruno', clone, 'push', address(), 'main:late');
    await until(async () => (await readFile(reached).catch(() => undefined)) !== undefined);
    await permit({ write: [{ id: '101_4' }] });
    await writeFile(goOn, '');
    await refused(pushing, /you no longer have permission to push to this repository/);
    await rm(hook);
    await permit({});
    await done(git('bruno', clone, 'push', address(), 'main:late'));
  });

  it('knows no key that was not added, or was removed, and no account that may not act', async () => {
    await refused(git('unknown', clone, 'ls-remote', address()), /Could not read from remote/);
    await test.app.database.transact((tx) =>
      tx.updateTable('users').set({ status: 'S' }).where('username', '=', 'bruno').execute(),
    );
    await refused(git('bruno', clone, 'ls-remote', address()), /belongs to no active account/);
    const path = `/api/ssh_keys/${keyIds.get('ana')}`;
    await done(git('ana', clone, 'ls-remote', address()));
    await expectRow(test, { path, method: 'DELETE', as: 'ana', status: 200 });
    await refused(git('ana', clone, 'ls-remote', address()), /Could not read from remote/);
  });
});
