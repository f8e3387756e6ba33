import assert from 'node:assert/strict';
import { it } from 'node:test';
import { formatNumber, loadTexts, t } from './i18n.ts';

it('groups amounts, and never numbers that are names', async () => {
  await loadTexts('en', 'UTC', { withPages: true });
  assert.equal(formatNumber(2043), '2,043');
  assert.equal(t('trackers.selectRow', { id: 2043 }), 'Select #2043');
  assert.equal(t('code.line', { number: 12_345 }), 'Line 12345');
  assert.match(t('planning.effort.hours', { amount: formatNumber(2043), count: 2043 }), /2,043 hours$/);
});
