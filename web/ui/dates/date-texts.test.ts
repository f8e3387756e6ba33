import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readDay } from './date-texts.ts';

describe('texts of days', () => {
  it('reads days with and without their time', () => {
    assert.equal(readDay('2026-11-24', false), '2026-11-24');
    assert.equal(readDay(' 2026-11-24T10:30:00+01:00 ', true), '2026-11-24T10:30');
    assert.equal(readDay('2026-11-24 10:30', false), '2026-11-24');
    assert.equal(readDay('2026-11-24', true), '2026-11-24T00:00');
  });

  it('takes nothing that is no day', () => {
    for (const text of ['', 'tomorrow', '2026-02-30', '2026-13-01', '24/11/2026', '2026-11-24T25:00', '0000-00-00'])
      assert.equal(readDay(text, true), undefined, text);
  });
});
