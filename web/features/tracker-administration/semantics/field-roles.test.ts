import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { DraftField } from '../definition/definition-draft.ts';
import { giveRole, openNewValues, suggestRole } from './field-roles.ts';

const field = (type: string, label: string, more: Partial<DraftField> = {}): DraftField => ({
  id: -1,
  type,
  label,
  name: '',
  description: '',
  isRequired: false,
  notifies: false,
  isUsed: true,
  properties: {},
  bind: undefined,
  offered: [],
  values: [],
  defaults: [],
  permissions: undefined,
  ...more,
});
const values = (...labels: string[]) =>
  labels.map((label, index) => ({ id: -10 - index, label, isHidden: false, colour: '' }));

it('is suggested by the name and the type of a field', () => {
  const suggested = [
    [field('string', 'Title'), 'title'],
    [field('text', 'Description'), 'description'],
    [field('sb', 'Status', { bind: 'static' }), 'status'],
    [field('sb', 'État', { bind: 'static' }), 'status'],
    [field('sb', 'Who', { bind: 'users', name: 'assigned_to' }), 'contributor'],
    [field('int', 'Story points'), 'initial_effort'],
    [field('string', 'Status'), undefined],
    [field('sb', 'Colour', { bind: 'static' }), undefined],
    [field('sb', 'Estate', { bind: 'static' }), undefined],
  ] as const;
  for (const [one, role] of suggested) assert.equal(suggestRole(one, {}), role, one.label);
});

it('is not suggested where another field has it', () => {
  const status = field('sb', 'Status', { bind: 'static' });
  assert.equal(suggestRole(status, { status: { field_id: 5, value_ids: [] } }), undefined);
  assert.equal(suggestRole(status, { status: null }), 'status');
});

it('leaves open what is not called closed, or all but the last value', () => {
  const openOf = (...labels: string[]) =>
    giveRole(field('sb', 'Status', { bind: 'static', values: values(...labels) }), 'status').status?.value_ids;
  assert.deepEqual(openOf('To do', 'Doing', 'Done', 'Cancelled'), [-10, -11]);
  assert.deepEqual(openOf('À faire', 'Terminée'), [-10]);
  assert.deepEqual(openOf('One', 'Two', 'Three'), [-10, -11]);
  assert.deepEqual(openOf(), []);
});

it('gives a status its open and its done values', () => {
  const status = field('sb', 'Status', { bind: 'static', values: values('New', 'Resolved') });
  assert.deepEqual(giveRole(status, 'status'), {
    status: { field_id: -1, value_ids: [-10] },
    done: { value_ids: [-11] },
  });
  assert.deepEqual(giveRole(field('string', 'Title'), 'title'), { title: { field_id: -1 } });
});

it('opens new values of the status alone', () => {
  const semantics = { status: { field_id: 5, value_ids: [51] } };
  assert.deepEqual(openNewValues(semantics, 5, values('Review', 'Done')).status?.value_ids, [51, -10]);
  assert.equal(openNewValues(semantics, 6, values('Review')), semantics);
});
