import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { DomainError } from '../../../platform/errors.ts';
import { createPasswordThreads } from './password-threads.ts';

/** Threads that say yes, or end as the password tells them. */
const program = new URL(
  `data:text/javascript,
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', ({ password }) => {
    if (password === 'exit') process.exit(1);
    if (password === 'throw') throw new Error('broken');
    if (password === 'slow') setTimeout(() => parentPort.postMessage({ matches: false }), 100);
    else parentPort.postMessage({ matches: true });
  });`,
);

for (const end of ['exit', 'throw']) {
  test(`a thread that ends by ${end} refuses what it was asked, and the next task gets another thread`, async () => {
    const run = createPasswordThreads(program);
    for (let round = 0; round < 3; round += 1) {
      const rest = [run({ password: 'a', phc: '' }), run({ password: 'b', phc: '' })];
      await assert.rejects(run({ password: end }), (error) => {
        assert.ok(error instanceof DomainError);
        assert.deepEqual([error.kind, error.headers['retry-after']], ['unavailable', '1']);
        assert.equal(error.cause === undefined, end === 'exit');
        return true;
      });
      assert.deepEqual(await Promise.all(rest), [{ matches: true }, { matches: true }]);
    }
  });
}

test('a thread at work goes on when it is told late that it has been idle', async (context) => {
  const run = createPasswordThreads(program, 20);
  await run({ password: 'x' });
  // Cancels none of the timers from before.
  context.mock.timers.enable({ apis: ['setTimeout'] });
  assert.deepEqual(await run({ password: 'slow' }), { matches: false });
});

test('more tasks at once than may wait are refused, and the others come through', async () => {
  const run = createPasswordThreads(program);
  const all = await Promise.allSettled(Array.from({ length: 210 }, () => run({ password: 'x' })));
  const refused = all.filter((one) => one.status === 'rejected');
  assert.equal(refused.length, 8);
  assert.match(String(refused[0]?.reason), /too many people are signing in/);
});

test('what argon2id says about a broken hash comes back as a failure', async () => {
  const result = await createPasswordThreads()({ password: 'x', phc: 'broken' });
  assert.ok('failure' in result && result.failure !== '', JSON.stringify(result));
});

/** Threads of this process that have the nice value 12; field 19 of proc_pid_stat(5). */
const listNice = (): string[] =>
  readdirSync('/proc/self/task').filter((id) => {
    const path = `/proc/self/task/${id}/stat`;
    const stat = existsSync(path) ? readFileSync(path, 'utf8') : '';
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16] === '12';
  });

test(
  'at most two threads hash, behind everything else, and end when nobody needs them',
  { skip: process.platform !== 'linux' && 'only Linux gives threads a priority of their own' },
  async () => {
    const earlier = new Set(listNice());
    const countNice = (): number => listNice().filter((id) => !earlier.has(id)).length;
    const run = createPasswordThreads();
    await Promise.all(Array.from({ length: 6 }, () => run({ password: 'x' })));
    assert.equal(countNice(), 2);
    const runBriefly = createPasswordThreads(undefined, 1);
    for (let round = 0; round < 2; round += 1) {
      assert.ok('phc' in (await runBriefly({ password: 'x' })));
      while (countNice() > 2) await delay(10);
    }
  },
);
