import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startOfDayMs } from '../../../platform/texts/dates.ts';
import { addWorkingDays, countWorkingDays, daysSinceStart, daysUntilEnd, isInPeriod } from './timeframe.ts';

const at = startOfDayMs;

for (const [start, duration, end] of [
  ['2014-01-09', 10, '2014-01-23'],
  ['2026-11-20', 1, '2026-11-23'],
  ['2026-11-20', 0, '2026-11-20'],
  ['2026-11-20', -3, '2026-11-20'],
  ['2026-11-20', 0.5, '2026-11-23'],
  ['2026-11-21', 1, '2026-11-24'],
  ['2026-11-22', 5, '2026-11-30'],
  ['2019-07-01', 10_000, '2057-10-29'],
] as const) {
  test(`${duration} working days from ${start} end on ${end}`, () => {
    assert.equal(addWorkingDays(at(start), duration), at(end));
  });
}

test('a duration beyond all dates has no end', () => {
  assert.equal(addWorkingDays(at('2026-11-20'), 2_147_483_647), undefined);
});

for (const [from, to, days] of [
  ['2014-01-09', '2026-11-21', 3357],
  ['2026-11-21', '2057-10-29', 8070],
  ['2026-11-21', '2026-11-23', 0],
  ['2026-11-20', '2026-11-23', 1],
  ['2026-11-16', '2026-11-20', 4],
  ['2026-11-20', '2026-11-16', 0],
] as const) {
  test(`${days} working days from ${from} to ${to}`, () => assert.equal(countWorkingDays(at(from), at(to)), days));
}

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
