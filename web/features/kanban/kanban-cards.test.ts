// Which columns and cards a board shows.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { cardsOf, columnsOf, flipColumn, isOverLimit } from './kanban-cards.ts';

const item = (id: number, label: string, colour = '') => ({
  id,
  label,
  item_name: 'task',
  color: 'inca-silver',
  card_fields: [],
  timeinfo: [],
  in_column: 'backlog',
  background_color_name: colour,
});

it('shows items as cards of their column', () => {
  const columns = [{ column: 'backlog', items: [item(1, 'Mend'), item(2, '', 'red-wine')], size: 2, askedAtMs: 0 }];
  const cards = cardsOf(columns, { words: '', untitled: 'Untitled' });
  assert.partialDeepStrictEqual(cards, [
    { id: 1, columnId: 'backlog', title: 'Mend', name: '#1', colour: 'inca-silver' },
    { id: 2, columnId: 'backlog', title: 'Untitled', colour: 'red-wine' },
  ]);
});

it('shows a card once that was read in two columns, where it was read last', () => {
  const columns = [
    { column: '7', items: [item(1, 'Mend')], size: 1, askedAtMs: 5 },
    { column: '8', items: [item(1, 'Mend'), item(2, 'Paint')], size: 2, askedAtMs: 4 },
  ];
  const places = cardsOf(columns, { words: '', untitled: '' }).map(({ id, columnId }) => [id, columnId]);
  assert.deepEqual(places, [
    [1, '7'],
    [2, '8'],
  ]);
});

it('finds cards by words of their title, or by their number', () => {
  const columns = [{ column: '7', items: [item(12, 'Mend the pier'), item(3, 'Paint')], size: 2, askedAtMs: 0 }];
  const found = (words: string) => cardsOf(columns, { words, untitled: '' }).map(({ id }) => id);
  assert.deepEqual([found(' PIER '), found('#3'), found('x')], [[12], [3], []]);
});

it('ends with what is closed, and warns beyond a limit', () => {
  const kanban = {
    id: 1,
    tracker_id: 2,
    tracker: { uri: '', id: 2, label: '', item_name: '', project: { id: 3, uri: '', label: '', icon: '' } },
    uri: '',
    label: 'Board',
    columns: [
      {
        id: 7,
        label: 'Doing',
        is_open: true,
        limit: 2,
        color: '',
        user_can_add_in_place: true,
        user_can_remove_column: false,
        user_can_edit_label: false,
      },
    ],
    resources: { backlog: { uri: '' }, items: { uri: '' } },
    backlog: { label: 'Backlog', is_open: true, user_can_add_in_place: false },
    archive: { label: 'Archive', is_open: false },
    user_can_add_columns: false,
    user_can_reorder_columns: false,
    user_can_add_artifact: false,
    is_promoted: false,
  };
  const folded = (id: string) =>
    columnsOf(flipColumn(kanban, id), 'Done').flatMap((column) => (column.isFolded ? [column.id] : []));
  assert.deepEqual([folded('backlog'), folded('7'), folded('8')], [['backlog'], ['7'], []]);
  assert.deepEqual(
    columnsOf(kanban, 'Done').map(({ id, label, mayAdd }) => [id, label, mayAdd]),
    [
      ['backlog', 'Backlog', false],
      ['7', 'Doing', true],
      ['archive', 'Done', false],
    ],
  );
  assert.equal(flipColumn(kanban, 'archive').archive.is_open, true);
  assert.deepEqual([isOverLimit(2, 3), isOverLimit(2, 2), isOverLimit(null, 99)], [true, false, false]);
});
