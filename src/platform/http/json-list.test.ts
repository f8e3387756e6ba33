import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinJsonList } from './json-list.ts';

for (const entries of [[], [1], [{ a: 'é €' }, 'two', null]]) {
  test(`${JSON.stringify(entries)} is put together from its entries`, () => {
    const written = entries.map((entry) => JSON.stringify(entry));
    assert.equal(joinJsonList(written).toString(), JSON.stringify(entries));
  });
}

test('what stands for half a character is as long as it was counted', () => {
  const entries = ['"\ud800"', '"€\udc00"'];
  assert.deepEqual(joinJsonList(entries), Buffer.from(`[${entries.join(',')}]`));
});
