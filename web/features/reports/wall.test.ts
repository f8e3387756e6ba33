import assert from 'node:assert/strict';
import { it } from 'node:test';
import { cardsOf, columnsOf } from './wall.ts';

const artifact = (id: number, chosen: number[], values: unknown[] = []) => ({
  id,
  xref: `task #${id}`,
  title: id === 2 ? '' : `Title ${id}`,
  values: [{ field_id: 5, label: 'Status', type: 'sb', bind_value_ids: chosen, values }],
  assignees: [],
  full_status: { value: 'New', color: 'fiesta-red' },
});

const field = {
  field_id: 5,
  required: true,
  values: [
    { id: 1, label: 'New' },
    { id: 2, label: 'Done' },
  ],
};

it('has a column for each value, and for none only where that can be', () => {
  const labels = (columns: ReturnType<typeof columnsOf>): string[] => columns.map(({ label }) => label);
  assert.deepEqual(labels(columnsOf(field, [artifact(1, [1])], 'None')), ['New', 'Done']);
  assert.deepEqual(labels(columnsOf({ ...field, required: false }, [], 'None')), ['None', 'New', 'Done']);
  assert.deepEqual(labels(columnsOf(field, [artifact(1, [100])], 'None')), ['None', 'New', 'Done']);
});

it('has a column for a value that cards alone know of', () => {
  const columns = columnsOf(field, [artifact(1, [9], [{ id: 9, display_name: 'Ada' }])], 'None');
  assert.deepEqual(columns.at(-1), { id: '9', label: 'Ada', colour: null });
});

it('makes a card of each artifact', () => {
  const [first, second] = cardsOf(5, [artifact(1, [2, 1]), artifact(2, [])], 'Untitled');
  assert.deepEqual([first?.columnId, first?.title, first?.colour], ['2', 'Title 1', 'fiesta-red']);
  assert.deepEqual([second?.columnId, second?.title], ['100', 'Untitled']);
});
