import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createFindRead } from './find-read.ts';

const find = createFindRead(['/artifacts/:id', '/artifacts/search', '/users/:id/history', '/trackers/:id/artifacts']);

it('finds the route of an address, with its parameters and what it asks', () => {
  assert.deepEqual(find('/api/artifacts/7?fields=a%2Cb&limit=5'), {
    url: '/artifacts/:id',
    params: { id: '7' },
    query: { fields: 'a,b', limit: '5' },
  });
  assert.deepEqual(find('/api/users/a%20b/history')?.params, { id: 'a b' });
});

it('takes words in an address before parameters, whichever comes first in the list', () => {
  assert.equal(find('/api/artifacts/search')?.url, '/artifacts/search');
  assert.equal(find('/api/trackers/3/artifacts')?.url, '/trackers/:id/artifacts');
});

it('finds nothing outside of the API, and for what no route answers', () => {
  for (const address of ['/artifacts/7', '/api', '/api/artifacts', '/api/artifacts/7/8', '/apiartifacts/7'])
    assert.equal(find(address), undefined, address);
});
