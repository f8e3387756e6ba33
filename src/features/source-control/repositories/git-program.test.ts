import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { toAbsolutePath } from '../../../platform/files/absolute-path.ts';
import { createBackend, createTransferSlots } from '../transfers/git-backend.ts';
import { isRefName } from './git-objects.ts';
import { createGitProgram } from './git-program.ts';

test('without git everything is unavailable, however often it is asked', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'tepal-no-git-'));
  t.after(() => rm(folder, { recursive: true }));
  const git = createGitProgram(toAbsolutePath(folder), { path: folder });
  assert.equal(await git.findVersion(), undefined);
  await assert.rejects(git.run(['version']), { kind: 'unavailable' });
  const runBackend = createBackend(git, createTransferSlots(1));
  let ends = 0;
  const ask = () =>
    runBackend({
      isPush: false,
      folder: 'none.git',
      action: 'info/refs',
      method: 'GET',
      query: '',
      contentType: '',
      contentEncoding: 'identity',
      protocol: '',
      peer: { network: 'here', account: undefined },
      findRefusal: async () => undefined,
      judge: async () => undefined,
      address: '127.0.0.1',
      body: Readable.from([]),
      settings: {},
      variables: {},
      signal: new AbortController().signal,
      afterEnd: async () => void (ends += 1),
    });
  for (const attempt of [1, 2]) await assert.rejects(ask(), { kind: 'unavailable' }, `attempt ${attempt}`);
  assert.equal(ends, 2);
});

test('names of refs are what git takes for one', () => {
  for (const name of ['main', 'a/b', 'v1.0', 'é', '1f2e3d4', 'x@y', '#12']) assert.ok(isRefName(name), name);
  const others = [
    '',
    '-x',
    '/a',
    'a/',
    'a//b',
    '.a',
    'a/.b',
    'a.',
    'a..b',
    'a.lock',
    'a.lock/b',
    '@',
    'a@{1}',
    'a b',
    'a~1',
  ];
  for (const name of [...others, 'a^', 'a:b', 'a?', 'a*', 'a[', 'a\\b', 'a\nb', 'a\0b', '\ud800', 'x'.repeat(251)])
    assert.ok(!isRefName(name), JSON.stringify(name));
});
