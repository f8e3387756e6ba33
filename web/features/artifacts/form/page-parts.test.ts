// Which fields stand in the column beside the text of an artifact, and in which order.
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { loadParts } from '../../fields/index.ts';
import type { Field } from '../../fields/index.ts';
import { pageParts } from './page-parts.ts';

before(loadParts);

const field = (id: number, type: string): Field => ({
  field_id: id,
  label: `F${id}`,
  name: `f${id}`,
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

const types = ['fieldset', 'string', 'text', 'sb', 'sb', 'sb', 'date', 'float', 'art_link', 'file', 'subon', 'string'];
const fields = types.map((type, index) => field(index + 1, type));
const semantics = {
  title: { field_id: 2 },
  description: { field_id: 3 },
  status: { field_id: 4, value_ids: [] },
  contributor: { field_id: 5 },
  initial_effort: { field_id: 8 },
};
const columnOf = (more: Record<string, unknown>): number[] =>
  pageParts({ fields, semantics: { ...semantics, ...more } }).column.map(({ field_id: id }) => id);

it('has the assignee, lists, dates, estimates and links where cards show no fields', () => {
  assert.deepEqual(columnOf({}), [5, 6, 7, 8, 9]);
});

it('has what cards show before dates, without texts, files and what the head says', () => {
  assert.deepEqual(
    columnOf({ plugin_cardwall_card_fields: { field_ids: [12, 3, 10, 4, 8, 11, 99] } }),
    [5, 12, 8, 7, 9],
  );
});

it('puts what begins and ends it before other dates', () => {
  const dates = [...fields, field(13, 'date'), field(14, 'date')];
  const timeframe = { start_date_field_id: 14, end_date_field_id: 13 };
  const { column, title, description, status } = pageParts({ fields: dates, semantics: { ...semantics, timeframe } });
  assert.deepEqual(
    column.map(({ field_id: id }) => id),
    [5, 6, 14, 13, 7, 8, 9],
  );
  assert.deepEqual([title?.field_id, description?.field_id, status?.field_id], [2, 3, 4]);
});
