import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readBurndown, readBurnup } from './effort-points.ts';

const weekdays = [1, 2, 3, 4, 5];

describe('a burndown', () => {
  const points = [
    { date: '2026-03-05T23:59:59+01:00', remaining_effort: 8 },
    { date: '2026-03-06T23:59:59+01:00', remaining_effort: 6 },
  ];

  it('goes straight from the capacity, or from the first number, to nothing on its last working day', () => {
    const value = { capacity: 9, duration: 3, opening_days: weekdays, points_with_date: points };
    assert.deepEqual(readBurndown(value), {
      dates: ['2026-03-05', '2026-03-06', '2026-03-09', '2026-03-10'],
      remaining: [8, 6, null, null],
      ideal: [9, 6, 3, 0],
    });
    assert.deepEqual(readBurndown({ ...value, capacity: null, duration: 1 }).ideal, [8, 0]);
  });

  it('is empty for what has no days, or is something else', () => {
    for (const value of [{ points_with_date: [], duration: 5, opening_days: weekdays }, null, 'x', {}])
      assert.deepEqual(readBurndown(value), { dates: [], remaining: [], ideal: [] });
  });
});

describe('a burnup', () => {
  const day = '2026-03-06T23:59:00+01:00';
  const value = (total: number) => ({
    duration: 1,
    opening_days: weekdays,
    points_with_date: [{ date: day, team_effort: 20, total_effort: total }],
    points_with_date_count_elements: [{ date: day, closed_elements: 3, total_elements: 6 }],
  });

  it('shows efforts, and numbers of things where there are none', () => {
    assert.deepEqual(readBurnup(value(100)), {
      dates: ['2026-03-06', '2026-03-09'],
      done: [20, null],
      total: [100, null],
      ideal: [0, 100],
      isCount: false,
    });
    assert.partialDeepStrictEqual(readBurnup(value(0)), { done: [3, null], total: [6, null], isCount: true });
  });
});
