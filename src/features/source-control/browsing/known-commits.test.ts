import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKnownCommits } from './known-commits.ts';

test('commits that are there are asked for once, in each repository, and those that are not each time', async () => {
  const known = createKnownCommits(320);
  const asked: string[] = [];
  const list = async (repository: number, ...hashes: string[]): Promise<string> => {
    const found = await known.list(repository, hashes, async (unknown) => {
      asked.push(unknown.join(''));
      return unknown.filter((hash) => hash !== 'x');
    });
    return [...found].toSorted().join('');
  };
  assert.equal(await list(1, 'a', 'b', 'x'), 'ab');
  assert.equal(await list(1, 'a', 'b'), 'ab');
  assert.equal(await list(1, 'a', 'x'), 'a');
  assert.equal(await list(2, 'a'), 'a');
  // More than it keeps: the first known is asked for again.
  assert.equal(await list(2, 'c', 'd'), 'cd');
  assert.equal(await list(1, 'b', 'a'), 'ab');
  assert.deepEqual(asked, ['abx', 'x', 'a', 'cd', 'ba']);
});
