import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  assigningOf,
  cardsOf,
  filterRows,
  peopleOn,
  progressOf,
  showCard,
  trackersOf,
  withPerson,
} from './taskboard-cards.ts';
import type { CardFilter, PlacedCard, Row } from './taskboard-cards.ts';

const card = (id: number, more: Partial<PlacedCard> = {}): PlacedCard => ({
  id,
  tracker_id: 4,
  label: `Card ${id}`,
  xref: `task #${id}`,
  rank: id,
  color: 'deep-blue',
  background_color: '',
  artifact_html_uri: '',
  has_children: false,
  assignees: [],
  mapped_list_value: null,
  initial_effort: null,
  remaining_effort: null,
  is_open: true,
  is_collapsed: false,
  column_id: 1,
  can_move: true,
  allowed_column_ids: [],
  ...more,
});
const person = {
  id: 7,
  uri: '',
  user_url: '',
  real_name: '',
  display_name: 'Ana',
  username: 'ana',
  ldap_id: '',
  avatar_url: '',
  is_anonymous: false,
  has_avatar: true,
};
const effort = (value: number | null) => ({ remaining_effort: { value, can_update: true } });
const rows: Row[] = [
  {
    card: card(1, { tracker_id: 3 }),
    cards: [card(11, { is_open: false, ...effort(0) }), card(12, { assignees: [person], ...effort(3) })],
  },
  { card: card(2, { tracker_id: 3, label: 'Alone', ...effort(2.5) }), cards: [] },
  { card: card(3, { tracker_id: 3, is_open: false, ...effort(99) }), cards: [card(31, effort(1))] },
];
const all = { words: '', personId: undefined, values: {}, onlyOpen: false };
const ids = (filter: Partial<CardFilter>) =>
  filterRows(rows, { ...all, ...filter }).map((row) => [row.card.id, ...row.cards.map(({ id }) => id)]);

it('finds rows with all their cards, and cards with their rows', () => {
  assert.deepEqual(ids({}), [[1, 11, 12], [2], [3, 31]]);
  assert.deepEqual(ids({ words: ' ALONE' }), [[2]]);
  assert.deepEqual(ids({ words: '#12' }), [[1, 12]]);
  assert.deepEqual(ids({ personId: 7 }), [[1, 12]]);
  assert.deepEqual(ids({ values: { people: ['7', '8'] } }), [[1, 12]]);
  assert.deepEqual(
    peopleOn(rows).map(({ id }) => id),
    ['7'],
  );
});

it('leaves closed cards out, and closed rows with all below them', () => {
  assert.deepEqual(ids({ onlyOpen: true }), [[1, 12], [2]]);
});

it('shows a row itself where nothing is below it, not where all of that is filtered out', () => {
  const shown = filterRows(rows, all).map((row, at) => cardsOf(row, rows[at]).map(({ id }) => id));
  assert.deepEqual(shown, [[11, 12], [2], [31]]);
  assert.deepEqual(cardsOf({ card: card(1), cards: [] }, rows[0]), []);
  assert.deepEqual(
    [showCard(card(1, { label: '', column_id: null }), '?')].map(({ title, columnId }) => [title, columnId]),
    [['?', '']],
  );
});

it('counts what stands in columns once', () => {
  assert.deepEqual(progressOf(rows), { done: 1, count: 4 });
  assert.deepEqual(progressOf([{ card: card(9), cards: [] }]), { done: 0, count: 1 });
});

it('knows whose events make it old', () => {
  const board = { columns: [], rows, additions: [], hides_closed: false };
  assert.deepEqual(trackersOf(board, 2), new Set([2, 3, 4]));
});

it('knows who may work on cards, and who does once somebody comes or leaves', () => {
  const field = (type: string, ...permissions: string[]) => ({
    field_id: 5,
    type,
    permissions,
    values: [
      { id: 100, label: 'None' },
      { id: 7, label: 'ana', user_reference: { real_name: 'Ana' } },
      { id: 8, label: 'Bo', is_hidden: true },
    ],
  });
  const semantics = { contributor: { field_id: 5 } };
  const one = assigningOf({ fields: [field('sb', 'read', 'update')], semantics });
  assert.deepEqual(one, { fieldId: 5, isMany: false, people: [{ id: 7, label: 'Ana' }] });
  assert.equal(assigningOf({ fields: [field('sb', 'read')], semantics }), undefined);
  assert.equal(assigningOf({ fields: [field('sb', 'update')], semantics: {} }), undefined);
  const by = (...ids: number[]) => ({ assignees: ids.map((id) => ({ ...person, id })) });
  const many = { fieldId: 5, isMany: true, people: [] };
  const alone = { ...many, isMany: false };
  assert.deepEqual(
    [
      withPerson(by(9), many, 7),
      withPerson(by(9), alone, 7),
      withPerson(by(9, 7), many, 7),
      withPerson(by(7), alone, 7),
    ],
    [[9, 7], [7], [9], [100]],
  );
});
