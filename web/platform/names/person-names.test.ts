import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { personNameIn, readNameStyle, setNameStyle, writeName } from './person-names.ts';

describe('names of people', () => {
  afterEach(() => setNameStyle('0'));

  for (const [style, named, nameless] of [
    [undefined, 'Ana (of Oslo) Berg (ana)', 'ana'],
    ['1', 'ana (Ana (of Oslo) Berg)', 'ana'],
    ['2', 'ana', 'ana'],
    ['3', 'Ana (of Oslo) Berg', 'ana'],
    ['9', 'Ana (of Oslo) Berg (ana)', 'ana'],
  ] as const)
    it(`are written by the preference ${style ?? '(none)'}`, () => {
      setNameStyle(readNameStyle(style));
      assert.equal(writeName('Ana (of Oslo) Berg (ana)'), named);
      assert.equal(writeName(' (ana)'), nameless);
      assert.equal(writeName('Anonymous user'), 'Anonymous user');
    });

  it('are found in the shapes that answers have for people', () => {
    setNameStyle('2');
    assert.equal(personNameIn({ real_name: 'Ana', display_name: 'Ana (ana)' }), 'ana');
    assert.equal(personNameIn({ real_name: 'Ana (ana)', username: 'ana' }), 'ana');
    assert.equal(personNameIn({ label: 'Open' }), undefined);
  });
});
