import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readOneLine } from './one-line.ts';

it('takes what can be read in one line, without blanks around it', () => {
  assert.equal(readOneLine(' Sprint plan\u00A0', 'label'), 'Sprint plan');
  for (const text of ['', ' \t ', 'two\nlines', 'a\u0000b', 'a\u0085b'])
    assert.throws(() => readOneLine(text, 'label'), { kind: 'invalid', path: 'label' }, JSON.stringify(text));
});
