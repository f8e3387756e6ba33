import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRateLimiter } from './rate-limiter.ts';

test('works begin one a while after the other, and those beyond what may wait are refused', async () => {
  const awaitStart = createRateLimiter(20, 3);
  const startedMs = performance.now();
  const begun: number[] = [];
  const works = Array.from({ length: 4 }, async () => {
    await awaitStart();
    begun.push(performance.now());
  });
  await assert.rejects(awaitStart(), { kind: 'unavailable' });
  await Promise.all(works);
  assert.ok(
    begun.every((atMs, index) => atMs - startedMs >= 20 * index),
    begun.join(),
  );
});
