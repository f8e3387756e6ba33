// Large files of Git repositories, with the real git-lfs.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { exportArchive, importArchive } from '../../src/features/archive/index.ts';
import { listBlobsToRemove } from '../../src/features/attachments/index.ts';
import { listNeededBlobs } from '../../src/features/backup/named-files.ts';
import { runGit, skipLfs, tryGit } from '../support/git-client.ts';
import { at, startApp, testPassword } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { expectRow, listAt, sampleFolder } from '../support/scenario.ts';

describe('Git LFS', { skip: skipLfs }, () => {
  let test: TestApp;
  let work: string;
  let clone: string;
  let id: number;
  const bytes = randomBytes(3_000_000);
  const oid = createHash('sha256').update(bytes).digest('hex');

  const urlOf = (as: string, name = 'web'): string => {
    const url = new URL(`${test.base}/plugins/git/meadow-scrum/${name}.git`);
    [url.username, url.password] = [as, testPassword];
    return url.href;
  };
  const lfs = async (
    path: string,
    as: string | undefined,
    body?: object,
    method = body === undefined ? 'GET' : 'POST',
  ) => {
    const { status, headers, text } = await test.call(`/plugins/git/meadow-scrum/web.git/info/lfs/${path}`, {
      method,
      ...(as === undefined ? {} : { headers: { authorization: `Basic ${btoa(`${as}:${testPassword}`)}` } }),
      ...(body === undefined ? {} : { body }),
    });
    const isJson = headers.get('content-type') === 'application/vnd.git-lfs+json';
    const json: unknown = isJson ? JSON.parse(text) : undefined;
    return { status, json };
  };
  const download = async (name: string, as: string, folder: string): Promise<Buffer> => {
    await runGit(work, 'clone', '--quiet', urlOf(as, name), folder);
    await runGit(join(work, folder), 'lfs', 'install', '--local');
    await runGit(join(work, folder), 'lfs', 'pull');
    return readFile(join(work, folder, 'big.bin'));
  };

  before(async () => {
    test = await startApp({ archives: [sampleFolder('scrum')] });
    await test.app.features.site.changeSetting('public_url', test.base);
    await test.addUser('stranger');
    for (const as of ['ana', 'bruno']) await test.call('/api/projects/101', { as });
    work = await mkdtemp(join(tmpdir(), 'tepal-lfs-'));
    clone = join(work, 'clone');
    await runGit(work, 'init', '--quiet', clone);
    const body = { project_id: 101, name: 'web' };
    const made = await expectRow(test, { method: 'POST', path: '/api/git', as: 'ana', body, status: 201 });
    id = Number(at(made.json, 'id'));
    await runGit(clone, 'lfs', 'install', '--local');
    await runGit(clone, 'lfs', 'track', '*.bin');
    await writeFile(join(clone, 'big.bin'), bytes);
    await writeFile(join(clone, 'empty.bin'), '');
    await runGit(clone, 'add', '-A');
    await runGit(clone, 'commit', '--quiet', '-m', 'large');
    await runGit(clone, 'remote', 'add', 'origin', urlOf('ana'));
    await runGit(clone, 'push', '--quiet', 'origin', 'main');
  });
  after(async () => {
    await test.close();
    await rm(work, { recursive: true });
  });

  it('keeps what is pushed, and gives it to clones and to raw addresses', async () => {
    assert.ok((await download('web', 'bruno', 'second')).equals(bytes));
    const raw = await test.call(`/repositories/${id}/raw?ref=main&path=big.bin`, { as: 'bruno' });
    assert.equal(raw.headers.get('content-length'), '3000000');
    assert.equal(raw.headers.get('content-type'), 'application/octet-stream');
    const [row] = await test.app.database.read
      .selectFrom('git_lfs_objects')
      .selectAll()
      .where('oid', '=', oid)
      .execute();
    assert.equal(row?.size_bytes, 3_000_000);
    assert.equal(raw.headers.get('x-large-file'), `stored; oid=${oid}; size=3000000`);
    const files = `/api/git/${id}/files?ref=main&path_to_file=`;
    const file = await expectRow(test, { path: `${files}big.bin`, as: 'bruno', status: 200 });
    assert.deepEqual(at(file.json, 'large_file'), { oid, size: 3_000_000, is_stored: true });
    assert.equal(at(file.json, 'size'), 3_000_000);
    assert.ok(bytes.equals(Buffer.from(String(at(file.json, 'content')), 'base64')));
    const plain = await expectRow(test, { path: `${files}.gitattributes`, as: 'bruno', status: 200 });
    assert.equal(at(plain.json, 'large_file'), undefined);
    const changed = await expectRow(test, { path: `/api/git/${id}/commits/main/diff`, as: 'bruno', status: 200 });
    assert.deepEqual(
      listAt(changed.json, 'files').map((one) => [at(one, 'path'), at(one, 'large_file')]),
      [
        ['.gitattributes', undefined],
        ['big.bin', { old: null, new: { oid, size: 3_000_000 } }],
        ['empty.bin', undefined],
      ],
    );
  });

  it('says of what was never sent, or is too long for JSON, what there is', async () => {
    const body = { some: 'bytes' };
    const late = createHash('sha256').update(JSON.stringify(body)).digest('hex');
    const { length } = JSON.stringify(body);
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${late}\nsize ${length}\n`;
    await writeFile(join(clone, 'late.txt'), pointer);
    await runGit(clone, 'add', 'late.txt');
    await runGit(clone, 'commit', '--quiet', '-m', 'late');
    await runGit(clone, 'push', '--quiet', '--no-verify', 'origin', 'main:late');
    const path = `/api/git/${id}/files?ref=late&path_to_file=late.txt`;
    const raw = `/repositories/${id}/raw?ref=late&path=late.txt`;
    const missing = await expectRow(test, { path, as: 'bruno', status: 200 });
    assert.deepEqual(at(missing.json, 'large_file'), { oid: late, size: length, is_stored: false });
    assert.equal(Buffer.from(String(at(missing.json, 'content')), 'base64').toString(), pointer);
    const shown = await test.call(raw, { as: 'bruno' });
    assert.equal(shown.headers.get('x-large-file'), `missing; oid=${late}; size=${length}`);
    assert.equal(shown.text, pointer);
    assert.equal((await lfs(`objects/${late}`, 'ana', body, 'PUT')).status, 200);
    const proof = { as: 'bruno', headers: { 'if-none-match': shown.headers.get('etag') ?? '' } };
    assert.equal((await test.call(raw, proof)).text, JSON.stringify(body));
    const there = await expectRow(test, { path, as: 'bruno', status: 200, contains: ['"is_stored":true'] });
    assert.equal(Buffer.from(String(at(there.json, 'content')), 'base64').toString(), JSON.stringify(body));
    await test.app.database.transact((tx) =>
      tx.updateTable('git_lfs_objects').set({ size_bytes: 9_000_000 }).where('oid', '=', late).execute(),
    );
    await expectRow(test, { path, as: 'bruno', status: 413, contains: ['9000000', 'raw'] });
    await test.app.database.transact((tx) => tx.deleteFrom('git_lfs_objects').where('oid', '=', late).execute());
  });

  it('answers batches, and refuses what may not be', async () => {
    const objects = [
      { oid, size: 5 },
      { oid: 'a'.repeat(64), size: 7 },
    ];
    const down = await lfs('objects/batch', 'bruno', { operation: 'download', objects });
    assert.equal(down.status, 200);
    assert.equal(at(down.json, 'objects.0.size'), 3_000_000);
    assert.match(String(at(down.json, 'objects.0.actions.download.href')), new RegExp(`/info/lfs/objects/${oid}$`));
    assert.equal(at(down.json, 'objects.1.error.code'), 404);
    const up = await lfs('objects/batch', 'ana', { operation: 'upload', objects });
    assert.equal(at(up.json, 'objects.0.actions'), undefined);
    assert.match(String(at(up.json, 'objects.1.actions.upload.href')), /a{64}$/);
    const large = { operation: 'upload', objects: [{ oid: 'b'.repeat(64), size: 536_870_913 }] };
    assert.equal(at((await lfs('objects/batch', 'ana', large)).json, 'objects.0.error.code'), 422);
    const many = Array.from({ length: 1001 }, (_, index) => ({ oid: String(index).padStart(64, '0'), size: 1 }));
    assert.equal((await lfs('objects/batch', 'ana', { operation: 'download', objects: many })).status, 413);
    for (const body of [{}, { operation: 'up', objects }, { operation: 'upload', objects: [{ oid: '../x', size: 1 }] }])
      assert.equal((await lfs('objects/batch', 'ana', body)).status, 400);
    assert.equal((await lfs('objects/batch', 'ana', { operation: 'upload', objects, transfers: ['ssh'] })).status, 400);
    assert.equal((await lfs('objects/batch', 'stranger', { operation: 'upload', objects })).status, 403);
    assert.equal((await lfs('objects/batch', undefined, { operation: 'download', objects })).status, 401);
    assert.equal((await lfs('objects/verify', 'ana', { oid, size: 3_000_000 })).status, 200);
    assert.equal((await lfs('objects/verify', 'ana', { oid, size: 1 })).status, 400);
    assert.equal((await lfs(`objects/${'a'.repeat(64)}`, 'ana')).status, 404);
    assert.equal((await lfs('objects/nothing', 'ana')).status, 404);
    assert.equal((await lfs(`objects/${'a'.repeat(64)}`, 'ana', { other: 'bytes' }, 'PUT')).status, 400);
    assert.equal((await lfs(`objects/${'a'.repeat(64)}`, undefined, { other: 'bytes' }, 'PUT')).status, 401);
    await test.app.features.site.changeSetting('git_lfs_max_file_size', '5');
    assert.equal((await lfs(`objects/${'a'.repeat(64)}`, 'ana', { other: 'bytes' }, 'PUT')).status, 413);
    await test.app.features.site.changeSetting('git_lfs_max_file_size', '536870912');
  });

  it('locks files for one person, whom others are told of', async () => {
    await runGit(clone, 'lfs', 'lock', 'big.bin');
    assert.match(await runGit(clone, 'lfs', 'locks'), /big\.bin\s+ana/);
    const other = join(work, 'second');
    const { status, text } = await tryGit(other, ['lfs', 'lock', 'big.bin']);
    assert.notEqual(status, 0);
    assert.match(text, /ana has locked it|already/i);
    assert.notEqual((await tryGit(other, ['lfs', 'unlock', 'big.bin'])).status, 0);
    const [found] = listAt((await lfs('locks?path=big.bin', 'bruno')).json, 'locks');
    const lockId = String(at(found, 'id'));
    assert.equal((await lfs(`locks/${lockId}/unlock`, 'bruno', { force: true })).status, 403);
    const verified = await lfs('locks/verify', 'bruno', {});
    assert.deepEqual([listAt(verified.json, 'ours').length, listAt(verified.json, 'theirs').length], [0, 1]);
    assert.equal((await lfs('locks', 'bruno', { path: 'a\u0000b' })).status, 400);
    assert.equal((await lfs('locks', 'stranger', { path: 'a' })).status, 403);
    await runGit(clone, 'lfs', 'unlock', 'big.bin');
    assert.equal(listAt((await lfs('locks', 'bruno')).json, 'locks').length, 0);
  });

  it('has them in forks, backups and what is left once a repository is gone', async () => {
    const forked = await expectRow(test, {
      method: 'POST',
      path: `/api/git/${id}/forks`,
      as: 'bruno',
      body: {},
      status: 201,
    });
    assert.ok((await download(String(at(forked.json, 'name')), 'bruno', 'third')).equals(bytes));
    const list = await Array.fromAsync(listNeededBlobs(test.app.database.read, test.app.features.parts.backup));
    assert.ok(list.some(({ owner }) => owner === `the LFS object ${oid}`));
  });

  it('gets those of a pull request from a fork alone, which count to the fork until they are merged', async () => {
    const [fork] = await test.app.database.read
      .selectFrom('git_repositories')
      .selectAll()
      .where('parent_id', '=', id)
      .execute();
    assert.ok(fork !== undefined);
    const folder = join(work, 'third');
    const add = async (branch: string, from: string, content: Buffer): Promise<string> => {
      await runGit(folder, 'checkout', '--quiet', '-b', branch, from);
      await writeFile(join(folder, `${branch}.bin`), content);
      await runGit(folder, 'add', '.');
      await runGit(folder, 'commit', '--quiet', '-m', branch);
      await runGit(folder, 'push', '--quiet', urlOf('bruno', fork.name), branch);
      return createHash('sha256').update(content).digest('hex');
    };
    const asked = await add('topic', 'main', randomBytes(2000));
    const other = await add('other', 'main', randomBytes(3000));
    const rows = async () =>
      new Map(
        (
          await test.app.database.read
            .selectFrom('git_lfs_objects')
            .select(['oid', 'brought_from'])
            .where('repository_id', '=', id)
            .execute()
        ).map((row) => [row.oid, row.brought_from]),
      );
    const before = await rows();
    const body = { repository_id: fork.id, branch_src: 'topic', repository_dest_id: id, branch_dest: 'main' };
    const made = await expectRow(test, { method: 'POST', path: '/api/pull_requests', as: 'bruno', body, status: 201 });
    assert.deepEqual(await rows(), new Map([...before, [asked, fork.id]]));
    assert.equal((await lfs(`objects/${other}`, 'ana')).status, 404);
    await expectRow(test, {
      method: 'PATCH',
      path: `/api/pull_requests/${String(at(made.json, 'id'))}`,
      as: 'ana',
      body: { status: 'merge' },
      status: 200,
    });
    assert.deepEqual(await rows(), new Map([...before, [asked, null]]));
  });

  it('has them in archives, from which they come back', async (context) => {
    const path = join(work, 'archive');
    const { database, blobs, clock, features } = test.app;
    const { archive: parts } = features.parts;
    await exportArchive({ database, blobs, parts }, { unixName: 'meadow-scrum', path });
    const second = await startApp();
    context.after(() => second.close());
    const deps = { ...second.app, parts: second.app.features.parts.archive, clock };
    await importArchive(deps, { path, as: 'root', mode: { automap: 'A' } });
    const all = (from: TestApp) =>
      from.app.database.read
        .selectFrom('git_lfs_objects')
        .innerJoin('git_repositories', 'git_repositories.id', 'git_lfs_objects.repository_id')
        .select(['git_repositories.name', 'oid', 'size_bytes'])
        .orderBy('name')
        .orderBy('oid')
        .execute();
    assert.deepEqual(await all(second), await all(test));
    const [row] = await second.app.database.read
      .selectFrom('git_repositories')
      .select('id')
      .where('name', '=', 'web')
      .execute();
    const raw = await second.call(`/repositories/${row?.id}/raw?ref=main&path=big.bin`, { as: 'root' });
    assert.equal(raw.headers.get('content-length'), '3000000');

    const large = join(path, 'tepal-repositories', `large-${oid}`);
    await writeFile(large, 'other');
    const third = await startApp();
    context.after(() => third.close());
    const broken = { ...third.app, parts: third.app.features.parts.archive, clock };
    await assert.rejects(
      importArchive(broken, { path, as: 'root', mode: { automap: 'A' } }),
      /does not match its checksum/,
    );

    await test.app.features.site.changeSetting('sys_project_backup_path', work);
    for (const words of ['', '?erase=true'])
      await expectRow(test, { path: `/api/projects/101${words}`, method: 'DELETE', as: 'root', status: 200 });
    assert.deepEqual(await all(test), []);
    assert.equal((await listBlobsToRemove(database.read)).length, 3);
  });
});
