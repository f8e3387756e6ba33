import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { foldForSearch } from '../../artifact/search-texts.ts';
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

test('a pattern matches what it matches in JavaScript', async () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '1', ' ', '.'), maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(pattern, fc.array(text, { minLength: 5, maxLength: 5 }), async (source, texts) => {
      const matches = await compilePattern(source);
      for (const one of texts) assert.equal(matches(one), new RegExp(source, 'u').test(one), `/${source}/ ${one}`);
    }),
    { numRuns: 2000 },
  );
});

test('letters match without case and accents, classes in all scripts', async () => {
  const rows: [source: string, text: string, matches: boolean][] = [
    ['^É[A-C]SS$', 'ebss', true],
    ['^É[A-C]$', 'ed', false],
    ['^[Éß]+$', 'es', true],
    ['^\\w+$', 'слово漢', true],
    ['^[\\w-]+$', 'сло-во', true],
    ['^\\W$', 'я', false],
    ['^[^\\w]$', '—', true],
    ['^\\s[\\s]\\S$', '\u00a0\ufeffx', true],
    ['^[\\D]$', '٣', true],
    ['^[]a]+$', 'a]', true],
    ['^[^]]$', 'a', true],
    ['^[[:alpha:]]$', ':]', true],
    ['^（a）$', '(a)', '（'.normalize('NFKC') === foldForSearch('（')],
    ['^a{2,3}?$', 'aaa', true],
    ['^.$', '\n', false],
  ];
  for (const [source, text, matches] of rows) assert.equal((await compilePattern(source))(text), matches, source);
});

test('what can’t be used is rejected, with its reason', async () => {
  const rows: [source: string, reason: RegExp][] = [
    ['(', /a \( is not closed/],
    [')', /a \) has no matching \(/],
    ['[a', /a \[ is not closed/],
    ['a{2,1}', /ends before it starts/],
    ['a{1001}', /the \{ at position 2/],
    ['*', /repeats nothing/],
    ['a**', /repeats nothing/],
    ['\\', /ends with a \\/],
    ['\\1', /\\1 is not supported/],
    ['\\b', /\\b is not supported/],
    ['[\\W]', /\\W is not allowed in \[\]/],
    ['(?=a)', /lookaround/],
    ['(?i)a', /lookaround/],
    ['[b-a]', /a range in \[\]/],
    ['a{1', /the \{ at position 2/],
    ['((a{99}){99}){99}', /too large/],
    ['.{999}.{999}', /too large/],
    ['a'.repeat(201), /at most 200/],
  ];
  for (const [source, reason] of rows)
    await assert.rejects(
      compilePattern(source),
      (error) => error instanceof PatternError && reason.test(error.message),
      source,
    );
});
