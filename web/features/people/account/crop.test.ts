import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placePicture, startFraming } from './crop.ts';

const wide = { width: 400, height: 200 };

test('a wide picture fills the square and is cut at both sides, or fits with margins', () => {
  assert.deepEqual(placePicture(wide, 100, startFraming), { left: -50, top: 0, width: 200, height: 100 });
  const fit = { ...startFraming, mode: 'fit' } as const;
  assert.deepEqual(placePicture(wide, 100, fit), { left: 0, top: 25, width: 100, height: 50 });
});

test('the ends are reached, and never passed', () => {
  const left = (x: number): number => placePicture(wide, 100, { ...startFraming, x }).left;
  assert.deepEqual([left(-1), left(1)], [-0, -100]);
  const { left: zoomed, width } = placePicture(wide, 100, { ...startFraming, zoom: 2, x: 1 });
  assert.equal(zoomed + width, 100);
});
