import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createObjectCache } from './object-cache.ts';

test('an answer is found once, and the least used one is forgotten', async () => {
  const cache = createObjectCache<string>({ name: 'test', maxBytes: 320, sizeOf: ({ length }) => length });
  const found: string[] = [];
  const get = (key: string): Promise<string> =>
    cache.get(key, async () => {
      found.push(key);
      return key;
    });
  assert.deepEqual(await Promise.all([get('a'), get('a'), get('b')]), ['a', 'a', 'b']);
  await get('c');
  await get('a');
  await get('d');
  await get('a');
  assert.equal(found.join(''), 'abcd');
  await get('b');
  assert.equal(found.join(''), 'abcdb');
});

test('what fails is not kept', async () => {
  const cache = createObjectCache<string>({ name: 'test', maxBytes: 1000, sizeOf: ({ length }) => length });
  await assert.rejects(
    cache.get('a', () => Promise.reject(new Error('no'))),
    /no/,
  );
  assert.equal(await cache.get('a', async () => 'yes'), 'yes');
});
