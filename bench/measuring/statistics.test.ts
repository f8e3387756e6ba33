import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { median, percentile } from './statistics.ts';

describe('percentile', () => {
  it('takes the nearest rank whatever the order', () => {
    const values = Array.from({ length: 100 }, (_, index) => 100 - index);
    assert.equal(percentile(values, 0.5), 50);
    assert.equal(percentile(values, 0.99), 99);
    assert.equal(percentile(values, 1), 100);
    assert.equal(percentile([7, 3], 0), 3);
  });

  it('is the only value of a series of one, and null of an empty one', () => {
    assert.equal(percentile([4], 0.99), 4);
    assert.equal(percentile([], 0.5), null);
  });
});

describe('median', () => {
  it('sorts by number and takes the middle', () => {
    assert.equal(median([10, 9, 100]), 10);
    assert.equal(median([1, 10, 2, 100]), 6);
    assert.equal(median([]), Number.NaN);
  });
});
