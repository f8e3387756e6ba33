import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createThreadPool, ThreadEndedError } from './thread-pool.ts';

/** Threads that give back what they get, and never end where that is `loop`. */
const program = new URL(
  `data:text/javascript,
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', (task) => {
    while (task === 'loop');
    parentPort.postMessage(task);
  });`,
);

const options = {
  program,
  name: 'echo',
  threadsMax: 1,
  waitingMax: 1,
  memoryMaxMb: 16,
  idleEndMs: 30_000,
  taskMaxMs: 50,
  refuse: () => new Error('too many'),
};

test('a task that takes too long ends with its thread, and the next one gets another', async () => {
  const run = createThreadPool<string, string>(options);
  assert.equal(await run('a'), 'a');
  const late = run('loop');
  const next = run('b');
  await assert.rejects(run('c'), /too many/);
  await assert.rejects(late, (error) => {
    assert.ok(error instanceof ThreadEndedError);
    assert.match(String(error.cause), /more than 50 ms/);
    return true;
  });
  assert.equal(await next, 'b');
});
