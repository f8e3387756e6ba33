import assert from 'node:assert/strict';
import { it } from 'node:test';
import { keepMoving, showMoves } from './card-moves.ts';

const card = (id: number, columnId: string) => ({ id, columnId, title: `Card ${id}`, name: `#${id}`, href: '/' });

it('stands cards where they are on their way to, and says why one went back', () => {
  const cards = [card(1, 'a'), card(2, 'a'), card(3, 'b')];
  const shown = showMoves(cards, {
    1: { way: { goal: { columnId: 'b', beside: { id: 3, direction: 'after' } }, cards: [card(1, 'a')] } },
    2: { problem: 'No' },
  });
  assert.deepEqual(shown, [{ ...card(2, 'a'), problem: 'No' }, card(3, 'b'), { ...card(1, 'b'), isBusy: true }]);
});

it('keeps what is on its way while no list has it, and nothing else', () => {
  const moving = { way: { goal: { columnId: 'b' }, cards: [card(1, 'a'), card(2, 'a')] } };
  const moves = { 1: moving, 2: { problem: 'No' }, 3: { problem: 'No' } };
  assert.deepEqual(keepMoving([card(4, 'b')], moves), [card(4, 'b'), card(1, 'a')]);
  assert.deepEqual(keepMoving([card(1, 'b')], moves), [card(1, 'b')]);
});

it('has what is on its way once, where the list that it leaves is older than the one that it comes to', () => {
  const moves = { 1: { way: { goal: { columnId: 'b' }, cards: [card(1, 'a')] } } };
  assert.deepEqual(keepMoving([card(1, 'a'), card(1, 'b'), card(2, 'b')], moves), [card(1, 'a'), card(2, 'b')]);
  const still = [card(1, 'a'), card(2, 'a')];
  assert.equal(keepMoving(still, moves), still);
});
