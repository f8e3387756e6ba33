import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRoundRobin, selectFairly } from './fair-share.ts';
import type { Share, ShareBounds } from './fair-share.ts';

/** Spelled owner:target. */
const share = (text: string, rank = 0): Share & { text: string } => {
  const [owner = '', target = ''] = text.split(':');
  return { owner, target, text, rank };
};
const wide: ShareBounds = { total: 100, perOwner: 100, perTarget: 100 };
const list = (text: string): string[] => text.split(' ').filter((one) => one !== '');

const rows: [title: string, waiting: string, underWay: string, bounds: Partial<ShareBounds>, taken: string][] = [
  ['all where there is room', 'a:x a:x b:y', '', {}, 'a:x b:y a:x'],
  ['owners in turn', 'a:1 a:2 a:3 b:4 c:5', '', { total: 4 }, 'a:1 b:4 c:5 a:2'],
  ['none where all places are taken', 'a:1', 'b:2 c:3', { total: 2 }, ''],
  ['who has least under way comes first', 'a:1 b:2', 'a:3', { total: 2 }, 'b:2'],
  ['an owner has no more than its places', 'a:1 a:2 a:3', 'a:0', { perOwner: 3 }, 'a:1 a:2'],
  ['a target has no more than its places, whoever asks', 'a:x b:x c:x', '', { perTarget: 2 }, 'a:x b:x'],
  ['what waits for its target keeps nobody else', 'a:x a:y', 'b:x', { perTarget: 1 }, 'a:y'],
];
for (const [title, waiting, underWay, bounds, taken] of rows) {
  test(title, () => {
    const held = list(underWay).map((one) => share(one));
    const waits = list(waiting).map((one) => share(one));
    const found = selectFairly(waits, held, { ...wide, ...bounds }, createRoundRobin());
    assert.equal(found.map(({ text }) => text).join(' '), taken);
  });
}

test('whose last turn is longest ago comes first, and somebody new before all', () => {
  const order = createRoundRobin();
  const bounds = { ...wide, total: 1 };
  const next = (...waiting: string[]): string | undefined =>
    selectFairly(
      waiting.map((one) => share(one)),
      [],
      bounds,
      order,
    )[0]?.text;
  assert.deepEqual(
    [next('a:1', 'b:1'), next('a:1', 'b:1'), next('a:1', 'b:1'), next('a:1', 'b:1', 'new:1')],
    ['a:1', 'b:1', 'a:1', 'new:1'],
  );
});

test('a lower rank comes before all turns', () => {
  const [first] = selectFairly(
    [share('a:1', 1), share('b:1')],
    [share('b:2')],
    { ...wide, total: 2 },
    createRoundRobin(),
  );
  assert.equal(first?.text, 'b:1');
});

test('only so many owners are remembered', () => {
  const order = createRoundRobin(230);
  for (const owner of ['a', 'b', 'a', 'c']) order.noteServed(owner);
  assert.deepEqual(['a', 'b', 'c'].map(order.lastServed), [3, 0, 4]);
});
