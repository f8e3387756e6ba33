import assert from 'node:assert/strict';
import { it } from 'node:test';
import { changeSearch, readSearch } from './search-address.ts';

const none = { q: undefined, type: undefined, project: undefined, tracker: undefined };

it('reads what makes sense', () => {
  assert.deepEqual(readSearch({ q: 'log', type: 'artifact', project: 101, tracker: 4, more: 1 }), {
    q: 'log',
    type: 'artifact',
    project: 101,
    tracker: 4,
  });
  assert.deepEqual(readSearch({ q: 12, type: 'A B', project: -1, tracker: '4' }), { ...none, q: '12' });
});

it('changes and drops parts, and a tracker with its project', () => {
  const wish = { q: 'log', project: 101, tracker: 4 };
  assert.deepEqual(changeSearch(wish, { project: 102 }), { ...none, q: 'log', project: 102 });
  assert.deepEqual(changeSearch(wish, { project: undefined }), { ...none, q: 'log' });
  assert.deepEqual(changeSearch(wish, { tracker: undefined }), { ...none, q: 'log', project: 101 });
  assert.deepEqual(changeSearch(wish, { q: 'money' }), { ...none, ...wish, q: 'money' });
});
