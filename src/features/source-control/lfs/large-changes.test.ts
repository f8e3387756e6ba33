import assert from 'node:assert/strict';
import { it } from 'node:test';
import { findLargeChange } from './large-changes.ts';

const version = 'version https://git-lfs.github.com/spec/v1';
const [one, other] = ['a'.repeat(64), 'b'.repeat(64)];
const context = (text: string) => ({ kind: 'context' as const, text });
const added = (text: string) => ({ kind: 'added' as const, text });
const removed = (text: string) => ({ kind: 'removed' as const, text });
const hunk = (lines: Parameters<typeof findLargeChange>[0][number]['lines'], start = 1) => [
  { oldStart: start, newStart: start, lines },
];

it('reads both sides of a pointer that changed, and the one of what came, went or was a text before', () => {
  const changed = [
    context(version),
    removed(`oid sha256:${one}`),
    removed('size 5'),
    added(`oid sha256:${other}`),
    added('size 70'),
  ];
  const [before, after] = [
    { oid: one, sizeBytes: 5 },
    { oid: other, sizeBytes: 70 },
  ];
  assert.deepEqual(findLargeChange(hunk(changed)), { before, after });
  const whole = [version, `oid sha256:${one}`, 'size 5'];
  assert.deepEqual(findLargeChange(hunk(whole.map(added))), { before: undefined, after: before });
  assert.deepEqual(findLargeChange(hunk(whole.map(removed))), { before, after: undefined });
  assert.deepEqual(findLargeChange(hunk([removed('a text'), ...whole.map(added)])), {
    before: undefined,
    after: before,
  });
});

it('takes nothing else for one, nor a part of one', () => {
  assert.equal(findLargeChange([]), undefined);
  assert.equal(findLargeChange(hunk([added('x'), removed('y')])), undefined);
  assert.equal(findLargeChange(hunk([context(`oid sha256:${one}`), removed('size 5'), added('size 6')], 2)), undefined);
});
