import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { loadParts } from '../../../fields/index.ts';
import { mergeEdit } from '../edits.ts';
import type { Edit } from '../../../fields/index.ts';
import { findConflicts } from './merge.ts';

before(loadParts);

const line = (text: string): Edit => ({ kind: 'line', text });
const links = (...ids: number[]): Edit => ({
  kind: 'links',
  links: ids.map((id) => ({ id, type: '', direction: 'forward', label: `#${id}`, colour: '' })),
});

describe('changes of two people', () => {
  it('asks where both changed the same field differently', () => {
    const conflicts = findConflicts(new Map([[1, line('a')]]), new Map([[1, line('b')]]), new Map([[1, line('c')]]));
    assert.deepEqual(conflicts, [{ fieldId: 1, before: line('a'), mine: line('b'), theirs: line('c') }]);
  });

  it('asks nothing where only one did, or both the same', () => {
    const bases = new Map([
      [1, line('a')],
      [2, line('a')],
    ]);
    const mine = new Map([
      [1, line('b')],
      [2, line('c')],
    ]);
    const now = new Map([
      [1, line('a')],
      [2, line('c')],
    ]);
    assert.deepEqual(findConflicts(bases, mine, now), []);
  });

  it('asks nobody where both changed links', () => {
    assert.deepEqual(
      findConflicts(new Map([[1, links(1)]]), new Map([[1, links(1, 2)]]), new Map([[1, links(1, 3)]])),
      [],
    );
  });

  it('keeps labels of both, and takes away what I took away', () => {
    const labels = (...names: string[]): Edit => ({ kind: 'labels', labels: names });
    assert.deepEqual(mergeEdit(labels('a', 'b'), labels('b', 'd'), labels('a', 'b', 'c')), labels('b', 'c', 'd'));
  });

  it('takes mine of what holds one thing', () => {
    assert.deepEqual(mergeEdit(line('a'), line('b'), line('c')), line('b'));
  });
});
