import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  besideAt,
  directionOf,
  findCard,
  mayAllStandIn,
  nextCard,
  nextGoal,
  putBeside,
  rangeOf,
  sortIntoColumns,
} from './board-rules.ts';

const card = (id: number, columnId: string) => ({ id, columnId });
const columns = sortIntoColumns(
  ['a', 'b', 'c'],
  [card(1, 'a'), card(2, 'c'), card(3, 'a'), card(4, 'gone'), card(5, 'a')],
);

it('sorts cards into columns in their order', () => {
  assert.deepEqual(
    columns.map((cards) => cards.map(({ id }) => id)),
    [[1, 3, 5], [], [2]],
  );
  assert.deepEqual(findCard(columns, 3), { column: 0, row: 1 });
  assert.equal(findCard(columns, 4), undefined);
});

it('goes from card to card, over empty columns, and stops at the edge', () => {
  assert.equal(nextCard(columns, { column: 0, row: 2 }, 'right')?.id, 2);
  assert.equal(nextCard(columns, { column: 2, row: 0 }, 'left')?.id, 1);
  assert.equal(nextCard(columns, { column: 0, row: 2 }, 'down'), undefined);
  assert.equal(nextCard(columns, { column: 0, row: 2 }, 'up')?.id, 3);
  assert.equal(nextCard(columns, { column: 2, row: 0 }, 'right'), undefined);
  assert.equal(directionOf('Enter'), undefined);
});

it('goes to the next column in which all cards may stand', () => {
  const columns = ['a', 'b', 'c'].map((id) => ({ id }));
  const card = (id: number, goals?: readonly string[]) => ({
    id,
    columnId: 'a',
    title: '',
    name: '',
    href: '',
    goals: goals === undefined ? undefined : new Set(goals),
  });
  const [free, bound] = [card(1), card(2, ['a', 'c'])];
  assert.equal(nextGoal(columns, 0, 1, [free]), 1);
  assert.equal(nextGoal(columns, 0, 1, [free, bound]), 2);
  assert.equal(nextGoal(columns, 2, 1, [free]), -1);
  assert.equal(nextGoal(columns, 2, -1, [bound]), 0);
  assert.deepEqual(
    [mayAllStandIn([bound], 'b'), mayAllStandIn([bound], 'a'), mayAllStandIn([], 'b')],
    [false, true, true],
  );
});

it('knows what something comes beside, and puts it there', () => {
  const list = [{ id: 1 }, { id: 2 }, { id: 3 }];
  const order = (row: number, moved: number) => {
    const beside = besideAt(list, row, [moved]);
    return beside === undefined ? undefined : putBeside(list, [moved], beside).map(({ id }) => id);
  };
  assert.deepEqual(order(0, 3), [3, 1, 2]);
  assert.deepEqual(order(3, 1), [2, 3, 1]);
  assert.deepEqual([order(1, 2), order(2, 2)], [undefined, undefined]);
  assert.deepEqual(besideAt(list, 0, [9]), { id: 1, direction: 'before' });
  assert.equal(besideAt([], 0, [9]), undefined);
  const both = putBeside(list, [3, 1], { id: 2, direction: 'after' });
  assert.deepEqual(
    both.map(({ id }) => id),
    [2, 3, 1],
  );
  assert.deepEqual(putBeside(list, [3], { id: 9, direction: 'after' }), list);
});

it('moves several together, and chooses from one to another', () => {
  const list = [{ id: 1 }, { id: 2 }, { id: 3 }];
  assert.deepEqual(besideAt(list, 3, [1, 2]), { id: 3, direction: 'after' });
  assert.equal(besideAt(list, 0, [1, 2]), undefined);
  assert.deepEqual(besideAt(list, 1, [3, 9]), { id: 1, direction: 'after' });
  assert.deepEqual(
    [rangeOf(columns, 5, 1), rangeOf(columns, 2, 3), rangeOf(columns, undefined, 3)],
    [[1, 3, 5], [3], [3]],
  );
});
