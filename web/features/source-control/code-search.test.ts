import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFilesSearch, readLines, readPullsSearch, writeLines } from './code-search.ts';

test('addresses of files', () => {
  assert.deepEqual(readFilesSearch({ ref: 12, path: 'a', view: 'blame', other: 1 }), {
    ref: '12',
    path: 'a',
    view: 'blame',
  });
  assert.deepEqual(readFilesSearch({ ref: '', view: 'x', path: {} }), {});
});

test('filters of pull requests', () => {
  const all = { q: 'a b', state: 'all', mine: true, author: 103, label: 12, target: 'main' };
  assert.deepEqual(readPullsSearch({ ...all, label: '12', other: 1 }), all);
  assert.deepEqual(readPullsSearch({ q: '', state: 'x', mine: 'yes', author: 'ana', label: null }), {});
});

test('lines in addresses', () => {
  assert.deepEqual(readLines('#L9-L3'), { first: 3, last: 9 });
  assert.deepEqual(readLines('L4'), { first: 4, last: 4 });
  assert.equal(readLines('#x'), undefined);
  assert.deepEqual(['L3-L9', 'L4'], [writeLines({ first: 3, last: 9 }), writeLines({ first: 4, last: 4 })]);
});
