import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startOfDayMs } from '../../../platform/texts/dates.ts';
import { daysSinceStart, daysUntilEnd, isInPeriod } from './periods.ts';

const at = startOfDayMs;

test('days are counted from now, with a sign for what is over', () => {
  const now = at('2026-11-21');
  const span = (start: string, end: string) => ({ startMs: at(start), endMs: at(end) });
  const rows: [ReturnType<typeof span>, number, number][] = [
    [span('2026-11-16', '2026-11-27'), 5, 4],
    [span('2026-11-02', '2026-11-06'), 15, -11],
    [span('2026-12-07', '2026-12-11'), 0, 14],
  ];
  for (const [timeframe, since, until] of rows) {
    assert.equal(daysSinceStart(timeframe, now), since);
    assert.equal(daysUntilEnd(timeframe, now), until);
  }
  const none = { startMs: undefined, endMs: undefined };
  assert.equal(daysSinceStart(none, now), null);
  assert.equal(daysUntilEnd(none, now), null);
});

test('periods', () => {
  const now = at('2026-11-21') + 3_600_000;
  const day = (text: string | undefined): number | undefined => (text === undefined ? undefined : at(text));
  const rows: [string | undefined, readonly ('current' | 'future')[]][] = [
    ['2026-11-16', ['current']],
    ['2026-11-21', ['current']],
    ['2026-11-22', ['future']],
    [undefined, ['current', 'future']],
  ];
  for (const [start, wanted] of rows) {
    for (const period of ['current', 'future'] as const) {
      const found = isInPeriod({ startMs: day(start) }, period, now);
      assert.equal(found, wanted.includes(period), `from ${start} is ${found ? '' : 'not '}${period}`);
    }
  }
});
