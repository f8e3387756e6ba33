import assert from 'node:assert/strict';
import { it } from 'node:test';
import { chooseList, moveOne, openDraft, targetsOf, suggestDraft, writeWall } from './wall-draft.ts';
import type { CardTracker } from './wall-draft.ts';

const list = (id: number, ...labels: string[]) => ({
  field_id: id,
  label: `List ${id}`,
  type: 'sb',
  bindings: { type: 'static' },
  values: labels.map((label, at) => ({ id: id * 10 + at, label, is_hidden: label === 'Old' })),
});
const tracker = (id: number, parent: number | null, ...fields: ReturnType<typeof list>[]): CardTracker => ({
  id,
  label: `T${id}`,
  parent: parent === null ? null : { id: parent },
  fields,
  semantics: { status: { field_id: fields[0]?.field_id } },
});
const stories = tracker(1, null, list(11, 'New', 'Done'));
const tasks = tracker(2, 1, list(21, 'Todo', 'Done', 'Old'), list(22, 'A', 'B'));
const setting = {
  columns: [
    { id: 5, label: 'First', color: 'deep-blue', value_ids: [220], none_of: [2] },
    { id: 6, label: 'Last', color: '', value_ids: [221], none_of: [] },
  ],
  mappings: [{ tracker_id: 2, field_id: 22 }],
};

it('writes what it opened', () => assert.deepEqual(writeWall(openDraft(setting)), setting));

it('begins with the states of what is below the items, else with those of the items', () => {
  const labels = (trackers: CardTracker[]) => suggestDraft(trackers, [1]).columns.map(({ label }) => label);
  assert.deepEqual(labels([stories, tasks]), ['Todo', 'Done']);
  assert.deepEqual(labels([stories]), ['New', 'Done']);
  assert.deepEqual(labels([]), []);
});

it('offers the values of chosen lists, and no value without one', () => {
  const labels = targetsOf([stories, tasks], openDraft(setting), 'none').map(({ label }) => label);
  assert.deepEqual(labels, ['T2: none', 'T2: A', 'T2: B']);
});

it('forgets what stood in columns by another list', () => {
  const draft = openDraft(setting);
  const bare = writeWall(chooseList([stories, tasks], draft, 2, undefined));
  assert.deepEqual(bare.mappings, []);
  assert.ok(bare.columns.every(({ value_ids: values, none_of: none }) => values.length + none.length === 0));
  const other = writeWall(chooseList([stories, tasks], draft, 2, 21));
  assert.deepEqual(
    other.columns.map(({ value_ids: values, none_of: none }) => [values, none]),
    [
      [[], [2]],
      [[], []],
    ],
  );
});

it('moves one up and down, and not beyond the ends', () => {
  assert.deepEqual(moveOne([1, 2, 3], 0, 1), [2, 1, 3]);
  assert.deepEqual(moveOne([1, 2, 3], 2, -1), [1, 3, 2]);
  assert.deepEqual(moveOne([1, 2, 3], 2, 1), [1, 2, 3]);
  assert.deepEqual(moveOne([1, 2, 3], 0, -1), [1, 2, 3]);
});
