import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readDay, readWritten, writeDay } from './date-texts.ts';

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

  it('reads what it writes, in the order of each region', () => {
    const letters = { day: 'dd', month: 'mm', year: 'yyyy' };
    const shown = { 'en-GB': '02/03/2026', 'en-US': '03/02/2026', 'en-CA': '2026-03-02', fr: '02/03/2026' };
    for (const [locale, text] of Object.entries(shown)) {
      assert.equal(writeDay('2026-03-02', { withTime: false, locale, letters }), text, locale);
      assert.equal(readWritten(text, { withTime: false, locale }), '2026-03-02', locale);
      for (const timestamp of ['2026-03-02T08:05', '2026-03-02T00:30', '2026-03-02T12:30', '2026-03-02T23:59']) {
        const written = writeDay(timestamp, { withTime: true, locale, letters });
        assert.equal(readWritten(written, { withTime: true, locale }), timestamp, written);
      }
    }
  });

  it('reads days as people write them, and takes nothing that is none in this order', () => {
    const read = (text: string, locale: string): string | undefined => readWritten(text, { withTime: false, locale });
    assert.equal(read(' 26.11.2026 ', 'en-GB'), '2026-11-26');
    assert.equal(read('6-1-2026', 'fr'), '2026-01-06');
    assert.equal(read('2026-11-26', 'en-GB'), '2026-11-26');
    for (const text of ['26/11/2026', '2/30/2026', '11/26/26', '11/26.2026', '11/26/2026, 13:00 PM'])
      assert.equal(read(text, 'en-US'), undefined, text);
  });
});
