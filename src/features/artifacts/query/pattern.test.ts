import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compilePattern, PatternError } from './pattern.ts';

const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
  pattern: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom('a', 'b', '1', ' ', '.', '[ab]', '[^a1]', '[a-c1-3]', '\\d', '\\W', '\\s', '^', '$', '\\.', ''),
    fc.tuple(tie('pattern'), tie('pattern')).map((parts) => parts.join('')),
    fc.tuple(tie('pattern'), tie('pattern')).map((parts) => `(${parts.join('|')})`),
    fc
      .tuple(tie('pattern'), fc.constantFrom('*', '+', '?', '{2}', '{0,2}', '{1,}', '+?'))
      .map(([inner, counts]) => `(?:${inner})${counts}`),
  ),
}));

test('a pattern matches what it matches in JavaScript', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '1', ' ', '.'), maxLength: 8 });
  fc.assert(
    fc.property(pattern, fc.array(text, { minLength: 5, maxLength: 5 }), (source, texts) => {
      const matches = compilePattern(source);
      for (const one of texts) assert.equal(matches(one), new RegExp(source, 'u').test(one), `/${source}/ ${one}`);
    }),
    { numRuns: 2000 },
  );
});

test('letters match without case and accents', () => {
  assert.ok(compilePattern('^É[A-C]SS$')('ebss'));
  assert.ok(!compilePattern('^É[A-C]$')('ed'));
});

test('time is in proportion to the text', () => {
  const startedMs = performance.now();
  for (const source of ['^(a+)+$', '(a|a)*b', '(a*)*(a*)*c', '^(([a-z])+.)+[A-Z]([a-z])+$'])
    compilePattern(source)(`${'a'.repeat(50_000)}!`);
  assert.ok(performance.now() - startedMs < 5000);
});

test('what can’t be used is refused', () => {
  for (const source of [
    '(',
    ')',
    '[a',
    'a{2,1}',
    '*',
    '\\',
    '\\1',
    '(?=a)',
    '[b-a]',
    'a{1',
    '((a{99}){99}){99}',
    'a'.repeat(201),
  ])
    assert.throws(() => compilePattern(source), PatternError, source);
});
