import assert from 'node:assert/strict';
import { it } from 'node:test';
import { foldBatches } from './stream.ts';
import type { StreamEntry } from './stream.ts';

const change = (label: string) => ({ fieldId: 1, label, kind: 'text' as const, before: '', after: 'x' });
const entry = (id: number, byId: number, minute: number, more: Partial<StreamEntry> = {}): StreamEntry => ({
  id,
  byId,
  atMs: minute * 60_000,
  isSaid: false,
  isFirst: false,
  changes: [change(`F${id}`)],
  ...more,
});

it('folds what one person changed in a row, and nothing that was said between', () => {
  const batches = foldBatches([
    entry(9, 1, 500),
    entry(8, 1, 470),
    entry(10, 1, 469, { agent: 'helper' }),
    entry(7, 2, 460),
    entry(6, 1, 450, { isSaid: true }),
    entry(5, 1, 449),
    entry(4, 1, 300),
    entry(1, 1, 299, { isFirst: true }),
  ]);
  assert.deepEqual(
    batches.map(({ entries }) => entries.map(({ id }) => id)),
    [[9, 8], [10], [7], [6], [5], [4], [1]],
  );
  assert.deepEqual([batches[0]?.changeCount, batches[0]?.fields], [2, ['F9', 'F8']]);
});
