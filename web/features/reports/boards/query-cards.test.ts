import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Definition } from './query-cards.ts';
import { boardText, cardsOf, columnsOf, groupings, isInOrderOfAll, listNamed, planMove } from './query-cards.ts';

const list = (id: number, name: string, ...labels: string[]) => ({
  field_id: id,
  name,
  label: name.toUpperCase(),
  type: 'sb',
  values: labels.map((label, at) => ({ id: id * 10 + at, label, is_hidden: label === 'Old' })),
});
const tracker = (statusId: number, ...fields: ReturnType<typeof list>[]): Definition => ({
  fields,
  semantics: { status: { field_id: statusId } },
});
const tasks = tracker(1, list(1, 'status', 'Todo', 'Done', 'Old'), list(2, 'kind', 'Work'));
const bugs = tracker(3, list(3, 'state', 'Open', 'Done'), list(4, 'kind', 'Crash', 'Work'));

it('asks a query for what a board shows', () => {
  assert.equal(
    boardText("select @id, status\nFrom @project = 'self' WHERE x = 'a from b'", 'status'),
    "SELECT @pretty_title, @tracker.name, @assigned_to, status FROM @project = 'self' WHERE x = 'a from b' ORDER BY @rank ASC",
  );
  assert.equal(
    boardText('SELECT @id FROM x ORDER BY @id\nDESCENDING ', '@assigned_to'),
    'SELECT @pretty_title, @tracker.name, @assigned_to FROM x ORDER BY @id\nDESCENDING',
  );
  assert.equal(boardText('FROM nothing', 'status'), undefined);
});

it('knows whether people may put the cards into an order', () => {
  const texts = [
    "FROM x WHERE y = ' order by @id asc'",
    'FROM x ORDER BY @rank ASC',
    'FROM x order by @Rank ascending',
  ];
  assert.deepEqual(texts.map(isInOrderOfAll), [true, true, true]);
  assert.deepEqual(['x ORDER BY @rank DESC', 'x ORDER BY title ASC'].map(isInOrderOfAll), [false, false]);
});

it('knows lists by what they mean and by their names', () => {
  assert.equal(listNamed(tasks, '@status')?.field_id, 1);
  assert.equal(listNamed(bugs, '@status')?.field_id, 3);
  assert.equal(listNamed(bugs, 'status'), undefined);
  assert.deepEqual(
    groupings([tasks, bugs]).map(({ id }) => id),
    ['status', 'kind', 'state'],
  );
});

const value = (label: string) => ({ value: [{ label, color: null }] });
const row = (id: number, label: string | undefined) => ({
  '@artifact': { id },
  '@pretty_title': { artifact_id: id, tracker_name: 'task', title: `T${id}`, color: 'deep-blue' },
  '@tracker.name': { name: 'Tasks', color: 'deep-blue' },
  '@assigned_to': { value: [{ display_name: 'Ana', avatar_url: '/a.png' }] },
  '@status': label === undefined ? { value: [] } : value(label),
});
const content = {
  artifacts: [row(1, 'Todo'), row(2, undefined), row(3, 'Gone')],
  selected: [{ name: '@status', type: 'list_static' }],
};

it('stands cards by labels, in columns that any of the trackers has', () => {
  assert.deepEqual(
    cardsOf(content, '@status', '?').map(({ id, columnId, name, people = [] }) => [id, columnId, name, people.length]),
    [
      [1, 'Todo', 'task #1', 1],
      [2, '', 'task #2', 1],
      [3, 'Gone', 'task #3', 1],
    ],
  );
  assert.deepEqual(
    columnsOf([tasks, bugs], '@status', content, 'None').map(({ label }) => label),
    ['None', 'Todo', 'Open', 'Done', 'Gone'],
  );
});

it('plans a move by the values of the own tracker, if the card is where it was seen', () => {
  const artifact = (...ids: number[]) => ({ tracker: {}, values: [{ field_id: 1, bind_value_ids: ids }] });
  const plan = (ids: number[], from: string, to: string) => planMove(artifact(...ids), tasks, '@status', { from, to });
  assert.deepEqual(plan([10], 'Todo', 'Done'), { kind: 'move', fieldId: 1, valueIds: [11] });
  assert.deepEqual(plan([10], 'Todo', ''), { kind: 'move', fieldId: 1, valueIds: [100] });
  assert.deepEqual(plan([], '', 'Done'), { kind: 'move', fieldId: 1, valueIds: [11] });
  assert.deepEqual(plan([11], 'Todo', 'Done'), { kind: 'moved-meanwhile' });
  assert.deepEqual(plan([10], 'Todo', 'Open'), { kind: 'no-value' });
  assert.deepEqual(planMove(artifact(10), bugs, 'status', { from: 'Todo', to: 'Done' }), { kind: 'no-value' });
});

it('knows people by the names that answers have for them', () => {
  const values = [{ id: 7, label: 'ana', user_reference: { real_name: 'Ana L (ana)' } }];
  const people = {
    ...tracker(9, { ...list(5, 'assigned_to'), values: [] }),
    semantics: { contributor: { field_id: 5 } },
  };
  const fields = people.fields.map((field) => ({ ...field, values }));
  const answer = { artifacts: [], selected: [{ name: '@assigned_to', type: 'list_user' }] };
  const named = { ...people, fields };
  assert.deepEqual(
    columnsOf([named], '@assigned_to', answer, 'None').map(({ label }) => label),
    ['None', 'Ana L (ana)'],
  );
  const artifact = { tracker: {}, values: [] };
  assert.deepEqual(planMove(artifact, named, '@assigned_to', { from: '', to: 'Ana L (ana)' }), {
    kind: 'move',
    fieldId: 5,
    valueIds: [7],
  });
});
