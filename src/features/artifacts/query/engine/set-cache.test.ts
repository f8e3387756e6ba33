import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idsPerBlock, readPage } from './id-sets.ts';
import { createSetCache } from './set-cache.ts';
import type { SetCache } from './set-cache.ts';
import type { TrackerBlocks } from './tracker-blocks.ts';

const blocksOf = (versions: number[]): TrackerBlocks => ({
  mark: { changeset: 0, number: 0 },
  counts: '',
  numbers: versions.map((_, place) => place + 3),
  artifacts: versions.map(() => 5),
  versions,
  steps: versions.map(() => []),
  places: new Map(versions.map((_, place) => [place + 3, place])),
});

/** Ids in the set, and the first ids of the blocks that were read for it; the set has the id `offset` of each block. */
async function read(kept: SetCache, blocks: TrackerBlocks, key: string | undefined, offset: number) {
  const looked: number[] = [];
  const set = await kept.read(1, blocks, key, async (changed, add) => {
    for (const { start } of changed) {
      looked.push(start);
      add(start + offset);
    }
  });
  const page = readPage(set, blocks.numbers, { limit: Infinity, offset: 0, isDescending: false });
  return { looked, offsets: page.ids.map((id) => id % idsPerBlock) };
}

test('blocks are read again once their version differs, and those that are new', async () => {
  const kept = createSetCache();
  const blocks = blocksOf([1, 1]);
  const [first, second, third] = [3, 4, 5].map((number) => number * idsPerBlock);
  assert.deepEqual(await read(kept, blocks, 'a', 7), { looked: [first, second], offsets: [7, 7] });
  assert.deepEqual(await read(kept, blocks, 'a', 8), { looked: [], offsets: [7, 7] });
  blocks.versions[1] = 2;
  assert.deepEqual(await read(kept, blocks, 'a', 8), { looked: [second], offsets: [7, 8] });
  blocks.numbers.push(5);
  blocks.artifacts.push(1);
  blocks.versions.push(1);
  blocks.steps.push([]);
  blocks.places.set(5, 2);
  assert.deepEqual(await read(kept, blocks, 'a', 9), { looked: [third], offsets: [7, 8, 9] });
  blocks.artifacts[0] = 0;
  blocks.versions[0] = 2;
  assert.deepEqual(await read(kept, blocks, 'a', 1), { looked: [], offsets: [8, 9] });
  const moved = blocksOf([1]);
  assert.deepEqual((await read(kept, moved, 'a', 1)).looked, [first]);
});

test('a block that changes while it is read is read again', async () => {
  const kept = createSetCache();
  const blocks = blocksOf([1]);
  await kept.read(1, blocks, 'a', async () => {
    blocks.versions[0] = 2;
  });
  assert.equal((await read(kept, blocks, 'a', 1)).looked.length, 1);
});

// There is room for two.
test('what was used longest ago leaves first, and nothing is kept without a key', async () => {
  const kept = createSetCache(1500);
  const blocks = blocksOf([1]);
  for (const key of ['a', 'b', 'a', 'c']) await read(kept, blocks, key, 1);
  assert.deepEqual((await read(kept, blocks, 'a', 1)).looked, []);
  assert.equal((await read(kept, blocks, 'b', 1)).looked.length, 1);
  for (let time = 0; time < 2; time += 1) assert.equal((await read(kept, blocks, undefined, 1)).looked.length, 1);
});

test('where few artifacts changed in a block these alone are looked at, unless more is unknown', async () => {
  const kept = createSetCache();
  const blocks = blocksOf([1]);
  const first = 3 * idsPerBlock;
  const ask = async (member: number) => {
    const asked: number[] = [];
    let isWhole = false;
    const set = await kept.read(
      1,
      blocks,
      'a',
      async (_changed, add) => {
        isWhole = true;
        for (const offset of [1, 2, 3]) add(first + offset);
      },
      async (ids, add) => {
        asked.push(...ids.map((id) => id - first));
        if (ids.includes(first + member)) add(first + member);
      },
    );
    const { ids } = readPage(set, blocks.numbers, { limit: 10, offset: 0, isDescending: false });
    return { isWhole, asked, found: ids.map((id) => id - first) };
  };
  assert.deepEqual(await ask(0), { isWhole: true, asked: [], found: [1, 2, 3] });
  blocks.versions[0] = 3;
  blocks.steps[0] = [[first + 2], [first + 9]];
  assert.deepEqual(await ask(9), { isWhole: false, asked: [2, 9], found: [1, 3, 9] });
  assert.deepEqual(await ask(9), { isWhole: false, asked: [], found: [1, 3, 9] });
  blocks.versions[0] = 5;
  blocks.steps[0] = [[first + 1]];
  assert.deepEqual(await ask(9), { isWhole: true, asked: [], found: [1, 2, 3] });
});
