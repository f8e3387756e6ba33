import assert from 'node:assert/strict';
import { it } from 'node:test';
import { putBeside } from './board-rules.ts';
import type { Card } from './board-rules.ts';
import { waysBack } from './undo-moves.ts';

const card = (id: number, columnId: string): Card => ({ id, columnId, title: '', name: '', href: '' });
const all = [1, 2, 3, 4].map((id) => card(id, 'a')).concat([5, 6].map((id) => card(id, 'b')));
const pick = (...ids: number[]): Card[] => all.filter(({ id }) => ids.includes(id));

it('leads back beside who stood there, in rows of neighbours', () => {
  assert.deepEqual(waysBack(all, pick(2, 3), true), [
    { ids: [2, 3], goal: { columnId: 'a', beside: { id: 1, direction: 'after' } } },
  ]);
  assert.deepEqual(waysBack(all, pick(1, 2, 4, 6), true), [
    { ids: [1, 2], goal: { columnId: 'a', beside: { id: 3, direction: 'before' } } },
    { ids: [4], goal: { columnId: 'a', beside: { id: 3, direction: 'after' } } },
    { ids: [6], goal: { columnId: 'b', beside: { id: 5, direction: 'after' } } },
  ]);
  assert.deepEqual(waysBack(all, pick(5, 6), true), [{ ids: [5, 6], goal: { columnId: 'b', beside: undefined } }]);
});

it('brings any cards of a column back into its order, one way after another', () => {
  const list = pick(1, 2, 3, 4);
  for (let chosen = 1; chosen < 15; chosen += 1) {
    const moved = list.filter((_, at) => (chosen & (1 << at)) !== 0);
    const stirred = [...list.filter((one) => !moved.includes(one)), ...moved.toReversed()];
    const back = waysBack(all, moved, true).reduce(
      (now, { ids, goal }) => (goal.beside === undefined ? now : putBeside(now, ids, goal.beside)),
      stirred,
    );
    assert.deepEqual(
      back.map(({ id }) => id),
      [1, 2, 3, 4],
      `of ${chosen}`,
    );
  }
});

it('leads to columns alone where cards have no order', () => {
  assert.deepEqual(waysBack(all, pick(1, 3, 5), false), [
    { ids: [1, 3], goal: { columnId: 'a' } },
    { ids: [5], goal: { columnId: 'b' } },
  ]);
});
