import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPacer } from './pace.ts';

test('works begin one a while after the other, and those beyond what may wait are refused', async () => {
  const awaitTurn = createPacer(20, 3);
  const startedMs = performance.now();
  const begun: number[] = [];
  const works = Array.from({ length: 4 }, async () => {
    await awaitTurn();
    begun.push(performance.now());
  });
  await assert.rejects(awaitTurn(), { kind: 'unavailable' });
  await Promise.all(works);
  assert.ok(
    begun.every((atMs, index) => atMs - startedMs >= 20 * index),
    begun.join(),
  );
});
