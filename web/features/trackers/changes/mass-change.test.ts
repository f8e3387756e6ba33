// What is sent for many artifacts, what was refused, what takes it back.
import assert from 'node:assert/strict';
import { before as beforeAll, it } from 'node:test';
import { byMessage, changeableFields, guardedItems, itemsOf, readPreview, undoItems, valuesOf } from './mass-change.ts';
import { artifact, tracker } from '../tracker.testing.ts';
import { loadParts } from '../../fields/index.ts';

beforeAll(loadParts);

it('sends what was given, by the type of each field', () => {
  assert.deepEqual(
    changeableFields(tracker).map(({ name }) => name),
    ['title', 'status', 'points', 'due', 'owner'],
  );
  assert.deepEqual(valuesOf(tracker, { 1: ['x'], 2: ['12'], 3: ['2,5'], 4: ['2026-03-01'], 5: [] }), [
    { field_id: 1, value: 'x' },
    { field_id: 2, bind_value_ids: [12] },
    { field_id: 3, value: 2.5 },
    { field_id: 4, value: '2026-03-01' },
    { field_id: 5, bind_value_ids: [100] },
  ]);
  assert.deepEqual(valuesOf(tracker, { 3: [' '] }), [{ field_id: 3, value: null }]);
  assert.equal(valuesOf(tracker, { 3: ['many'] }), undefined);
  assert.deepEqual(valuesOf(tracker, {}), []);
});

it('writes what the preview accepted, guarded by what it looked at', () => {
  const changes = { ids: [7, 8, 9], values: [{ field_id: 1, value: 'x' }], comment: ' hello ' };
  const i18n = { key: 'no', params: [] };
  const preview = readPreview(
    {
      items: [
        { id: 7, uri: 'artifacts/7', etag: '"a.0"', is_new: false, refusal: null },
        { id: 8, uri: 'artifacts/8', etag: null, is_new: false, refusal: { kind: 'invalid', path: '', message: 'no' } },
        { id: 9, uri: 'artifacts/9', etag: null, is_new: false, refusal: null },
        {
          id: 5,
          uri: 'artifacts/5',
          etag: null,
          is_new: false,
          refusal: { kind: 'invalid', path: '', message: 'no', i18n },
        },
      ],
    },
    (sentence) => (sentence === i18n ? 'non' : undefined),
  );
  assert.deepEqual(preview.refused, [
    { id: 8, message: 'no' },
    { id: 5, message: 'non' },
  ]);
  const comment = { body: ' hello ', format: 'commonmark' };
  assert.deepEqual(guardedItems(changes, preview), [
    { id: 7, values: changes.values, comment, if_match: '"a.0"' },
    { id: 9, values: changes.values, comment },
  ]);
  assert.deepEqual(itemsOf({ ...changes, comment: '' })[0], { id: 7, values: changes.values });
  const refused = [
    { id: 8, message: 'no' },
    { id: 4, message: 'never' },
    { id: 5, message: 'never' },
  ];
  assert.deepEqual(byMessage(refused), [
    { message: 'never', ids: [4, 5] },
    { message: 'no', ids: [8] },
  ]);
});

it('takes back what it can tell', () => {
  const before = artifact(7, [
    { field_id: 2, label: 'status', type: 'sb', values: [], bind_value_ids: [11] },
    { field_id: 4, label: 'due', type: 'date', value: '2026-03-01T00:00:00+00:00', is_time_displayed: false },
  ]);
  assert.deepEqual(undoItems(tracker, [before], [2, 3, 4], new Map([[7, '"b.0"']])), [
    {
      id: 7,
      values: [
        { field_id: 2, bind_value_ids: [11] },
        { field_id: 3, value: null },
        { field_id: 4, value: '2026-03-01' },
      ],
      if_match: '"b.0"',
    },
  ]);
  assert.equal(undoItems(tracker, [before], [999], new Map()), undefined);
});
