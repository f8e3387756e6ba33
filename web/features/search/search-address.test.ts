import assert from 'node:assert/strict';
import { it } from 'node:test';
import { changeSearch, readSearch } from './search-address.ts';

it('reads what makes sense', () => {
  assert.deepEqual(readSearch({ q: 'log', type: 'artifact', project: 101, tracker: 4, more: 1 }), {
    q: 'log',
    type: 'artifact',
    project: 101,
    tracker: 4,
  });
  assert.deepEqual(readSearch({ q: 12, type: 'A B', project: -1, tracker: '4' }), { q: '12' });
});

it('changes and drops parts, and a tracker with its project', () => {
  const wish = { q: 'log', project: 101, tracker: 4 };
  assert.deepEqual(changeSearch(wish, { project: 102 }), { q: 'log', project: 102 });
  assert.deepEqual(changeSearch(wish, { project: undefined }), { q: 'log' });
  assert.deepEqual(changeSearch(wish, { tracker: undefined }), { q: 'log', project: 101 });
  assert.deepEqual(changeSearch(wish, { q: 'money' }), { ...wish, q: 'money' });
});
