import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readQuota, writeQuota } from './quotas.ts';

test('quotas are typed in MiB, and empty is none', () => {
  assert.equal(readQuota(' 10 '), 10_485_760);
  assert.equal(readQuota('1,5'), 1_572_864);
  assert.equal(readQuota('0'), 0);
  assert.equal(readQuota(''), null);
  for (const text of ['-1', 'much', '1e3', '1.', '9999999999']) assert.equal(readQuota(text), undefined, text);
});

test('what was typed is shown again, to the byte', () => {
  for (const bytes of [0, 1, 1000, 1_572_864, 10_485_760, 1_125_899_906_842]) {
    assert.equal(readQuota(writeQuota(bytes)), bytes);
  }
  assert.equal(writeQuota(null), '');
});
