import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readDay, writeDay } from './date-texts.ts';

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

  it('writes a day as its field shows it, and what an empty field shows', () => {
    const letters = { day: 'jj', month: 'mm', year: 'aaaa' };
    const write = (text: string, locale: string, withTime = false): string =>
      writeDay(text, { withTime, locale, letters });
    assert.equal(write('2026-03-02', 'en-US'), '03/02/2026');
    assert.equal(write('2026-03-02', 'fr'), '02/03/2026');
    assert.match(write('2026-03-02T08:05', 'fr', true), /^02\/03\/2026.+08:05$/);
    assert.equal(write('', 'fr'), 'jj/mm/aaaa');
    assert.equal(write('tomorrow', 'en-US'), 'mm/jj/aaaa');
    assert.match(write('', 'fr', true), /^jj\/mm\/aaaa.+––:––$/);
  });
});
