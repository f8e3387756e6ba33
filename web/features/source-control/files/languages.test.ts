import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageOf, splitLines } from './languages.ts';

test('languages by names', () => {
  assert.deepEqual(['a/B.TS', 'Makefile', 'x.unknown', 'README', '.gitignore'].map(languageOf), [
    'typescript',
    'makefile',
    undefined,
    undefined,
    undefined,
  ]);
});

test('what goes on over lines is whole on each of them', () => {
  assert.deepEqual(splitLines('<span class="a">x\ny<span class="b">z\n</span></span>w'), [
    '<span class="a">x</span>',
    '<span class="a">y<span class="b">z</span></span>',
    '<span class="a"><span class="b"></span></span>w',
  ]);
});
