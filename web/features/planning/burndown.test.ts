import assert from 'node:assert/strict';
import { it } from 'node:test';
import { burndownOf } from './burndown.ts';

it('draws the straight way from the capacity, or from the first number, to nothing', () => {
  const points = [
    { date: '2026-03-02T23:59:59+01:00', remaining_effort: 8 },
    { date: '2026-03-03T23:59:59+01:00', remaining_effort: 6 },
    { date: '2026-03-04T23:59:59+01:00', remaining_effort: null },
  ];
  assert.deepEqual(burndownOf({ capacity: 10, duration: 2, points_with_date: points }), {
    dates: ['2026-03-02', '2026-03-03', '2026-03-04'],
    remaining: [8, 6, null],
    ideal: [10, 5, 0],
  });
  assert.deepEqual(burndownOf({ capacity: null, duration: null, points_with_date: points }).ideal, [8, 4, 0]);
  assert.deepEqual(burndownOf({ capacity: null, duration: null, points_with_date: [] }).dates, []);
});
