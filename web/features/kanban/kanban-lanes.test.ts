import assert from 'node:assert/strict';
import { it } from 'node:test';
import { cardsOf, peopleOn } from './kanban-cards.ts';
import {
  askedFieldsOf,
  closedLabelOf,
  filterGroupsOf,
  lanesOf,
  needsStatus,
  peopleFieldOf,
  rowLists,
} from './kanban-lanes.ts';

const tracker = {
  fields: [
    {
      field_id: 1,
      name: 'status',
      label: 'Status',
      type: 'sb',
      values: [
        { id: 11, label: 'Open' },
        { id: 12, label: 'Done' },
        { id: 13, label: 'Old', is_hidden: true },
      ],
    },
    {
      field_id: 2,
      name: 'size',
      label: 'Size',
      type: 'sb',
      values: [
        { id: 21, label: 'Small' },
        { id: 22, label: 'Large' },
      ],
    },
    { field_id: 3, name: 'title', label: 'Title', type: 'string', values: null },
    { field_id: 4, name: 'assigned_to', label: 'Assigned to', type: 'msb', values: [{ id: 7, label: 'ana' }] },
    { field_id: 5, name: 'due_on', label: 'Due date', type: 'date', values: null },
    { field_id: 6, name: 'labels', label: 'Labels', type: 'tbl', values: [{ id: 'o1', label: 'urgent' }] },
  ],
  semantics: { status: { field_id: 1, value_ids: [11] }, contributor: { field_id: 4 } },
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
    cardsOf(columns, { ...wish, people: [7, 9] }).map(({ id }) => id),
    [1, 3],
  );
  assert.deepEqual(peopleOn(columns, undefined), []);
});

it('calls the closed column by its values, where these are few', () => {
  assert.equal(closedLabelOf(tracker, 'Closed'), 'Done');
  const isOpen = (ids: number[]) => ({ ...tracker, semantics: { status: { field_id: 1, value_ids: ids } } });
  assert.equal(closedLabelOf(isOpen([]), 'Closed'), 'Open, Done');
  assert.equal(closedLabelOf(isOpen([11, 12]), 'Closed'), 'Closed');
  assert.equal(closedLabelOf(undefined, 'Closed'), 'Closed');
});

it('knows where all have a status', () => {
  const fields = tracker.fields.map((field) => ({ ...field, required: field.field_id === 1 }));
  assert.deepEqual([needsStatus(tracker), needsStatus({ ...tracker, fields })], [false, true]);
});

it('filters by lists and labels, and by those without a value', () => {
  const groups = filterGroupsOf(tracker, 'None').map(({ id, options }) => [id, options.map((option) => option.id)]);
  assert.deepEqual(groups, [
    ['2', ['21', '22', '100']],
    ['6', ['urgent', '100']],
  ]);
  const found = (ids: string[]) => cardsOf(columns, { ...wish, filter: { '2': ids } }).map(({ id }) => id);
  assert.deepEqual([found(['21', '22']), found(['100'])], [[1, 2], [3]]);
  assert.deepEqual(
    cardsOf(columns, { ...wish, people: [100] }).map(({ id }) => id),
    [2],
  );
});

it('asks for what cards show, unless the tracker puts it on them', () => {
  assert.deepEqual(askedFieldsOf(tracker, 2, ['6', '99']), [5, 6, 2]);
  const semantics = { ...tracker.semantics, plugin_cardwall_card_fields: { field_ids: [5] } };
  assert.deepEqual(askedFieldsOf({ ...tracker, semantics }, undefined, []), []);
});
