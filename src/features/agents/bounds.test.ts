import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createBounds } from './bounds.ts';

it('runs few calls of one person at a time, and others of others', async () => {
  const run = createBounds();
  const gate = Promise.withResolvers<string>();
  const under = Array.from({ length: 4 }, async () => run(1, () => gate.promise));
  await assert.rejects(
    run(1, async () => 'never'),
    /4 calls at this moment/,
  );
  assert.equal(await run(2, async () => 'theirs'), 'theirs');
  gate.resolve('done');
  assert.deepEqual(await Promise.all(under), ['done', 'done', 'done', 'done']);
  const failing = run(1, () => Promise.reject(new Error('broken')));
  await assert.rejects(failing, /broken/);
  const again = Array.from({ length: 4 }, async () => run(1, async () => 'again'));
  assert.equal((await Promise.all(again)).length, 4);
});
