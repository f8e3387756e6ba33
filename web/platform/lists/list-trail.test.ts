import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lastViewed, noteViewed, positionInTrail, readTrail, rememberTrail } from './list-trail.ts';

function tab() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

test('a list that was left leads to its next and previous, and back', () => {
  const storage = tab();
  assert.equal(readTrail(storage), undefined);
  assert.equal(positionInTrail(2, storage), undefined);
  rememberTrail({ address: '/trackers/4?q=a', label: 'Tasks', ids: [3, 2, 7] }, storage);
  const place = positionInTrail(2, storage);
  assert.deepEqual([place?.previous, place?.next, place?.index, place?.trail.label], [3, 7, 1, 'Tasks']);
  assert.equal(positionInTrail(3, storage)?.previous, undefined);
  assert.equal(positionInTrail(7, storage)?.next, undefined);
  assert.equal(positionInTrail(9, storage), undefined, 'not of this list');
});

test('a list that is read in part is as long as it is, and ends where it was read', () => {
  const storage = tab();
  const ids = [3, 2, undefined, 7];
  rememberTrail({ address: '/trackers/4', label: 'Tasks', ids, start: 50, size: 73 }, storage);
  const place = positionInTrail(2, storage);
  assert.deepEqual([place?.previous, place?.next, place?.index, place?.size], [3, undefined, 51, 73]);
  assert.deepEqual([positionInTrail(7, storage)?.previous, positionInTrail(7, storage)?.index], [undefined, 53]);
});

test('the list knows what was looked at last, at its own address alone', () => {
  const storage = tab();
  rememberTrail({ address: '/trackers/4', label: 'Tasks', ids: [3, 2] }, storage);
  assert.equal(lastViewed('/trackers/4', storage), undefined);
  noteViewed(2, storage);
  assert.equal(lastViewed('/trackers/4', storage), 2);
  assert.equal(lastViewed('/trackers/5', storage), undefined);
  noteViewed(8, storage);
  assert.equal(lastViewed('/trackers/4', storage), undefined);
});
