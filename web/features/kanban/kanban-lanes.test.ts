import assert from 'node:assert/strict';
import { it } from 'node:test';
import { cardsOf, peopleOn } from './kanban-cards.ts';
import { lanesOf, peopleFieldOf, rowLists } from './kanban-lanes.ts';

const tracker = {
  fields: [
    { field_id: 1, label: 'Status', type: 'sb', values: [] },
    {
      field_id: 2,
      label: 'Size',
      type: 'sb',
      values: [
        { id: 21, label: 'Small' },
        { id: 22, label: 'Large' },
      ],
    },
    { field_id: 3, label: 'Title', type: 'string', values: null },
    { field_id: 4, label: 'Assigned to', type: 'msb', values: [{ id: 7, label: 'ana' }] },
  ],
  semantics: { status: { field_id: 1 }, contributor: { field_id: 4 } },
};
const person = (id: number, name: string) => ({ id, display_name: name, avatar_url: '/a.png' });
const item = (id: number, size: number, people: ReturnType<typeof person>[]) => ({
  id,
  label: `Item ${id}`,
  item_name: 'task',
  color: 'inca-silver',
  card_fields: [
    { field_id: 2, label: 'Size', type: 'sb', values: [], bind_value_ids: [size] },
    { field_id: 4, label: 'Assigned to', type: 'msb', values: people, bind_value_ids: people.map((one) => one.id) },
  ],
  timeinfo: [],
  in_column: 5,
  background_color_name: '',
});
const columns = [
  {
    column: '5',
    items: [item(1, 22, [person(8, 'Zoe'), person(7, 'Ana')]), item(2, 21, []), item(3, 100, [person(7, 'Ana')])],
    size: 3,
    askedAtMs: 0,
  },
];
const wish = { words: '', untitled: '', peopleFieldId: 4, rowsFieldId: 2 };

it('divides by every list but the status', () => {
  assert.deepEqual(
    rowLists(tracker).map(({ id }) => id),
    [2, 4],
  );
  assert.equal(peopleFieldOf(tracker), 4);
});

it('has a row for each value that a card has, and one for none at the end', () => {
  const lanes = lanesOf(tracker, 2, cardsOf(columns, wish), 'None');
  assert.deepEqual(
    lanes.map(({ id, label, cards }) => [id, label, cards.map((card) => card.id)]),
    [
      [21, 'Small', [2]],
      [22, 'Large', [1]],
      [0, 'None', [3]],
    ],
  );
});

it('knows who is on the board, and shows the cards of one', () => {
  assert.deepEqual(
    peopleOn(columns, 4).map(({ display_name: name }) => name),
    ['Ana', 'Zoe'],
  );
  assert.deepEqual(
    cardsOf(columns, { ...wish, personId: 7 }).map(({ id }) => id),
    [1, 3],
  );
  assert.deepEqual(peopleOn(columns, undefined), []);
});
