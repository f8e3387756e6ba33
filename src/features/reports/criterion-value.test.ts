import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readStoredCriterion, writeStoredCriterion } from './criterion-value.ts';

test('property: what is written is read again, whatever it holds', () => {
  const withNone = fc.boolean();
  const value = fc.oneof(
    fc.record({ kind: fc.constant('json' as const), value: fc.jsonValue({ stringUnit: 'binary' }) }),
    fc.record({ kind: fc.constant('people' as const), usernames: fc.array(fc.string(), { minLength: 1 }), withNone }),
    fc.record({ kind: fc.constant('values' as const), ids: fc.array(fc.nat(), { minLength: 1 }), withNone }),
  );
  fc.assert(
    fc.property(value, (written) => {
      const { xml, ...stored } = writeStoredCriterion(written);
      assert.doesNotMatch(xml, /[^\t\n\r -\ud7ff\ue000-\ufffd]/);
      assert.equal(JSON.stringify(readStoredCriterion({ ...stored, xml })), JSON.stringify(written));
    }),
  );
});

test('what only its origin understands asks nothing', () => {
  const references = { V1: 7 };
  for (const [type, inner] of [
    ['date', '<from_date>2026-01-01</from_date>'],
    ['list', ''],
    ['list', '<selected_value REF="V2"/>'],
  ] as const) {
    const xml = `<criteria_value type="${type}">${inner}</criteria_value>`;
    assert.equal(readStoredCriterion({ type, xml, references }), undefined, xml);
  }
  const none = '<criteria_value type="list"><none_value></none_value></criteria_value>';
  assert.deepEqual(readStoredCriterion({ type: 'list', xml: none, references }), {
    kind: 'values',
    ids: [],
    withNone: true,
  });
});
