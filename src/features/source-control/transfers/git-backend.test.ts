import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { toAbsolutePath } from '../../../platform/files/absolute-path.ts';
import { createBackend, createTransferSlots } from './git-backend.ts';
import type { BackendRequest } from './git-backend.ts';
import { createGitProgram } from '../repositories/git-program.ts';

const packetOf = (text: string): string => (text.length + 4).toString(16).padStart(4, '0') + text;

async function* chunksOf(...parts: readonly string[]): AsyncGenerator<Uint8Array, void> {
  for (const part of parts) yield Buffer.from(part);
}

/** A folder with one repository of some megabytes, and the hash of a blob in it. */
async function makeRepository(folder: string): Promise<string> {
  const git = createGitProgram(toAbsolutePath(folder));
  const repository = { folder: 'one.git' };
  await git.run(['init', '--quiet', '--bare', '--template=', join(folder, repository.folder)]);
  const say = async (args: readonly string[], input = ''): Promise<string> => {
    const variables = pusher;
    return (await git.runIn(repository, args, { input, variables })).toString().trim();
  };
  const blob = await say(['hash-object', '-w', '--stdin'], randomBytes(3_000_000).toString('base64'));
  const tree = await say(['mktree'], `100644 blob ${blob}\tlarge\n`);
  const commit = await say(['commit-tree', '-m', 'One', tree]);
  await say(['update-ref', 'refs/heads/main', commit]);
  return commit;
}

const pusher = Object.fromEntries(
  ['AUTHOR', 'COMMITTER'].flatMap((role) => [
    [`GIT_${role}_NAME`, 'ada'],
    [`GIT_${role}_EMAIL`, 'ada@example.org'],
  ]),
);

test('whoever does not read an answer, or sends a push that stands still, gives their place to the next', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'tepal-backend-'));
  t.after(() => rm(folder, { recursive: true }));
  const git = createGitProgram(toAbsolutePath(folder));
  if ((await git.findVersion()) === undefined) return t.skip('git is missing');
  const commit = await makeRepository(folder);
  const runBackend = createBackend(git, createTransferSlots(1), { graceMs: 1000, leastBytesPerS: 1_000_000_000 });
  const requestOf = (part: Partial<BackendRequest>): BackendRequest => ({
    folder: 'one.git',
    action: 'git-upload-pack',
    method: 'POST',
    query: '',
    contentType: `application/x-${part.action ?? 'git-upload-pack'}-request`,
    contentEncoding: 'identity',
    protocol: '',
    peer: { network: 'a', account: 1 },
    address: '127.0.0.1',
    body: chunksOf(`${packetOf(`want ${commit} no-progress\n`)}0000${packetOf('done\n')}`),
    isPush: false,
    settings: {},
    variables: {},
    signal: new AbortController().signal,
    findRefusal: async () => undefined,
    judge: async () => undefined,
    afterEnd: async () => undefined,
    ...part,
  });
  const unread = await runBackend(requestOf({}));
  const reading = unread.chunks[Symbol.asyncIterator]();
  await reading.next();
  const next = await runBackend(requestOf({ action: 'info/refs', method: 'GET', query: 'service=git-upload-pack' }));
  let text = '';
  for await (const chunk of next.chunks) text += Buffer.from(chunk).toString();
  assert.match(text, new RegExp(`${commit} refs/heads/main`));
  await assert.rejects(async () => {
    for (let part = await reading.next(); part.done !== true; part = await reading.next());
  });

  async function* running(): AsyncGenerator<Uint8Array, void> {
    yield Buffer.from('00');
    await new Promise(() => undefined);
  }
  const ended = Promise.withResolvers<void>();
  const push = { action: 'git-receive-pack', isPush: true, variables: { REMOTE_USER: 'ada' } };
  const stuck = runBackend(requestOf({ ...push, body: running(), afterEnd: async () => ended.resolve() }));
  stuck.catch(() => undefined);
  await ended.promise;
  const empty = await runBackend(requestOf({ ...push, body: chunksOf('0000') }));
  assert.equal(empty.status, 200);
  for await (const chunk of empty.chunks) assert.equal(chunk.length, 0);
});
