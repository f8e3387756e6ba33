// What a plan shows, and how much it is.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { filterGroupsOf } from './filter-groups.ts';
import { backlogId, cardOf, closedValues, isWanted, onceEach, peopleOf } from './plan.ts';
import type { Item, ItemFilter } from './plan.ts';

const person = { id: 106, display_name: 'Emre', avatar_url: '/e.png' };
const tracker = {
  id: 3,
  uri: '',
  label: 'Stories',
  color: 'red-wine',
  project: { id: 1, uri: '', label: '', icon: '' },
};
const item = (id: number, more: Partial<Item> = {}): Item => ({
  id,
  label: `Item ${id}`,
  type: 'Stories',
  short_type: 'story',
  status: 'Open',
  full_status: null,
  color: 'red-wine',
  background_color_name: '',
  initial_effort: 3,
  remaining_effort: null,
  artifact: { id, uri: '', tracker },
  parent: null,
  project: tracker.project,
  has_children: false,
  accept: { trackers: [] },
  card_fields: [],
  ...more,
});
const owned = item(2, {
  card_fields: [{ field_id: 5, label: 'Owner', type: 'sb', values: [person], bind_value_ids: [106] }],
});
const all: ItemFilter = {
  words: '',
  personId: undefined,
  values: {},
  isUnestimated: false,
  isUnplanned: false,
  withClosed: true,
};

it('finds items by words, number, person, missing estimate and state', () => {
  const found = (filter: Partial<ItemFilter>, ...items: Item[]) =>
    items.filter((one) => isWanted({ item: one, list: backlogId }, { ...all, ...filter })).map(({ id }) => id);
  assert.deepEqual(found({ words: ' ITEM 2' }, item(1), owned), [2]);
  assert.deepEqual(found({ words: '#1' }, item(1), owned), [1]);
  assert.deepEqual(found({ personId: 106 }, item(1), owned), [2]);
  assert.deepEqual(found({ isUnestimated: true }, item(1), item(3, { initial_effort: 0 })), [3]);
  assert.deepEqual(found({ withClosed: false }, item(1), item(4, { status: 'Closed' })), [1]);
  const isLeft = (list: string) => isWanted({ item: item(1), list }, { ...all, isUnplanned: true });
  assert.deepEqual([isLeft(backlogId), isLeft('5')], [true, false]);
});

it('filters by people and by the lists that cards show', () => {
  const high = item(3, {
    card_fields: [
      { field_id: 6, label: 'Priority', type: 'sb', values: [{ id: 1, label: 'High', tlp_color: 'red-wine' }] },
    ],
  });
  const groups = filterGroupsOf([owned, high], { people: 'Assignee', none: 'None' });
  assert.deepEqual(
    groups.map(({ label, options }) => [label, options.map(({ label: option }) => option)]),
    [
      ['Assignee', ['Emre', 'None']],
      ['Priority', ['High', 'None']],
    ],
  );
  const found = (values: ItemFilter['values']) =>
    [owned, high].filter((one) => isWanted({ item: one, list: backlogId }, { ...all, values })).map(({ id }) => id);
  assert.deepEqual(
    [found({ people: ['Emre'] }), found({ people: ['100'] }), found({ Priority: ['High', '100'] })],
    [[2], [3], [2, 3]],
  );
});

it('has what two milestones hold in the later one', () => {
  const lists = onceEach([
    ['5', [item(1), item(2)]],
    ['6', [item(2)]],
  ]);
  assert.deepEqual(
    lists.map(({ list, item: { id }, others }) => [list, id, others]),
    [
      ['5', 1, []],
      ['6', 2, ['5']],
    ],
  );
});

it('shows an item as a card with its people', () => {
  assert.deepEqual(peopleOf(owned), [person]);
  assert.partialDeepStrictEqual(cardOf(item(7, { label: '' }), '9', 'Untitled'), {
    id: 7,
    columnId: '9',
    title: 'Untitled',
    name: 'story #7',
    colour: 'red-wine',
  });
});

it('knows which values of a status mean that something is done', () => {
  const field = {
    field_id: 1,
    values: [
      { id: 10, label: 'Open' },
      { id: 11, label: 'Done' },
      { id: 12, label: 'Old', is_hidden: true },
    ],
  };
  const semantics = { status: { field_id: 1, value_ids: [10] } };
  assert.deepEqual(closedValues({ fields: [field], semantics }), [{ id: 11, label: 'Done' }]);
});
