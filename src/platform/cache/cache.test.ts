import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCache, listCacheStats, uncommittedVersion } from './index.ts';
import type { Cache, CacheStats } from './index.ts';

/** Room for four entries of one character each. */
const createSmall = (name: string): Cache<string, string> =>
  createCache({ name, maxBytes: 410, sizeOf: ({ length }) => length - 1 });

const statsOf = (name: string): CacheStats =>
  listCacheStats().find((stats) => stats.name === name) ?? assert.fail(`no cache is called ${name}`);

describe('a cache', () => {
  it('evicts what was used longest ago, by bytes', () => {
    const cache = createSmall('evicting');
    const listLeft = (): string =>
      ['a', 'b', 'c', 'd', 'e', 'f'].filter((key) => cache.peek(key) !== undefined).join('');
    for (const key of ['a', 'b', 'c', 'd']) cache.set(key, key);
    assert.equal(cache.get('a'), 'a');
    cache.set('e', 'e');
    assert.equal(listLeft(), 'acde');
    cache.set('f', 'x'.repeat(100));
    assert.equal(listLeft(), 'aef');
    cache.set('g', 'x'.repeat(500));
    assert.equal(cache.get('g'), undefined);
    assert.deepEqual(
      cache.getMany(['a', 'b', 'e']),
      new Map([
        ['a', 'a'],
        ['e', 'e'],
      ]),
    );
  });

  it('gives what was read at the same version alone', async () => {
    const cache = createSmall('versions');
    cache.set('a', '1', 1);
    assert.equal(cache.get('a', 1), '1');
    assert.equal(cache.get('a', 2), undefined);
    assert.equal(cache.get('a', 1), undefined);
    cache.set('a', 'late', 1);
    assert.equal(cache.get('a', 2), undefined);
    cache.set('a', 'own', uncommittedVersion);
    assert.equal(cache.get('a', uncommittedVersion), undefined);
    assert.equal(await cache.load('a', 2, async () => '2'), '2');
    assert.equal(await cache.load('a', 2, () => assert.fail('it is cached')), '2');
    cache.delete('a');
    await assert.rejects(
      cache.load('a', 2, () => Promise.reject(new Error('unread'))),
      /unread/,
    );
    assert.equal(await cache.load('a', 2, async () => '3'), '3');
  });

  it('counts', () => {
    const [first, second] = [createSmall('counting'), createSmall('counting')];
    for (const key of ['a', 'b', 'c', 'd', 'e']) first.set(key, key);
    for (const key of ['a', 'b', 'c']) first.get(key);
    second.set('a', 'four');
    second.peek('a');
    const { hits, misses, evictions, bytes, maxBytes } = statsOf('counting');
    assert.deepEqual({ hits, misses, evictions, maxBytes }, { hits: 2, misses: 1, evictions: 1, maxBytes: 820 });
    assert.equal(bytes, 4 * 101 + 104);
  });
});
