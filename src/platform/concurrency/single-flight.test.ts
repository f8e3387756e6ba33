import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSingleFlight } from './single-flight.ts';

test('work of a key is done once for all who ask while it goes on, and again for those who come later', async () => {
  const share = createSingleFlight<number>();
  let count = 0;
  const work = async (): Promise<number> => {
    count += 1;
    await new Promise((resolve) => void setImmediate(resolve));
    return count;
  };
  assert.deepEqual(await Promise.all([share('a', work), share('a', work), share('b', work)]), [2, 2, 2]);
  assert.equal(await share('a', work), 3);
});

test('an error is everybody’s who waits, and nobody’s after that', async () => {
  const share = createSingleFlight<number>();
  const fail = () => share('a', () => Promise.reject(new Error('broken')));
  await Promise.all([assert.rejects(fail(), /broken/), assert.rejects(fail(), /broken/)]);
  assert.equal(await share('a', () => Promise.resolve(1)), 1);
});
