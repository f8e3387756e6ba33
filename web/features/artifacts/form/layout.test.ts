import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Field } from '../../fields/index.ts';
import { filterLayout, readLayout } from './layout.ts';
import { loadParts } from '../../fields/index.ts';

before(loadParts);

const field = (field_id: number, type: string): Field => ({
  field_id,
  label: `F${field_id}`,
  name: `f${field_id}`,
  type,
  values: null,
  required: false,
  collapsed: false,
  bindings: { type: null, list: [] },
  permissions: [],
  permissions_for_groups: null,
  default_value: null,
  has_notifications: false,
  is_used: true,
  description: '',
  specific_properties: [],
  label_decorators: [],
});
const fields = new Map(
  [
    field(1, 'fieldset'),
    field(2, 'column'),
    field(3, 'column'),
    field(4, 'string'),
    field(5, 'string'),
    field(6, 'separator'),
  ].map((one) => [one.field_id, one] as const),
);
const structure = [
  {
    id: 1,
    content: [
      { id: 2, content: [{ id: 4, content: null }] },
      { id: 3, content: [{ id: 5, content: null }] },
      { id: 6, content: null },
    ],
  },
  { id: 99, content: null },
];

describe('the layout of fields', () => {
  it('puts columns that follow each other beside each other, and leaves out what there is not', () => {
    const [box, ...others] = readLayout(structure, fields);
    assert.equal(others.length, 0);
    assert.ok(box?.kind === 'fieldset');
    const [columns, separator] = box.boxes;
    assert.ok(columns?.kind === 'columns');
    assert.deepEqual(
      columns.columns.map(({ id }) => id),
      [2, 3],
    );
    assert.equal(separator?.kind, 'part');
  });

  it('drops what holds nothing that is shown', () => {
    const layout = readLayout(structure, fields);
    const [box] = filterLayout(layout, ({ field_id: id }) => id !== 5);
    assert.ok(box?.kind === 'fieldset' && box.boxes[0]?.kind === 'columns');
    assert.deepEqual(
      box.boxes[0].columns.map(({ id }) => id),
      [2],
    );
    assert.deepEqual(
      filterLayout(layout, ({ field_id: id }) => id !== 4 && id !== 5),
      [],
    );
    assert.deepEqual(
      filterLayout(layout, ({ field_id: id }) => id !== 1),
      [],
    );
  });
});
