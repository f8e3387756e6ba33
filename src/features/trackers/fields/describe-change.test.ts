// Engine: SQLite alone (no database). Every type of field that holds values says what changed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldTypeCodes, fieldTypeOf } from './index.ts';
import { changeOfItems, changeOfText, changeOfValue, otherChange, sayChange } from './value-change.ts';
import type { ValueChange } from './value-change.ts';

const item = (label: string) => ({ key: label, label });

const told: readonly [ValueChange | undefined, string | undefined][] = [
  [changeOfValue('Open', 'Closed'), 'X: Open → Closed'],
  [changeOfValue('', 'Open'), 'X: Open'],
  [changeOfValue('Open', ''), 'X: Open removed'],
  [changeOfValue('a', 'a'), undefined],
  [changeOfValue('2026-02-03T00:00:00+00:00', '', 'day'), 'X: 3 Feb 2026 removed'],
  [changeOfValue('', '2026-02-03T10:00:00+00:00', 'moment'), 'X: 3 Feb 2026, 10:00 UTC'],
  [changeOfItems('items', [item('Ben')], [item('Ana')]), 'X: + Ana, − Ben'],
  [changeOfItems('items', [], 'abcdefg'.split('').map(item)), 'X: + a, + b, + c, + d, + e, …'],
  [changeOfItems('files', [], 'abc'.split('').map(item)), '3 files added'],
  [changeOfItems('files', [item('a.png')], [item('b.png')]), 'file added: b.png and file removed: a.png'],
  [changeOfItems('links', [item('bug #3')], [item('story #4')]), 'linked story #4 and unlinked bug #3'],
  [changeOfItems('links', [item('bug #3')], [item('bug #3')]), undefined],
  [changeOfText('a\nb', 'a\nc'), 'X changed (1 line)'],
  [changeOfText('a\nb', 'b\na'), 'X changed'],
  [changeOfText('', 'a'), 'X added'],
  [changeOfText('a', ''), 'X removed'],
  [changeOfValue('', 'x'.repeat(1000)), `X: ${'x'.repeat(99)}…`],
  [otherChange, 'X changed'],
];

for (const [change, words] of told)
  test(`a change is told as ${words ?? 'nothing'}`.slice(0, 80), () =>
    assert.equal(change && sayChange('X', change, 'UTC').text, words),
  );

test('every type that holds values shows them in a cell, or says itself what changed', () => {
  const silent = fieldTypeCodes.filter((code) => {
    const { kind, tellChange, flatten, showCell } = fieldTypeOf(code);
    return kind === 'stored' && tellChange === undefined && flatten === undefined && showCell === undefined;
  });
  assert.deepEqual(silent, []);
});
