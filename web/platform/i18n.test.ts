import assert from 'node:assert/strict';
import { it } from 'node:test';
import { atLeast, formatCount, formatDateValue, formatNumber, formatWholeDay, loadTexts, t } from './i18n.ts';

it('groups amounts, and never numbers that are names', async () => {
  await loadTexts('en', 'UTC', { withPages: true });
  assert.equal(formatNumber(2043), '2,043');
  assert.equal(t('trackers.selectRow', { id: 2043 }), 'Select #2043');
  assert.equal(t('code.line', { number: 12_345 }), 'Line 12345');
  assert.match(t('planning.effort.hours', { amount: formatNumber(2043), count: 2043 }), /2,043 hours$/);
});

it('says of a count that stopped that there are more', async () => {
  await loadTexts('en', 'UTC', { withPages: true });
  assert.deepEqual([formatCount(atLeast(1000, true)), formatCount(atLeast(1000, false))], ['1,000+', '1,000']);
  assert.equal(t('boards.chosen', { count: atLeast(1000, true) }).includes('1,000+'), true);
  await loadTexts('fr', 'UTC', { withPages: true });
  assert.match(formatCount(atLeast(1000, true)), /^1\s000\+$/);
});

it('keeps what turns the direction within the text that has it', async () => {
  await loadTexts('en', 'UTC', { withPages: true });
  assert.equal(t('boards.drag', { title: 'photo\u202Egnp.exe' }), 'Drag “\u2068photo\u202Egnp.exe\u2069”');
  assert.equal(t('boards.drag', { title: 'a\u2069\u202Eb' }), 'Drag “\u2068a\u202Eb\u2069”');
});

it('tells a day as it is written, wherever it is read, and a moment in the zone of the reader', async () => {
  for (const zone of ['America/New_York', 'Pacific/Kiritimati', 'UTC']) {
    await loadTexts('en', zone, { withPages: true });
    for (const day of ['2026-10-29', '2026-10-29T00:00:00+03:00', '2026-10-29T00:00:00-05:00'])
      assert.match(formatWholeDay(day), /^(?:29 Oct|Oct 29,) 2026$/, `${day} ${zone}`);
    assert.equal(formatDateValue('2026-10-29T00:00:00+03:00', false), formatWholeDay('2026-10-29'));
  }
  await loadTexts('en', 'America/New_York', { withPages: true });
  assert.match(formatDateValue('2026-10-29T00:30:00+03:00', true), /^(?:28 Oct|Oct 28,) 2026, 0?5:30/);
  assert.equal(formatWholeDay('never'), '');
});
