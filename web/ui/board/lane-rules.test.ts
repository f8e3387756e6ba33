import assert from 'node:assert/strict';
import { it } from 'node:test';
import { cardBeyond, countIn, rowAtHeight, shownCards } from './lane-rules.ts';
import type { Lane } from './lane-rules.ts';

const card = (id: number, columnId: string) => ({ id, columnId, title: `Card ${id}`, name: `#${id}`, href: '/' });
const lane = (id: number, cards: ReturnType<typeof card>[], isFolded = false): Lane => ({
  id,
  label: `Row ${id}`,
  cards,
  isFolded,
  head: null,
  isOrdered: true,
});
const column = (id: string, isFolded = false) => ({ id, label: id, isFolded });
const columns = [column('a'), column('b'), column('c', true)];
const lanes = [
  lane(1, [card(11, 'a'), card(12, 'b')]),
  lane(2, [card(21, 'a')], true),
  lane(3, [card(31, 'c')]),
  lane(4, [card(41, 'b'), card(42, 'a'), card(43, 'a')]),
];

it('counts all cards and shows those of nothing folded', () => {
  assert.deepEqual(countIn(lanes, columns), [4, 2, 1]);
  assert.deepEqual(
    lanes.map((one) => shownCards(one, columns).map(({ id }) => id)),
    [[11, 12], [], [], [41, 42, 43]],
  );
});

it('goes on to the nearest row that shows cards, and stays in the column where that has any', () => {
  const beyond = (laneId: number, columnId: string, direction: 'up' | 'down' | 'left') =>
    cardBeyond(lanes, columns, { laneId, columnId }, direction)?.card.id;
  assert.deepEqual([beyond(1, 'a', 'down'), beyond(1, 'b', 'down')], [42, 41]);
  assert.deepEqual([beyond(4, 'a', 'up'), beyond(4, 'b', 'up')], [11, 12]);
  assert.deepEqual(
    [beyond(1, 'a', 'up'), beyond(4, 'a', 'down'), beyond(4, 'a', 'left')],
    [undefined, undefined, undefined],
  );
  const onlyOther = [lane(5, [card(51, 'b'), card(52, 'b')]), lane(6, [card(61, 'a')])];
  assert.equal(cardBeyond(onlyOther, columns, { laneId: 6, columnId: 'a' }, 'up')?.card.id, 51);
});

it('knows between which cards a height is', () => {
  const places = [
    { top: 0, height: 40 },
    { top: 50, height: 40 },
  ];
  assert.deepEqual(
    [10, 30, 60, 80, 500].map((y) => rowAtHeight(places, y)),
    [0, 1, 1, 2, 2],
  );
  assert.equal(rowAtHeight([], 5), 0);
});
