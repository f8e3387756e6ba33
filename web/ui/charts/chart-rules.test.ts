import assert from 'node:assert/strict';
import { it } from 'node:test';
import { colourOf, nearestPlace, percentOf, tickPlaces } from './chart-rules.ts';

it('gives series without a colour one that their neighbours lack, and none to "none"', () => {
  assert.equal(colourOf(3, 'fiesta-red'), 'fiesta-red');
  assert.notEqual(colourOf(0, null), colourOf(1, null));
  assert.equal(colourOf(0, null, true), undefined);
});

it('marks at most so many places', () => {
  assert.deepEqual(tickPlaces(5, 10), [0, 1, 2, 3, 4]);
  assert.deepEqual(tickPlaces(10, 4), [0, 3, 6, 9]);
  assert.deepEqual(tickPlaces(0, 4), []);
});

it('finds the point beside a pointer', () => {
  assert.equal(nearestPlace(49, 100, 3), 1);
  assert.equal(nearestPlace(-5, 100, 3), 0);
  assert.equal(nearestPlace(500, 100, 3), 2);
  assert.equal(nearestPlace(10, 100, 1), 0);
});

it('shares', () => {
  assert.equal(percentOf(1, 3), 33);
  assert.equal(percentOf(1, 0), 0);
});
