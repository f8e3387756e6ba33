import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startOfDayMs } from './dates.ts';
import { addWorkingDays, countWorkingDays } from './working-days.ts';

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
