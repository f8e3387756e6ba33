import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layLanes, widthOf } from './lanes.ts';

const renderLanes = (history: Record<string, string>): string[] => {
  const rows = layLanes(
    Object.entries(history).map(([id, parents]) => ({ id, parents: parents.split('').filter((p) => p !== ' ') })),
  );
  return rows.map(
    ({ column, strokes }) =>
      `${column} ${strokes.map(({ half, from, to, lane }) => `${half === 'upper' ? '^' : 'v'}${from}${to}:${lane}`).join(' ')}`,
  );
};

test('one branch is one lane', () => {
  assert.deepEqual(renderLanes({ c: 'b', b: 'a', a: '' }), ['0 v00:0', '0 ^00:0 v00:0', '0 ^00:0']);
});

test('what is merged has a lane beside, from where it was merged to where it parted', () => {
  assert.deepEqual(renderLanes({ m: 'bt', t: 'a', b: 'a', a: '' }), [
    '0 v00:0 v01:1',
    '1 ^00:0 ^11:1 v00:0 v11:1',
    '0 ^00:0 ^11:1 v11:1 v00:0',
    '0 ^00:0 ^10:1',
  ]);
});

test('lanes that ended are taken again, and each has a colour of its own', () => {
  assert.deepEqual(renderLanes({ n: 'mx', x: 'm', m: 'bt', t: 'b', b: '' }).at(2), '0 ^00:0 ^10:1 v00:0 v01:2');
  assert.equal(widthOf(layLanes([{ id: 'o', parents: ['a', 'b', 'c'] }])), 3);
  assert.equal(widthOf([]), 1);
});

test('a parent that came before its child, by a clock that was wrong, begins no lane', () => {
  assert.deepEqual(renderLanes({ a: '', b: 'a' }), ['0 ', '0 ']);
});

test('a history that goes on beyond what is known has its lanes to the end', () => {
  assert.deepEqual(layLanes([{ id: 'm', parents: ['b', 't'] }]).at(-1)?.below, [0, 1]);
});
