import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWordless } from './first-answers.ts';

test('addresses that the next page reads before it knows whose it is have no word of anybody in them', () => {
  for (const address of [
    '/',
    '/kanban/1?archive=true',
    '/artifacts/17',
    '/api/kanban/1/items?limit=25&offset=0&column_id=12',
    '/api/artifacts/1/changesets?fields=all&order=desc&limit=31&offset=0',
  ])
    assert.equal(isWordless(address), true, address);
  for (const address of [
    '/projects/secret-plans',
    '/search?words=merger',
    '/trackers/4?q=merger',
    '/api/trackers/4/artifacts?query=%7B%22title%22%3A%22merger%22%7D',
    '/git/7/files/main/Merger.md',
    '/kanban/1?fields=1&by=ana',
  ])
    assert.equal(isWordless(address), false, address);
});
