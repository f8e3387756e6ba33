// Engine: both
// A server that is killed while it follows the event log, and commands that are killed while they write the search index: who
// comes after them goes on, answers meanwhile, and leaves the index that one go would have written.
// Tier: all, because it starts processes and kills them, one after another.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { findDocuments } from '../../src/platform/database/index.ts';
import { settleEvents } from '../../src/platform/events/index.ts';
import { prepareServer } from '../faults/server-process.ts';
import type { ServerProcess } from '../faults/server-process.ts';
import { at, startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { expectRow } from '../support/scenario.ts';
import { buildProject } from '../support/worlds.ts';

const commits = 3000;
const subjects = ['granite', 'basalt', 'marble', 'slate', 'gneiss', 'schist', 'chalk'];
const words = [...subjects, 'anthracite', 'layer', `r${commits}`, 'r1', '§commit'];

let test: TestApp;
let processes: Record<'server' | 'first' | 'second', ServerProcess>;

before(async () => {
  test = await startApp();
  const { id: projectId } = await buildProject(test, { name: 'quarry', trackers: () => [] });
  await test.app.features.fullText.prepare();
  await test.app.features.sourceControl.commits.record(
    Array.from({ length: commits }, (_, index) => ({
      projectId,
      repository: { kind: 'cvs', name: 'web' } as const,
      revision: `r${index + 1}`,
      message: index === 0 ? 'anthracite' : `${subjects[index % subjects.length]} layer`,
      authorName: 'Sam',
      authorEmail: 'sam@example.org',
      authoredAtMs: 1000,
      committedAtMs: 2000,
      pushedBy: 0,
      mayClose: false,
    })),
  );
  const { dataDir } = test.app;
  const reindex = ['search', 'reindex', '--data', dataDir];
  processes = {
    server: prepareServer({ dataDir }),
    first: prepareServer({ dataDir, args: reindex }),
    second: prepareServer({ dataDir, args: [...reindex, '--continue'] }),
  };
});
after(async () => {
  for (const one of Object.values(processes)) one.send('SIGKILL');
  await Promise.all(Object.values(processes).map(({ ended }) => ended));
  await test.close();
});

/** Keys of documents by word, and the words to suggest. */
async function readIndex(): Promise<unknown> {
  const { read } = test.app.database;
  const anywhere = { start: 0, end: Number.MAX_SAFE_INTEGER };
  const keys: Record<string, number[]> = {};
  for (const word of words)
    keys[word] = await findDocuments(read, { kind: 'word', word, isPrefix: false }, anywhere, 2 * commits);
  const suggested = await read.selectFrom('search_words').select('word').orderBy('word').execute();
  return { keys, suggested: suggested.map(({ word }) => word) };
}

async function search(): Promise<{ size: number; isComplete: unknown }> {
  const { json } = await expectRow(test, { path: '/api/search?q=anthracite', as: 'root', status: 200 });
  return { size: Number(at(json, 'size')), isComplete: at(json, 'is_complete') };
}

/** Searches all the while, and kills the process once it has come so far. */
async function killOnItsWay(child: ServerProcess, hasComeSoFar: () => Promise<boolean>): Promise<void> {
  const kill = async (): Promise<void> => {
    let isOver = false;
    void child.ended.then(() => (isOver = true));
    for (; !isOver && !(await hasComeSoFar()); await pause(5)) await search();
    child.send('SIGKILL');
  };
  const [, killed] = await Promise.allSettled([child.open(), kill()]);
  assert.equal(killed.status, 'fulfilled', JSON.stringify(killed));
  const { signal, status, errors } = await child.ended;
  assert.equal(signal, 'SIGKILL', `${status} ${errors}`);
}

it('a server that is killed while it follows what changes leaves nothing out', async () => {
  const { app } = test;
  const { name } = app.features.fullText.follower;
  const behind = async (): Promise<number> =>
    (await app.followers.listStates()).find((state) => state.name === name)?.behind ?? 0;
  await settleEvents(app.database);
  const all = await behind();
  assert.ok(all >= commits);
  const enough = Math.random() * 1000;
  await killOnItsWay(processes.server, async () => all - (await behind()) > enough);
  assert.ok((await behind()) > 0);
  // Else this process would wait until the lease of the killed one is over.
  await app.database.transact((tx) => tx.updateTable('followers').set({ lease_ends_at_ms: 0 }).execute());
  await app.followers.drain();
  assert.deepEqual(await search(), { size: 1, isComplete: true });
  const followed = await readIndex();
  await app.features.fullText.prepare('anew');
  await app.features.fullText.rebuild({ isPolite: false });
  assert.deepEqual(await readIndex(), followed);
});

it('a reindex that is killed is gone on with where it was, by commands and by a server', async () => {
  const { fullText } = test.app.features;
  const whole = await readIndex();
  const position = async (): Promise<number> => {
    const commit = (await fullText.status()).find(({ type }) => type === 'commit');
    return commit?.isFinished === false ? (commit.beforeId ?? Infinity) : Infinity;
  };
  let from = commits;
  for (const child of [processes.first, processes.second]) {
    const before = from;
    const until = before - Math.random() * 500;
    await killOnItsWay(child, async () => (await position()) < until);
    from = await position();
    assert.ok(from < until, `${before} ${until} ${from}`);
    assert.equal((await search()).isComplete, false);
  }
  assert.notDeepEqual(await readIndex(), whole);
  let rest = 0;
  await fullText.rebuild({ isPolite: true, onProgress: ({ documents }) => void (rest += documents) });
  assert.equal(rest, from - 1);
  assert.deepEqual(await readIndex(), whole);
});
