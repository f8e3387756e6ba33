import assert from 'node:assert/strict';
import { it } from 'node:test';
import { chosenIn, exchangeValue } from './chart-fields.ts';
import { valuesOf } from '../../platform/lists/list-values.ts';

it('reads visible values with their colours', () => {
  const values = [
    { id: 1, label: 'New', is_hidden: false, value_color: 'fiesta-red' },
    { id: 2, label: 'Old', is_hidden: true },
    { id: 3, display_name: 'Ada' },
    'odd',
  ];
  assert.deepEqual(valuesOf({ values }), [
    { id: 1, label: 'New', colour: 'fiesta-red' },
    { id: 3, label: 'Ada', colour: null },
  ]);
});

it('finds what is chosen, none left out', () => {
  const values = [
    { field_id: 5, bind_value_ids: [100] },
    { field_id: 6, bind_value_ids: [7, 8] },
  ];
  assert.deepEqual(chosenIn(values, 5), []);
  assert.deepEqual(chosenIn(values, 6), [7, 8]);
  assert.deepEqual(chosenIn(null, 6), []);
});

it('exchanges one value and keeps the others', () => {
  assert.deepEqual(exchangeValue([1, 2], 1, 3), [2, 3]);
  assert.deepEqual(exchangeValue([1], 1, undefined), [100]);
  assert.deepEqual(exchangeValue([], undefined, 3), [3]);
  assert.deepEqual(exchangeValue([1, 3], 1, 3), [3]);
});
