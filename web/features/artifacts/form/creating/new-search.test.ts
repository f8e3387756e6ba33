import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readPrefill } from './new-search.ts';

describe('what an address fills in', () => {
  it('is what it says of fields, and nothing else', () => {
    assert.deepEqual(
      readPrefill({ title: 'A', field_12: 5, parent: 3, copy_from: '9', next: '/x', field_x: '1', title2: 'B' }),
      {
        title: 'A',
        field_12: '5',
        parent: '3',
        copy_from: '9',
      },
    );
    assert.deepEqual(readPrefill({ title: ['A'], parent: null }), {});
  });
});
