import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isOne, writeMoment, writeNumber, writeSpan } from './writing.ts';
import type { SpanUnit } from './writing.ts';

const languages = ['en', 'fr'];
const hourMs = 3_600_000;
/** Of no unit of the calendar a multiple, so that months, days and hours of all kinds come up. */
const strideMs = 997 * hourMs + 61_000;
const from = Date.UTC(1971, 0, 2);
const moments = Array.from({ length: 600 }, (_, index) => from + index * strideMs);

describe('what is written without Intl', () => {
  it('are numbers as Intl writes them, and no others', () => {
    const values = [0, 1, 12, 999, 1000, 12_345, 123_456, 1_234_567, 999_999_999_999_999, 0.5, 1.25, 1234.567];
    for (const language of languages)
      for (const value of [...values, ...values.slice(1).map((one) => -one)])
        assert.equal(writeNumber(language, value), new Intl.NumberFormat(language).format(value));
    for (const value of [-0, 1.0005, 1e21, 1e-7, Number.NaN, Infinity])
      assert.equal(writeNumber('en', value), undefined);
    assert.equal(writeNumber('de', 1), undefined);
  });

  it('are forms of texts that depend on a number', () => {
    for (const language of languages)
      for (const count of [0, 1, 2, 3, 21, 101, 1_000_000, 0.5, 1.5, 2.5, -1, -2])
        assert.equal(isOne(language, count), new Intl.PluralRules(language).select(count) === 'one');
  });

  it('are moments in the order of regions, wherever somebody is', () => {
    const zones = ['UTC', 'Europe/Paris', 'America/New_York', 'Asia/Kolkata', 'Pacific/Apia', 'Australia/Lord_Howe'];
    const locales = ['en', 'en-US', 'en-GB', 'en-IE', 'fr', 'fr-BE', 'fr-CH', 'fr-FR', 'fr-LU'];
    for (const locale of locales)
      for (const zone of zones)
        for (const withTime of [false, true]) {
          const options = { dateStyle: 'medium', calendar: 'gregory', timeZone: zone } as const;
          const known = new Intl.DateTimeFormat(locale, withTime ? { ...options, timeStyle: 'short' } : options);
          for (const ms of moments)
            assert.equal(writeMoment(locale, zone, ms, withTime), known.format(ms), `${locale} ${zone} ${ms}`);
        }
  });

  it('are the same hours in every zone of the world', () => {
    for (const zone of Intl.supportedValuesOf('timeZone')) {
      const known = new Intl.DateTimeFormat('fr', { dateStyle: 'medium', timeStyle: 'short', timeZone: zone });
      for (const ms of moments.filter((_, index) => index % 50 === 0))
        assert.equal(writeMoment('fr', zone, ms, true), known.format(ms), `${zone} ${ms}`);
    }
  });

  it('are no moments of other regions and other centuries', () => {
    assert.equal(writeMoment('en-CA', 'UTC', from, false), undefined);
    assert.equal(writeMoment('en', 'UTC', Date.UTC(1950, 0, 1), false), undefined);
    assert.equal(writeMoment('en', 'UTC', Date.UTC(12_000, 0, 1), false), undefined);
  });

  it('are spans of time, those with a name of their own too', () => {
    const units: readonly SpanUnit[] = ['second', 'minute', 'hour', 'day', 'month', 'year'];
    const amounts = [...Array.from({ length: 131 }, (_, index) => index - 65), 1000, -1500];
    for (const language of languages) {
      const known = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
      for (const unit of units)
        for (const amount of amounts) assert.equal(writeSpan(language, amount, unit), known.format(amount, unit));
    }
    assert.equal(writeSpan('de', 1, 'day'), undefined);
  });
});
