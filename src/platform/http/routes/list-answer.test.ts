import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeJsonList } from './list-answer.ts';

for (const entries of [[], [1], [{ a: 'é €' }, 'two', null]]) {
  test(`${JSON.stringify(entries)} is put together from its entries`, async () => {
    const written = entries.map((entry) => JSON.stringify(entry));
    assert.equal((await writeJsonList({ entries: written })).toString(), JSON.stringify(entries));
    const inside = await writeJsonList({ entries: written, member: 'of' });
    assert.equal(inside.toString(), JSON.stringify({ of: entries }));
  });
}

test('what stands for half a character is as long as it was counted', async () => {
  const entries = ['"\ud800"', '"€\udc00"'];
  assert.deepEqual(await writeJsonList({ entries }), Buffer.from(`[${entries.join(',')}]`));
});
